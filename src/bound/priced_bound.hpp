// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"
#include "machine/sizes.hpp"

namespace cartwright::bound {

/// A lower bound on J_sum that also accounts for how domains fill the fibres along `dims`: domains of good shape break
/// fibres into pieces, and pieces of 16 cannot fill a fibre of 50 cells (docs/lower-bound.md, section 3). The search
/// for good prices ends after about `steps` elementary steps, or when the next multiple of `resolution` (if not 0) is
/// out of reach. Returns 0 if there are too few steps to begin.
double priced_bound(const Pattern& pattern, DimSet dims, const machine::Sizes& sizes, double resolution, double steps);

/// The same along one dimension, where a PlaneProgram joins neighboring fibres: for small grids with offsets that are
/// not along a dimension. Returns 0 for others, or if it took too many steps.
double priced_plane_bound(const Pattern& pattern, std::size_t along, const machine::Sizes& sizes, double resolution,
                          double steps);

}  // namespace cartwright::bound
