// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/cut.hpp"
#include "mapping/graph.hpp"

namespace cartwright::cost {

/// What an order of the vertices of a graph (order[slot] is a vertex) cuts at every level of the machine, outermost
/// first: as edge_cut for stencils, in directed weighted edges. Exact.
std::vector<LevelCut> edge_cut(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order);

/// The same for the node level alone.
LevelCut node_cut(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order);

/// A weight that any division of the graph into parts of these sizes cuts at least: a vertex that sends to more others
/// than fit into the largest part beside it is cut off from some, at best from those it has least for.
double degree_bound(const mapping::Graph& graph, const machine::Sizes& sizes);

}  // namespace cartwright::cost
