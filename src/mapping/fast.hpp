// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright::mapping {

/// Cartwright's own strips. Each process finds its cell alone, in a microsecond or two, with memory that does not
/// depend on p. Stencil Strips [Hunold2020, V-C] derive one plan from the extent of the stencil. This algorithm
/// compares a few dozen plans (the dimension of the strips, their widths, the use of the remainder) by their cuts,
/// which strip_planner_cost.cpp estimates in closed form. Shapes follow the number of edges crossed, the sum of
/// w |R_i|, not the extent: 6:1 for nearest neighbor with hops, not 3:1.
std::unique_ptr<LocalOrder> fast_order(const Problem& problem);

}  // namespace cartwright::mapping
