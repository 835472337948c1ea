// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

namespace cartwright::placement {

/// Reorders the ranks within each node to put ranks with heavy traffic between them on one socket. The set of ranks on
/// each node does not change. `order` lists the ranks node by node, `ranks_per_node` on each, which `sockets` share
/// evenly. Throws Error: numbers that do not divide each other.
void order_within_nodes(const grid::Grid& grid, const grid::Stencil& stencil, std::int64_t ranks_per_node,
                        std::int64_t sockets, mapping::Order& order);

}  // namespace cartwright::placement
