// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/partition.hpp"

#include "base/error.hpp"
#include "choose/graph_bound.hpp"
#include "cost/graph_cut.hpp"
#include "graphs.hpp"
#include "mapping/scotch_parts.hpp"
#include "orders.hpp"
#include "random_problem.hpp"
#include "sanitized.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace cartwright {
namespace {

double node_sum(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order) {
  return cost::node_cut(graph, machine, order).j_sum;
}

/// Nodes of any sizes, some in groups, some with sockets.
machine::Machine random_machine(base::Random& random, std::int64_t total) {
  const machine::Sizes nodes = random_sizes(random, total);
  machine::Sizes groups;
  for (std::int64_t node = 0; node < nodes.count();) {
    std::int64_t group = 0;
    for (std::int64_t i = 1 + random.below(4); i > 0 && node < nodes.count(); --i) group += nodes[node++];
    groups.append(group);
  }
  machine::Sizes sockets;
  for (const std::int64_t node : nodes.expand()) {
    if (node / 2 > 0) sockets.append(node / 2);
    sockets.append(node - node / 2);
  }
  switch (random.below(4)) {
    case 0: return machine::Machine::nodes(nodes);
    case 1: return machine::Machine({{"node", nodes}, {"socket", sockets}});
    case 2: return machine::Machine({{"group", groups}, {"node", nodes}});
    default: return machine::Machine({{"group", groups}, {"node", nodes}, {"socket", sockets}});
  }
}

/// The least cut between nodes of all divisions, by trying all of them.
double least_cut(const mapping::Graph& graph, const machine::Machine& machine) {
  mapping::Order order = identity(graph.size());
  const machine::Sizes& nodes = machine.node_sizes();
  double least = node_sum(graph, machine, order);
  do {  // only one order of the vertices within each node
    bool sorted = true;
    for (std::int64_t node = 0; node < nodes.count() && sorted; ++node)
      sorted = std::is_sorted(order.begin() + nodes.start(node), order.begin() + nodes.start(node + 1));
    if (sorted) least = std::min(least, node_sum(graph, machine, order));
  } while (std::ranges::next_permutation(order).found);
  return least;
}

TEST(GraphCut, IsThatOfTheStencil) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const mapping::Graph graph = stencil_graph(problem.grid(), problem.stencil());
    const std::vector<std::int32_t> drawn = permutation(random, graph.size());
    const mapping::Order order = order_of({drawn.begin(), drawn.end()});
    const cost::LevelCut expected = cost::node_cut(problem, order);
    const cost::LevelCut cut = cost::node_cut(graph, problem.machine(), order);
    EXPECT_EQ(cut.j_sum, expected.j_sum);
    EXPECT_EQ(cut.per_domain, expected.per_domain);
  }
}

TEST(DegreeBound, IsNeverAboveTheLeastCut) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 8);
    const machine::Machine machine = machine::Machine::nodes(random_sizes(random, graph.size()));
    EXPECT_LE(cost::degree_bound(graph, machine.node_sizes()), least_cut(graph, machine));
  }
  EXPECT_EQ(cost::degree_bound(complete(12), machine::Sizes::equal(3, 4)), 12 * 8)
      << "of a complete graph all of it is cut";
}

/// The sum of two stencils, each with its own numbers of the cells, and of random edges: about one graph in two has a
/// stencil that all vertices share.
mapping::Graph layered_graph(base::Random& random, const std::vector<grid::Grid>& grids) {
  std::vector<mapping::GraphEdge> edges;
  for (int layer = 0; layer < 2; ++layer) {
    const grid::Grid& grid = grids[random.below(grids.size())];
    mapping::Graph graph = stencil_graph(grid, grid::Stencil::nearest_neighbor(grid.ndims()));
    if (random.below(2) == 0) graph = shuffled(random, graph);
    const std::int64_t scale = 1 + random.below(4);
    for (mapping::GraphEdge edge : edges_of(graph)) {
      edge.weight = scale + random.below(2);
      edges.push_back(edge);
    }
  }
  const std::int64_t size = grids.front().size();
  for (std::int64_t i = random.below(4); i > 0; --i)
    edges.push_back({static_cast<std::int32_t>(random.below(size)), static_cast<std::int32_t>(random.below(size)), 3});
  return {size, edges};
}

TEST(GraphBound, IsNeverAboveTheLeastCut) {
  const std::vector<grid::Grid> grids = {grid::Grid({8}),
                                         grid::Grid({8}, {true}),
                                         grid::Grid({4, 2}),
                                         grid::Grid({2, 4}),
                                         grid::Grid({2, 2, 2}),
                                         grid::Grid({4, 2}, {true, false}),
                                         grid::Grid({2, 4}, {false, true})};
  int by_stencil = 0;
  for (std::uint64_t seed = 0; seed < cases(120); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random.below(4) == 0 ? random_graph(random, 8) : layered_graph(random, grids);
    const machine::Machine machine = machine::Machine::nodes(random_sizes(random, graph.size()));
    const choose::GraphBound bound = choose::graph_bound(graph, machine.node_sizes());
    EXPECT_LE(bound.cut, least_cut(graph, machine));
    EXPECT_GE(bound.cut, cost::degree_bound(graph, machine.node_sizes()));
    by_stencil += bound.source == "stencil" ? 1 : 0;
  }
  EXPECT_GT(by_stencil, cases(120) / 8);
}

/// The cut that is proven to be the least on the grid itself.
TEST(GraphBound, IsThatOfTheGridWhateverTheNumbersOfTheVertices) {
  base::Random random(3);
  const auto least = [&](const grid::Grid& grid, std::int64_t nodes, double expected) {
    const mapping::Graph graph = shuffled(random, stencil_graph(grid, grid::Stencil::nearest_neighbor(grid.ndims())));
    const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(nodes, grid.size() / nodes));
    EXPECT_EQ(choose::graph_bound(graph, machine.node_sizes()).cut, expected);
    const mapping::Order order = choose::partition(graph, machine, choose::Tier::fast).mapping.order;
    EXPECT_EQ(node_sum(graph, machine, order), expected);
  };
  least(grid::Grid({16, 16, 16}), 64, 4608);  // cubes of 4: 3 cuts of 256 edges along each dimension, both ways
  least(grid::Grid({12, 12}, {true, true}), 9, 144);
  least(grid::Grid({2, 2, 2, 2, 2, 2}), 8, 192);
}

/// All to all, exchanges along the rows, and what differs from process to process.
TEST(GraphBound, AddsUpLayers) {
  std::vector<mapping::GraphEdge> edges =
      edges_of(stencil_graph(grid::Grid({8, 8}), grid::Stencil::nearest_neighbor(2)));
  for (mapping::GraphEdge& edge : edges) edge.weight = 1000 + edge.from;
  const machine::Sizes nodes = machine::Sizes::equal(4, 16);
  const double on_grid = choose::graph_bound({64, edges}, nodes).cut;
  EXPECT_GE(on_grid, 32 * 1000) << "two cuts of 8 edges along each dimension, both ways";
  for (std::int32_t v = 0; v < 64; ++v)
    for (std::int32_t u = 0; u < 64; ++u)
      if (u != v) edges.push_back({v, u, 10});
  EXPECT_EQ(choose::graph_bound({64, edges}, nodes).cut, on_grid + 64 * 48 * 10);
}

TEST(Partition, IsAPermutationAndNeverWorseThanTheIdentity) {
  for (std::uint64_t seed = 0; seed < cases(120); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 150);
    const machine::Machine machine = random_machine(random, graph.size());
    const mapping::MapOptions options{.seed = seed};
    for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced}) {
      const mapping::Order order = choose::partition(graph, machine, tier, options).mapping.order;
      ASSERT_NO_THROW(mapping::slots_of(order));
      EXPECT_LE(node_sum(graph, machine, order), node_sum(graph, machine, identity(graph.size())));
      EXPECT_GE(node_sum(graph, machine, order), cost::degree_bound(graph, machine.node_sizes()));
      EXPECT_EQ(choose::partition(graph, machine, tier, options).mapping.order, order) << "not deterministic";
    }
  }
}

/// Shuffled grids, with weights or not, and graphs that are not grids.
mapping::Graph generated_graph(base::Random& random, std::uint64_t kind) {
  switch (kind % 6) {
    case 0: return shuffled(random, stencil_graph(grid::Grid({20, 16}), grid::Stencil::nearest_neighbor(2)));
    case 1:
      return shuffled(random, stencil_graph(grid::Grid({8, 6, 6}),
                                            grid::Stencil(3, {{{1, 0, 0}, 16}, {{0, 1, 0}, 4}, {{0, 0, 1}, 1}})));
    case 2: return geometric(random, 300);
    case 3: return gabriel(random, 300);
    case 4: return power_law(random, 300);
    default: return random_graph(random, 150);
  }
}

TEST(Partition, IsNeverWorseThanALowerTier) {
  for (std::uint64_t seed = 0; seed < cases(40); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = generated_graph(random, seed);
    const machine::Machine machine = random_machine(random, graph.size());
    const bool keep_vertex_0 = random.below(2) == 1;
    const auto score = [&](choose::Tier tier) {
      const mapping::MapOptions options{.seed = seed, .budget_seconds = 0.001};
      const choose::Choice choice = choose::partition(graph, machine, tier, options, keep_vertex_0);
      EXPECT_TRUE(!keep_vertex_0 || choice.mapping.order[machine::Slot(0)] == grid::Cell(0));
      return cost::score(cost::edge_cut(graph, machine, choice.mapping.order));
    };
    const std::vector<double> balanced = score(choose::Tier::balanced);
    EXPECT_LE(balanced, score(choose::Tier::fast));
    EXPECT_LE(score(choose::Tier::best), balanced);
  }
}

TEST(Partition, FindsTheLeastCutOfSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 9);
    const machine::Machine machine = machine::Machine::nodes(random_sizes(random, graph.size()));
    const mapping::Order order = choose::partition(graph, machine, choose::Tier::balanced).mapping.order;
    EXPECT_EQ(node_sum(graph, machine, order), least_cut(graph, machine));
  }
}

TEST(Partition, FindsHowAGridWasShuffled) {
  // It is not a stencil any more, but the same cut exists: 32 blocks of 4 x 4 in 16 x 32.
  base::Random random(7);
  const mapping::Graph graph =
      shuffled(random, stencil_graph(grid::Grid({16, 32}), grid::Stencil::nearest_neighbor(2)));
  const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(32, 16));
  const mapping::Order order = choose::partition(graph, machine, choose::Tier::balanced).mapping.order;
  const double best = 2.0 * (3 * 32 + 7 * 16);
  EXPECT_LE(node_sum(graph, machine, order), (mapping::have_scotch() ? 1.1 : 1.2) * best);
}

TEST(Partition, KeepsHeavyPairsTogetherAtEveryLevel) {
  // 4 nodes of 2 sockets of 4: vertices i and i + 16 exchange most, i and i + 8 (mod 32) less.
  std::vector<mapping::GraphEdge> edges;
  base::Random random(3);
  for (std::int32_t v = 0; v < 32; ++v) {
    edges.push_back({v, (v + 16) % 32, 1000});
    edges.push_back({v, (v + 8) % 32, 100});
    edges.push_back({v, static_cast<std::int32_t>(random.below(32)), 1});
  }
  const mapping::Graph graph(32, edges);
  const machine::Machine machine({{"node", machine::Sizes::equal(4, 8)}, {"socket", machine::Sizes::equal(8, 4)}});
  for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced}) {
    const std::vector<cost::LevelCut> cuts =
        cost::edge_cut(graph, machine, choose::partition(graph, machine, tier).mapping.order);
    EXPECT_LT(cuts[0].j_sum, 100) << choose::to_string(tier);
    EXPECT_LT(cuts[1].j_sum, 100) << choose::to_string(tier);
  }
}

TEST(Partition, BestKeepsItsStartForEveryBudget) {
  base::Random random(11);
  const mapping::Graph graph = geometric(random, 300);
  const machine::Machine machine = machine::Machine::nodes(machine::Sizes({40, 60, 20, 80, 100}));
  const mapping::Order blocked = identity(300);
  for (const double seconds : {0.001, 0.5}) {
    const mapping::Order best =
        choose::partition(graph, machine, choose::Tier::best, {.budget_seconds = seconds}).mapping.order;
    EXPECT_LT(node_sum(graph, machine, best), 0.5 * node_sum(graph, machine, blocked)) << seconds << " s";
  }
}

TEST(Partition, SmallestGraphs) {
  for (const mapping::Graph& graph : {mapping::Graph(1, {}), mapping::Graph(9, {}), complete(9), star(9)}) {
    const machine::Machine machine = machine::Machine::nodes(
        machine::Sizes(graph.size() == 1 ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{4, 2, 3}));
    EXPECT_NO_THROW(mapping::slots_of(choose::partition(graph, machine, choose::Tier::balanced).mapping.order));
  }
  EXPECT_THROW(choose::partition(complete(4), machine::Machine::nodes(machine::Sizes::equal(1, 5)), choose::Tier::fast),
               base::Error);
}

}  // namespace
}  // namespace cartwright
