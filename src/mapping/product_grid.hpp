// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <optional>
#include <vector>

namespace cartwright::mapping {

/// A graph whose edges are those between the nearest neighbors of a grid, whatever the numbers of its vertices.
struct ProductGrid {
  grid::Grid grid;
  grid::Stencil stencil;            ///< weights: the mean of the edges in a direction; none where no edge goes
  std::vector<grid::Cell> cell_of;  ///< of each vertex
};

/// The grid of such a graph, or nothing. Dims are in descending order; a period of 4 becomes two dims of 2, which have
/// the same edges. An edge may go in one direction only.
///
/// Two edges of a vertex along different dimensions are sides of one square, and the sides opposite to them go along
/// the same dimensions. So the dimensions at one vertex tell those at all others. The work is the number of edges times
/// the degree.
std::optional<ProductGrid> product_grid(const Graph& graph);

}  // namespace cartwright::mapping
