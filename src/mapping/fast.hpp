// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright::mapping {

/// Cartwright's own strips, for each process to find its place alone, in a microsecond or two and with no
/// memory in p. Stencil Strips [Hunold2020, V-C] derive one plan from the extent of the stencil.
/// Here a few dozen plans (which dimension the strips run along, how wide they are, what becomes of the
/// remainder) are compared by what they cut, which strip_cost.cpp estimates in closed form. Shapes follow
/// the edges crossed, the sum of w |R_i|, not the extent: 6:1 for nearest neighbor with hops, not 3:1.
std::unique_ptr<LocalOrder> fast_order(const Problem& problem);

}  // namespace cartwright::mapping
