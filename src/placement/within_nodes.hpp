// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

namespace cartwright::placement {

/// Reorders the ranks within each node to put ranks with heavy traffic between them on one socket. The set of ranks on
/// each node does not change. `order` lists the ranks in the slots of the machine, whose last level are the sockets.
void order_within_nodes(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Machine& machine,
                        mapping::Order& order);

}  // namespace cartwright::placement
