// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/place_graph.hpp"

#include "base/error.hpp"
#include "cost/graph_cut.hpp"
#include "graphs.hpp"
#include "mapping/scotch_parts.hpp"
#include "random_problem.hpp"
#include "sanitized.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

/// Processes dealt out to nodes, and within them to sockets, at random.
choose::RankLocations random_locations(base::Random& random, std::int32_t n, std::vector<int>* node_of_rank = nullptr) {
  choose::RankLevel nodes{"node", {}};
  choose::RankLevel sockets{"socket", {}};
  const std::int64_t count = 1 + random.below(8);
  for (std::int32_t rank = 0; rank < n; ++rank) {
    nodes.domain_of_rank.push_back(static_cast<int>(random.below(count)));
    sockets.domain_of_rank.push_back(static_cast<int>(random.below(2)));
  }
  if (node_of_rank != nullptr) *node_of_rank = nodes.domain_of_rank;
  if (random.below(2) == 0) return choose::RankLocations({nodes});
  return choose::RankLocations({nodes, sockets});
}

TEST(PlaceGraph, GivesEveryProcessAVertexAndCutsNoMoreThanBefore) {
  for (std::uint64_t seed = 0; seed < cases(150); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 100);
    std::vector<int> node_of_rank;
    const choose::RankLocations locations = random_locations(random, graph.size(), &node_of_rank);
    const choose::RankPlacement placement =
        choose::place(graph, locations, {.tier = seed % 2 == 0 ? choose::Tier::fast : choose::Tier::balanced})
            .placement;
    // The weight of the edges between nodes: vertex v is on the node of the process with this new rank.
    std::vector<int> node_of_vertex = node_of_rank;
    const auto between_nodes = [&] {
      std::int64_t sum = 0;
      for (const mapping::GraphEdge& edge : edges_of(graph))
        if (node_of_vertex[edge.from] != node_of_vertex[edge.to]) sum += edge.weight;
      return static_cast<double>(sum);
    };
    EXPECT_EQ(placement.nodes_before().j_sum, between_nodes());
    for (std::int32_t rank = 0; rank < std::ssize(placement.new_rank); ++rank)
      node_of_vertex[placement.new_rank[choose::Rank(rank)]] = node_of_rank[rank];
    EXPECT_EQ(placement.nodes_after().j_sum, between_nodes());
    EXPECT_LE(cost::score(placement.after), cost::score(placement.before));
    EXPECT_GE(placement.nodes_after().j_sum, placement.lower_bound);
    ASSERT_NO_THROW(mapping::slots_of(placement.order));
    for (const machine::Slot slot : placement.order.ids()) {
      const choose::Rank rank = locations.rank_of_slot()[slot];
      EXPECT_EQ(placement.new_rank.empty() ? rank.number() : placement.new_rank[rank], placement.order[slot].number());
    }
  }
}

TEST(PlaceGraph, PlacesAStencilAsOnAGrid) {
  base::Random random(5);
  const grid::Grid grid({12, 10}, {true, false});
  const grid::Stencil hops = grid::Stencil::hops(2);
  const choose::RankLocations locations = random_locations(random, 120);
  const choose::GraphPlacement placed = choose::place(stencil_graph(grid, hops), locations, {});
  ASSERT_TRUE(placed.recognized);
  EXPECT_EQ(placed.recognized->grid.dims(), grid.dims());
  EXPECT_EQ(placed.placement.new_rank, choose::place(grid, hops, locations, {}).new_rank);
  EXPECT_EQ(choose::place(stencil_graph(grid, hops), locations, {.mapping = "hilbert"}).placement.mapping, "hilbert");
}

TEST(PlaceGraph, PartitionsAStencilThatReachesAcrossTheGrid) {
  const grid::Grid ring({240}, {true});
  const mapping::Graph graph = stencil_graph(ring, grid::Stencil(1, {{{1}, 1}, {{-1}, 1}, {{101}, 1}, {{-101}, 1}}));
  base::Random random(4);
  const choose::GraphPlacement placed = choose::place(graph, random_locations(random, 240), {});
  EXPECT_TRUE(placed.recognized);
  EXPECT_NE(placed.placement.mapping.find(mapping::have_scotch() ? "scotch" : "bisection"), std::string::npos);
}

TEST(PlaceGraph, KeepsAGoodRankOrder) {
  // Each pair lies on one node, but not in consecutive ranks.
  const mapping::Graph pairs(6, std::vector<mapping::GraphEdge>{{0, 3}, {3, 0}, {1, 4, 2}, {4, 1}, {2, 5, 3}, {5, 2}});
  const choose::RankPlacement placement =
      choose::place(pairs, choose::RankLocations({{"node", {0, 1, 2, 0, 1, 2}}}), {}).placement;
  EXPECT_TRUE(placement.new_rank.empty());
  EXPECT_EQ(placement.nodes_after().j_sum, 0);
  EXPECT_EQ(
      choose::place(pairs, choose::RankLocations({{"node", {0, 0, 1, 1, 2, 2}}}), {}).placement.nodes_after().j_sum, 0);
}

TEST(PlaceGraph, NotesTheOptionThatDoesNotApply) {
  base::Random random(2);
  const mapping::Graph graph = geometric(random, 60);
  const choose::RankLocations locations = random_locations(random, 60);
  const choose::RankPlacement placement = choose::place(graph, locations, {.mapping = "hilbert"}).placement;
  ASSERT_FALSE(placement.notes.empty());
  EXPECT_NE(placement.notes.front().find("hilbert"), std::string::npos);
  EXPECT_THROW(choose::place(graph, locations, {.mapping = "no such"}), base::Error);
  EXPECT_THROW(choose::place(complete(5), locations, {}), base::Error);
  EXPECT_TRUE(choose::place(graph, locations, {.reorder = false}).placement.new_rank.empty());
}

}  // namespace
}  // namespace cartwright
