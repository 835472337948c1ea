// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"
#include "machine/sizes.hpp"

#include <optional>

namespace cartwright::bound {

/// No mapping of the grid onto domains of these sizes has a smaller J_sum: the proof is in
/// docs/lower-bound.md. Holds for periodic grids, weights, and unequal sizes.
double lower_bound(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes);

/// How far j_sum may be from the best there is: (j_sum - bound) / bound, 0 when both are 0, and
/// nothing when only the bound is.
std::optional<double> gap(double j_sum, double bound);

}  // namespace cartwright::bound
