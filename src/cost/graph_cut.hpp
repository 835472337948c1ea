// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/cut.hpp"
#include "mapping/graph.hpp"

namespace cartwright::cost {

/// The cut of an order of the vertices of a graph (order[slot] is a vertex) at every level of the machine, outermost
/// first, as edge_cut for stencils. Exact.
std::vector<LevelCut> edge_cut(const mapping::Graph& graph, const machine::Machine& machine,
                               const mapping::Order& order);

/// The same for the node level alone.
LevelCut node_cut(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order);

/// A lower bound on the cut of any division of the graph into parts of these sizes. A vertex that sends to more others
/// than fit beside it into the largest part is separated from some of them, at best from those with the least weight.
double degree_bound(const mapping::Graph& graph, const machine::Sizes& sizes);

}  // namespace cartwright::cost
