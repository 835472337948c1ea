// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

namespace cartwright::placement {

/// Orders the ranks within each node so that those that send each other most share a socket; who is on which node
/// stays. `order` lists the ranks node by node, `ranks_per_node` on each, which `sockets` share evenly. Throws Error:
/// numbers that do not divide each other.
void order_within_nodes(const grid::Grid& grid, const grid::Stencil& stencil, std::int64_t ranks_per_node, std::int64_t sockets,
                        mapping::Order& order);

}  // namespace cartwright::placement
