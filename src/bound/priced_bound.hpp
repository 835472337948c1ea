// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"
#include "machine/sizes.hpp"

namespace cartwright::bound {

/// A lower bound on J_sum that sees whether the pieces into which domains of good shape break the fibres
/// along `dims` can fill these fibres: 50 cells take no whole number of pieces of 16
/// (docs/lower-bound.md, section 3). The search for good prices ends after about `steps` elementary steps,
/// or when the next multiple of `resolution` (0: nothing) is out of reach. 0 when there are too few steps to begin.
double priced_bound(const Pattern& pattern, DimSet dims, const machine::Sizes& sizes, double resolution, double steps);

}  // namespace cartwright::bound
