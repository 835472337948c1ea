// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/v_cycles.hpp"

#include "cost/least_cut.hpp"
#include "graphs.hpp"
#include "labels.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

TEST(VCycles, KeepSizesAndNeverCutMore) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::CellGraph graph(random_graph(random, 200));
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const mapping::Labels before = blocked_labels(sizes);
    const mapping::CycleOptions options{.seed = seed, .cycles = 2, .moves_per_vertex = 50};
    const mapping::Labels after = mapping::v_cycles(graph, before, sizes, options);
    EXPECT_EQ(counts(after, sizes.count()), sizes.expand());
    EXPECT_LE(mapping::cut_of(graph, after), mapping::cut_of(graph, before));
    EXPECT_EQ(mapping::v_cycles(graph, before, sizes, options), after) << "not deterministic";
  }
}

TEST(VCycles, FindTheLeastCutOfSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 12);
    const mapping::CellGraph both_ways(graph);
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const double cut = mapping::cut_of(
        both_ways, mapping::v_cycles(both_ways, blocked_labels(sizes), sizes, {.seed = seed, .cycles = 200}));
    const std::optional<cost::LeastCut> least = cost::least_cut(graph, sizes, cut, 100'000'000);
    ASSERT_TRUE(least.has_value());
    EXPECT_EQ(cut, least->cut);
  }
}

TEST(VCycles, FindTheBlocksOfAShuffledGrid) {
  base::Random random(5);
  const mapping::CellGraph graph(
      shuffled(random, stencil_graph(grid::Grid({32, 32}), grid::Stencil::nearest_neighbor(2))));
  const machine::Sizes sizes = machine::Sizes::equal(16, 64);
  const mapping::Labels labels = mapping::v_cycles(graph, blocked_labels(sizes), sizes, {.cycles = 20});
  EXPECT_LE(mapping::cut_of(graph, labels), 1.2 * 2 * (3 * 32 + 3 * 32)) << "blocks of 8x8 cut 192 edges, both ways";
}

}  // namespace
}  // namespace cartwright
