// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/recognize.hpp"

#include "graphs.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

std::string in_words(const mapping::Recognized& recognized) {
  std::string text = grid::to_string(recognized.grid.dims()) + ":";
  for (std::size_t i = 0; i < recognized.grid.ndims(); ++i) text += recognized.grid.periodic(i) ? '1' : '0';
  for (const grid::Offset& offset : grid::merged(recognized.stencil.offsets())) {
    text += " (";
    for (const std::int64_t x : offset.delta) text += fmt::format("{},", x);
    text += fmt::format(")*{}", offset.weight);
  }
  return text;
}

/// The recognized grid and stencil, after a check that they give the same graph.
std::string recognized_as(const mapping::Graph& graph) {
  const std::optional<mapping::Recognized> recognized = mapping::recognize(graph);
  if (!recognized) return "nothing";
  EXPECT_EQ(stencil_graph(recognized->grid, recognized->stencil), graph);
  return in_words(*recognized);
}

std::string same(const grid::Grid& grid, const grid::Stencil& stencil) {
  return in_words(mapping::Recognized{grid, stencil});
}

TEST(Recognize, NamedStencilsComeBackAsTheyWere) {
  for (const grid::Coords& dims :
       {grid::Coords{50, 48}, grid::Coords{7, 5}, grid::Coords{12, 10, 8}, grid::Coords{5, 4, 6, 7}, grid::Coords{97}})
    for (const bool ring : {false, true}) {
      const std::size_t n = dims.size();
      const grid::Grid grid(dims, base::FixedVector<bool, grid::max_dims>(n, ring));
      for (const grid::Stencil& stencil : {grid::Stencil::nearest_neighbor(n), grid::Stencil::moore(n)})
        EXPECT_EQ(recognized_as(stencil_graph(grid, stencil)), same(grid, stencil));
    }
  const grid::Grid grid({50, 48});
  EXPECT_EQ(recognized_as(stencil_graph(grid, grid::Stencil::hops(2))), same(grid, grid::Stencil::hops(2)));
  // A line of 2400 with steps of 48 would explain it, too.
  EXPECT_EQ(recognized_as(stencil_graph(grid, grid::Stencil::component(2))), same(grid, grid::Stencil::component(2)));
  EXPECT_EQ(recognized_as(stencil_graph(grid::Grid({2, 2, 2, 2, 2, 2}), grid::Stencil::nearest_neighbor(6))),
            same(grid::Grid({2, 2, 2, 2, 2, 2}), grid::Stencil::nearest_neighbor(6)));
}

TEST(Recognize, RandomStencilsComeBackExactly) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 400);
    const mapping::Graph graph = stencil_graph(problem.grid(), problem.stencil());
    EXPECT_NE(recognized_as(graph), "nothing") << describe(problem);
  }
}

TEST(Recognize, AGraphWithOneChangeIsNotTakenForTheOneItWas) {
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 300);
    std::vector<mapping::GraphEdge> edges = edges_of(stencil_graph(problem.grid(), problem.stencil()));
    if (edges.empty()) continue;
    const auto changed = edges.begin() + random.below(static_cast<std::int64_t>(edges.size()));
    switch (random.below(4)) {
      case 0: edges.erase(changed); break;
      case 1: changed->weight += 1; break;
      case 2: changed->to = static_cast<std::int32_t>(random.below(problem.size())); break;
      default: edges.push_back({changed->to, static_cast<std::int32_t>(random.below(problem.size())), 7});
    }
    // recognized_as checks that a recognized stencil gives exactly the changed graph.
    rejected += recognized_as(mapping::Graph(problem.size(), edges)) == "nothing";
  }
  EXPECT_GT(rejected, 1000);
}

TEST(Recognize, OtherGraphsAreNotRecognized) {
  base::Random random(1);
  EXPECT_EQ(recognized_as(mapping::Graph()), "nothing");
  EXPECT_EQ(recognized_as(star(100)), "nothing");
  EXPECT_EQ(recognized_as(geometric(random, 500)), "nothing");
  EXPECT_EQ(recognized_as(power_law(random, 500)), "nothing");
  // A permuted grid is a stencil, but not in the order of its ranks.
  EXPECT_EQ(recognized_as(shuffled(random, stencil_graph(grid::Grid({20, 20}), grid::Stencil::nearest_neighbor(2)))),
            "nothing");
}

TEST(Recognize, APeriodicLineWithLongStepsStaysOne) {
  // 300 x 4 x 2 would explain it with shorter offsets, but with more of them.
  const grid::Grid ring({2400}, {true});
  const grid::Stencil steps(1, {{{1}, 1}, {{-1}, 1}, {{48}, 2}, {{-48}, 2}});
  EXPECT_EQ(recognized_as(stencil_graph(ring, steps)), same(ring, steps));
}

TEST(Recognize, SmallestGraphs) {
  EXPECT_EQ(recognized_as(mapping::Graph(1, {})), "1:0");
  EXPECT_EQ(recognized_as(mapping::Graph(6, {})), "6:0");
  EXPECT_EQ(recognized_as(complete(5)), "5:1 (-2,)*1 (-1,)*1 (1,)*1 (2,)*1");
  EXPECT_EQ(recognized_as(complete(2)), "2:0 (-1,)*1 (1,)*1");
}

TEST(Recognize, GivesUpOnHostileGraphs) {
  // The number of vertices has many factorizations, and the corners have so many edges that reading them takes long.
  constexpr std::int32_t n = 55440;
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 1; v < n; ++v) {
    edges.push_back({0, v, v});
    edges.push_back({n - 1, n - 1 - v, v});
  }
  EXPECT_EQ(recognized_as(mapping::Graph(n, edges)), "nothing");
}

}  // namespace
}  // namespace cartwright
