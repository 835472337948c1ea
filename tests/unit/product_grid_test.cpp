// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/product_grid.hpp"

#include "graphs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cartwright {
namespace {

/// A grid of up to 200 cells and 4 dimensions of 2 or more, some of them periodic.
grid::Grid random_grid(base::Random& random) {
  grid::Coords dims;
  base::FixedVector<bool, grid::max_dims> periods;
  std::int64_t size = 1;
  do {
    dims.push_back(2 + random.below(7));
    periods.push_back(dims.back() > 2 && random.below(2) == 0);
    size *= dims.back();
  } while (size * 2 <= 200 && dims.size() < 4 && random.below(4) != 0);
  return grid::Grid(dims, periods);
}

/// The graph of the grid that was found, with the numbers of the vertices.
mapping::Graph found_graph(const mapping::ProductGrid& found) {
  const mapping::Graph cells = stencil_graph(found.grid, found.stencil);
  std::vector<std::int32_t> vertex_of(found.cell_of.size());
  for (std::size_t v = 0; v < found.cell_of.size(); ++v)
    vertex_of[found.cell_of[v].number()] = static_cast<std::int32_t>(v);
  std::vector<mapping::GraphEdge> edges = edges_of(cells);
  for (mapping::GraphEdge& edge : edges) edge = {vertex_of[edge.from], vertex_of[edge.to], edge.weight};
  return {cells.size(), edges};
}

TEST(ProductGrid, IsFoundWhateverTheNumbersOfTheVertices) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Grid grid = random_grid(random);
    std::vector<grid::Offset> offsets;
    for (std::size_t i = 0; i < grid.ndims(); ++i) {
      grid::Coords up(grid.ndims(), 0), down(grid.ndims(), 0);
      up[i] = 1;
      down[i] = -1;
      offsets.push_back({up, static_cast<double>(2 + 2 * i)});
      if (random.below(4) != 0) offsets.push_back({down, static_cast<double>(2 + 2 * i)});
    }
    const mapping::Graph graph = shuffled(random, stencil_graph(grid, grid::Stencil(grid.ndims(), offsets)));
    const std::optional<mapping::ProductGrid> found = mapping::product_grid(graph);
    ASSERT_TRUE(found);
    SCOPED_TRACE(fmt::format("dims {}", fmt::join(grid.dims(), "x")));
    // Where a dimension is 4 and periodic, weights may be other means: the edges are the same.
    const mapping::Graph made = found_graph(*found);
    for (std::int32_t v = 0; v < graph.size(); ++v)
      for (const mapping::Graph::Target& target : graph.edges(v))
        EXPECT_TRUE(std::ranges::any_of(made.edges(v), [&](const auto& edge) { return edge.to == target.to; }) ||
                    std::ranges::any_of(made.edges(target.to), [&](const auto& edge) { return edge.to == v; }));
    std::vector<std::int64_t> dims(found->grid.dims().begin(), found->grid.dims().end()), expected;
    for (std::size_t i = 0; i < grid.ndims(); ++i) {
      const bool ring_of_4 = grid.periodic(i) && grid.dim(i) == 4;
      expected.insert(expected.end(), ring_of_4 ? 2 : 1, ring_of_4 ? 2 : grid.dim(i));
    }
    std::ranges::sort(expected, std::greater{});
    EXPECT_EQ(dims, expected);
  }
}

TEST(ProductGrid, HasTheWeightsOfItsDirections) {
  base::Random random(7);
  const grid::Grid grid({9, 8, 5});
  const grid::Stencil stencil(
      3, {{{1, 0, 0}, 16}, {{-1, 0, 0}, 16}, {{0, 1, 0}, 4}, {{0, -1, 0}, 4}, {{0, 0, 1}, 1}, {{0, 0, -1}, 1}});
  const mapping::Graph graph = shuffled(random, stencil_graph(grid, stencil));
  const std::optional<mapping::ProductGrid> found = mapping::product_grid(graph);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->grid.dims(), grid.dims());
  EXPECT_EQ(found_graph(*found), graph);
}

/// What is not a grid is not taken for one: what is found has exactly the edges of the graph.
TEST(ProductGrid, IsNotFoundWithoutAllItsEdges) {
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Grid grid = random_grid(random);
    const grid::Stencil nearest = grid::Stencil::nearest_neighbor(grid.ndims());
    mapping::Graph graph = shuffled(random, stencil_graph(grid, nearest));
    std::vector<mapping::GraphEdge> edges = edges_of(graph);
    if (random.below(2) == 0) {
      const mapping::GraphEdge gone = edges[random.below(edges.size())];
      std::erase_if(edges, [&](const mapping::GraphEdge& edge) {
        return std::minmax(edge.from, edge.to) == std::minmax(gone.from, gone.to);
      });
    } else {
      const auto a = static_cast<std::int32_t>(random.below(graph.size()));
      const auto b = static_cast<std::int32_t>(random.below(graph.size()));
      if (a != b) edges.insert(edges.end(), {{a, b}, {b, a}});
    }
    graph = mapping::Graph(graph.size(), edges);
    const std::optional<mapping::ProductGrid> found = mapping::product_grid(graph);
    if (!found) {
      ++refused;
      continue;
    }
    std::size_t pairs = 0, possible = 0;  // another grid may remain, such as a line of a ring
    for (std::int32_t v = 0; v < graph.size(); ++v) pairs += graph.edges(v).size();
    const mapping::Graph made = found_graph(*found);
    for (std::int32_t v = 0; v < made.size(); ++v) possible += made.edges(v).size();
    EXPECT_EQ(pairs, possible);
  }
  EXPECT_GT(refused, 350) << "few edges are drawn between a vertex and itself, or where there is one";
}

TEST(ProductGrid, IsNotFoundInOtherGraphs) {
  base::Random random(1);
  EXPECT_FALSE(mapping::product_grid(complete(5)));
  EXPECT_FALSE(mapping::product_grid(star(6)));
  EXPECT_FALSE(mapping::product_grid(geometric(random, 100)));
  EXPECT_FALSE(mapping::product_grid(gabriel(random, 100)));
  EXPECT_FALSE(mapping::product_grid(mapping::Graph(4, {})));
  EXPECT_FALSE(mapping::product_grid(mapping::Graph(1, {})));
  EXPECT_FALSE(mapping::product_grid(mapping::Graph(0, {})));
}

}  // namespace
}  // namespace cartwright
