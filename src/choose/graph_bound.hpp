// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/graph.hpp"

#include <string_view>

namespace cartwright::choose {

/// A lower bound on the cut of a graph, and what it follows from: "degrees", or also from a "stencil" in the graph.
struct GraphBound {
  double cut = 0;
  std::string_view source = "degrees";
};

/// A lower bound on the cut of every division of a graph into parts of these sizes.
///
/// A graph is the sum of layers, and its cut that of the layers, so their bounds add up. The first layer is the weight
/// that all pairs have. Others are stencils on grids of all vertices: the least weight that any vertex sends along an
/// offset, if all send something where they have a neighbor. Their bounds are those of bound::lower_bound(). The
/// vertices are the cells in their order, or as product_grid() finds them. What is left has the bound of its degrees.
GraphBound graph_bound(const mapping::Graph& graph, const machine::Sizes& sizes);

}  // namespace cartwright::choose
