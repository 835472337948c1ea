// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/graph.hpp"

#include "base/error.hpp"
#include "graphs.hpp"
#include "mapping/cell_graph.hpp"
#include "mapping/refine.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cartwright {
namespace {

base::Status status_of(std::int64_t size, const std::vector<mapping::GraphEdge>& edges) {
  try {
    mapping::Graph(size, edges);
    return base::Status::ok;
  } catch (const base::Error& error) {
    return error.status();
  }
}

TEST(Graph, AddsUpParallelEdgesAndSortsThem) {
  const mapping::Graph graph(
      4, std::vector<mapping::GraphEdge>{{2, 3, 5}, {2, 0, 1}, {0, 2, 4}, {2, 3, 6}, {1, 1, 9}, {3, 0, 0}});
  EXPECT_EQ(graph.size(), 4);
  EXPECT_EQ(graph.edge_count(), 3);
  EXPECT_EQ(graph.total_weight(), 16);
  const std::vector<mapping::Graph::Target> of_2 = {{0, 1}, {3, 11}};
  EXPECT_TRUE(std::ranges::equal(graph.edges(2), of_2));
  EXPECT_TRUE(graph.edges(1).empty()) << "a loop crosses nothing";
  EXPECT_TRUE(graph.edges(3).empty()) << "and a weight of 0 carries nothing";
}

TEST(Graph, HoldsTheSameEdgesAsAMap) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const std::int64_t n = 1 + random.below(30);
    std::vector<mapping::GraphEdge> edges(random.below(200));
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> expected;
    for (mapping::GraphEdge& edge : edges) {
      edge = {static_cast<std::int32_t>(random.below(n)), static_cast<std::int32_t>(random.below(n)), random.below(4)};
      if (edge.from != edge.to && edge.weight > 0) expected[{edge.from, edge.to}] += edge.weight;
    }
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> got;
    for (const mapping::GraphEdge& edge : edges_of(mapping::Graph(n, edges))) got[{edge.from, edge.to}] = edge.weight;
    EXPECT_EQ(got, expected);
  }
}

TEST(Graph, RefusesInvalidGraphs) {
  EXPECT_EQ(status_of(3, {{0, 3}}), base::Status::invalid_argument);
  EXPECT_EQ(status_of(3, {{-1, 0}}), base::Status::invalid_argument);
  EXPECT_EQ(status_of(0, {{0, 0}}), base::Status::invalid_argument);
  EXPECT_EQ(status_of(3, {{0, 1, -1}}), base::Status::invalid_argument);
  EXPECT_EQ(status_of(-1, {}), base::Status::unsupported);
  EXPECT_EQ(status_of(std::int64_t{1} << 31, {}), base::Status::unsupported);
  EXPECT_EQ(status_of(3, {{0, 1, std::int64_t{1} << 53}}), base::Status::ok);
  EXPECT_EQ(status_of(3, {{0, 1, std::int64_t{1} << 53}, {1, 0, 1}}), base::Status::overflow);
}

TEST(CellGraph, OfAStencilsGraphIsThatOfTheStencil) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const mapping::CellGraph expected(problem.grid(), problem.stencil());
    const mapping::CellGraph graph(stencil_graph(problem.grid(), problem.stencil()));
    ASSERT_EQ(graph.size(), expected.size());
    std::vector<mapping::Vertex> some;
    std::vector<grid::Cell> cells;
    for (const mapping::Vertex v : graph.vertices())
      if (random.below(2) == 0) {
        some.push_back(v);
        cells.emplace_back(v.number());
      }
    const mapping::CellGraph part(graph, some);
    const mapping::CellGraph expected_part(problem.grid(), problem.stencil(), cells);
    for (int labels = 0; labels < 5; ++labels) {
      std::vector<mapping::Part> drawn(graph.size());
      for (mapping::Part& one : drawn) one = mapping::Part(random.below(3));
      const mapping::Labels label(drawn);
      EXPECT_EQ(mapping::cut_of(graph, label), mapping::cut_of(expected, label));
      drawn.resize(some.size());
      const mapping::Labels part_label(drawn);
      EXPECT_EQ(mapping::cut_of(part, part_label), mapping::cut_of(expected_part, part_label));
    }
  }
}

}  // namespace
}  // namespace cartwright
