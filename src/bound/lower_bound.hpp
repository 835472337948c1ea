// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"
#include "machine/sizes.hpp"

#include <optional>

namespace cartwright::bound {

/// A lower bound on J_sum of every mapping of the grid onto domains of these sizes; the proof is in
/// docs/lower-bound.md. It holds for periodic grids, for weights, and for unequal sizes.
double lower_bound(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes);

/// How far j_sum may be from the optimum: (j_sum - bound) / bound, 0 when both are 0, and nothing when only the bound
/// is 0.
std::optional<double> gap(double j_sum, double bound);

}  // namespace cartwright::bound
