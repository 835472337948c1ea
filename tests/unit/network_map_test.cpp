// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/network_map.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "fluid/simulate.hpp"
#include "mapping/algorithm.hpp"
#include "network/networks.hpp"
#include "nodes.hpp"
#include "placement/anneal_nodes.hpp"
#include "traffic/load_stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace cartwright {
namespace {

/// A periodic grid with nearest neighbors on a whole machine of 32 processes per node, as in [PERCS].
struct Case {
  Case(const std::string& spec, const grid::Coords& dims, double bytes, std::int64_t ranks_per_node = 32)
      : network(network::read_network(spec)) {
    base::FixedVector<bool, grid::max_dims> periods;
    for (std::size_t i = 0; i < dims.size(); ++i) periods.push_back(true);
    std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(dims.size()).offsets();
    for (grid::Offset& offset : offsets) offset.weight = bytes;
    problem.network = network.get();
    problem.nodes = placement::NodeOfGroup(first_nodes(network->wiring().nodes()));
    problem.ranks_per_node = ranks_per_node;
    problem.grid = grid::Grid(dims, periods);
    problem.stencil = grid::Stencil(dims.size(), offsets);
  }
  std::vector<traffic::Flow> flows(const traffic::NodeOfRank& node_of_rank) const {
    return traffic::flows_between(*traffic::stencil_traffic(problem.grid, problem.stencil), node_of_rank,
                                  network->wiring().nodes());
  }
  traffic::Bottleneck cost(const traffic::NodeOfRank& node_of_rank, const traffic::Routing& routing) const {
    return traffic::bottleneck(network->wiring(), traffic::link_loads(*network, flows(node_of_rank), routing));
  }
  const placement::BlockMapping& mapping(std::string_view name) const {
    return *std::ranges::find(placement::block_mappings(), name, &placement::BlockMapping::name);
  }
  std::vector<std::string> blocks(std::string_view name) const {
    std::vector<std::string> texts;
    for (const grid::Coords& dims : placement::block_dims(mapping(name), problem))
      texts.push_back(grid::to_string(dims));
    return texts;
  }

  std::unique_ptr<network::Network> network;
  placement::NetworkProblem problem;
};

constexpr double mib = 1 << 20;
const grid::Coords four_d = {16, 16, 16, 16};

TEST(BlockMappings, DeriveTheBlocksOfThePublication) {
  const Case seed("percs:supernodes=64", four_d, 2 * mib);
  using Blocks = std::vector<std::string>;
  EXPECT_EQ(seed.blocks("DEF"), (Blocks{"16x2x1x1", "16x16x1x1", "16x16x4x1"}));
  EXPECT_EQ(seed.blocks("BNM"), (Blocks{"4x2x2x2", "16x4x2x2", "16x16x2x2"}));
  EXPECT_EQ(seed.blocks("BDM"), (Blocks{"4x2x2x2", "4x4x4x4", "16x4x4x4"}));
  EXPECT_EQ(seed.blocks("BSM"), (Blocks{"4x2x2x2", "4x4x4x4", "8x8x4x4"}));
  EXPECT_EQ(seed.blocks("RNM"), (Blocks{"4x2x2x2"}));
  EXPECT_EQ(seed.blocks("RDM"), (Blocks{"4x2x2x2", "4x4x4x4"}));
}

TEST(BlockMappings, PutEquallyManyRanksOnEveryNode) {
  const Case small("percs:supernodes=4,drawers=2,nodes=2", {8, 4, 4}, 1, 8);
  for (const placement::BlockMapping& mapping : placement::block_mappings()) {
    std::vector<network::Node> nodes = mapping.place(small.problem, 7).items();
    std::ranges::sort(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) ASSERT_EQ(nodes[i], network::Node(i / 8)) << mapping.name;
  }
}

TEST(BlockMappings, RefuseAGridThatDoesNotFit) {
  const Case odd("percs:supernodes=4,drawers=2,nodes=2", {16, 7}, 1, 8);
  for (const placement::BlockMapping& mapping : placement::block_mappings())
    EXPECT_THROW(mapping.place(odd.problem, 1), base::Error) << mapping.name;
}

// [PERCS, 6.2], as in an independent reconstruction. If its order of nodes differs from ours, only D links are
// compared.
TEST(BlockMappings, LoadLinksAsThePublicationSays) {
  const Case seed("percs:supernodes=64", four_d, 2 * mib);
  const auto classes = [&](std::string_view name) {
    return traffic::class_loads(
        seed.network->wiring(),
        traffic::link_loads(*seed.network, seed.flows(seed.mapping(name).place(seed.problem, 1)), {}));
  };
  const auto def = classes("DEF");
  EXPECT_EQ(def[2].most, 2048 * mib);
  EXPECT_EQ(def[2].used, 256);
  EXPECT_EQ(def[0].most, 160 * mib);
  EXPECT_EQ(def[1].most, 192 * mib);
  EXPECT_EQ(classes("BNM")[2].most, 1024 * mib);
  EXPECT_EQ(classes("BDM")[2].most, 512 * mib);
  EXPECT_EQ(classes("BDM")[2].used, 384);
  EXPECT_EQ(classes("BSM")[2].most, 512 * mib);
  EXPECT_EQ(classes("BSM")[2].used, 384);
  EXPECT_LT(classes("RNM")[2].most, 512 * mib);
  EXPECT_GT(classes("RNM")[2].used, 3900);
}

/// Loads by MovingLoads against those of link_loads, in seconds.
void expect_same_busiest(placement::MovingLoads& moving, const Case& on,
                         std::span<const placement::GroupFlow> between_groups, const traffic::Routing& routing) {
  std::vector<traffic::Flow> flows;
  for (const placement::GroupFlow& flow : between_groups)
    flows.push_back({moving.node_of_group()[flow.from], moving.node_of_group()[flow.to], flow.bytes});
  std::ranges::sort(flows, {}, [](const traffic::Flow& flow) { return std::pair(flow.from, flow.to); });
  const double expected =
      traffic::bottleneck(on.network->wiring(), traffic::link_loads(*on.network, flows, routing)).network;
  ASSERT_NEAR(moving.busiest(), expected, 1e-9 * expected);
}

TEST(MovingLoads, AreThoseOfALinkCountAfterAnyMoves) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  base::Random random(seed);
  const Case on("percs:supernodes=5,drawers=2,nodes=2", {20}, 1);
  for (const traffic::Routing::Kind kind : {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant}) {
    std::vector<placement::GroupFlow> flows;  // between 12 rank groups on 20 nodes
    for (const placement::Group from : base::ids<placement::Group>(12))
      for (const placement::Group to : base::ids<placement::Group>(12))
        if (from != to && random.below(2) == 0) flows.push_back({from, to, 1 + random.unit()});
    placement::NodeOfGroup nodes(12);
    std::iota(nodes.begin(), nodes.end(), network::Node(3));
    const traffic::Routing routing{.kind = kind};
    placement::MovingLoads moving(*on.network, flows, nodes, routing);
    moving.rescale(moving.busiest(), 8);
    expect_same_busiest(moving, on, flows, routing);
    for (int i = 0; i < 300; ++i) {
      // Pairs of nodes, some of them empty.
      std::vector<network::Node> drawn = first_nodes(20);
      for (std::size_t k = drawn.size(); k > 1; --k)
        std::swap(drawn[k - 1], drawn[random.below(static_cast<std::int64_t>(k))]);
      std::vector<placement::MovingLoads::Swap> swaps;
      for (std::int64_t k = 0; k <= random.below(5); ++k) swaps.emplace_back(drawn[2 * k], drawn[2 * k + 1]);
      const placement::NodeOfGroup before = moving.node_of_group();
      const double penalty = moving.penalty();
      moving.exchange(swaps);
      if (random.below(2) == 0) {
        moving.undo();
        ASSERT_EQ(moving.node_of_group(), before);
        ASSERT_EQ(moving.penalty(), penalty);
      }
      expect_same_busiest(moving, on, flows, routing);
    }
  }
}

TEST(MapOntoNetwork, RelievesTheBusiestLinkBelowEveryKnownMapping) {
  for (const traffic::Routing::Kind kind : {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant}) {
    Case seed("percs:supernodes=16,drawers=2,nodes=4", {16, 8, 8, 4}, 2 * mib);
    seed.problem.routing.kind = kind;
    const placement::NetworkMapping found = placement::map_onto_network(seed.problem, 0.5, 1);
    for (const placement::BlockMapping& mapping : placement::block_mappings())
      EXPECT_LE(found.after.seconds(),
                seed.cost(mapping.place(seed.problem, 1), seed.problem.routing).seconds() * (1 + 1e-12))
          << mapping.name;
    if (kind == traffic::Routing::Kind::minimal) {
      EXPECT_LT(found.after.seconds(), found.before.seconds());
    }
    EXPECT_EQ(seed.cost(found.node_of_rank, seed.problem.routing).seconds(), found.after.seconds());
    std::vector<network::Node> nodes = found.node_of_rank.items();
    std::ranges::sort(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) ASSERT_EQ(nodes[i], network::Node(i / 32));
  }
}

TEST(MapOntoNetwork, SparesOtherLinksWhereTheLinksOfNodesAreTheBusiest) {
  // Every mapping sends the same bytes over the links of the nodes, and many load no other link more.
  const Case tree("fat-tree:down=8x8,up=1x4", {8, 8}, mib, 1);
  const placement::NetworkMapping mapped = placement::map_onto_network(tree.problem, 0.5, 1);
  EXPECT_EQ(mapped.after.seconds(), mapped.after.terminal);
  traffic::NodeOfRank blocks(64);  // 4 x 2 blocks of the grid on the switches
  for (const traffic::Rank rank : blocks.ids()) {
    const grid::Coords cell = tree.problem.grid.coords(grid::Cell(rank.number()));
    blocks[rank] = network::Node(8 * (cell[0] / 4 * 4 + cell[1] / 2) + cell[0] % 4 * 2 + cell[1] % 2);
  }
  const traffic::Bottleneck known = tree.cost(blocks, {});
  EXPECT_EQ(known.seconds(), mapped.after.seconds());
  EXPECT_LE(mapped.after.squares, known.squares * (1 + 1e-9));
}

TEST(MapOntoNetwork, IsAsFastInTimeAsEveryMappingWithEquallyBusyLinks) {
  Case tree("fat-tree:down=8x8,up=1x4", {16, 16}, mib, 4);
  tree.problem.grid = grid::Grid({16, 16}, {false, false});
  const auto simulated = [&](const traffic::NodeOfRank& nodes) {
    const std::unique_ptr<traffic::Traffic> traffic = traffic::stencil_traffic(tree.problem.grid, tree.problem.stencil);
    const fluid::Model model = {.link_latency = 0};
    return fluid::simulate(fluid::transfers_of(*tree.network, *traffic, nodes, {}, model)).seconds;
  };
  const placement::NetworkMapping mapped = placement::map_onto_network(tree.problem, 0.2, 1);
  const double ours = simulated(mapped.node_of_rank);
  EXPECT_EQ(mapped.after.seconds(), tree.cost(mapped.node_of_rank, {}).seconds());
  const mapping::Problem levels(tree.problem.grid, tree.problem.stencil, placement::machine_of(tree.problem));
  int compared = 0;
  for (const char* name : {"hyperplane", "kdtree", "strips", "blocked", "hilbert"}) {
    const mapping::Order order = mapping::run_algorithm(mapping::find_algorithm(name), levels).order;
    traffic::NodeOfRank nodes(order.size());
    for (const machine::Slot slot : order.ids())
      nodes[traffic::Rank(order[slot].number())] = network::Node(slot.number() / 4);
    if (tree.cost(nodes, {}).seconds() > mapped.after.seconds() * (1 + 1e-9)) continue;
    ++compared;
    EXPECT_GE(simulated(nodes), 0.98 * ours) << name;
  }
  EXPECT_GE(compared, 2);
}

TEST(MapOntoNetwork, KeepsTheOrderOfRanksUnlessAnotherIsBetter) {
  const Case torus("torus:dims=4x4", {4, 4}, mib, 1);
  const placement::NetworkMapping found = placement::map_onto_network(torus.problem, 0.01, 1);
  EXPECT_EQ(found.start, "blocked");
  for (const base::Rank rank : found.node_of_rank.ids()) EXPECT_EQ(found.node_of_rank[rank].number(), rank.number());
}

TEST(Bottleneck, IsBetterWithAShorterTimeAndThenWithASmallerSumOfSquares) {
  const traffic::Bottleneck one{.network = 2, .terminal = 1, .squares = 8};
  EXPECT_TRUE((traffic::Bottleneck{.network = 1.9, .terminal = 1, .squares = 9}).better_than(one));
  EXPECT_FALSE((traffic::Bottleneck{.network = 1, .terminal = 2.1, .squares = 1}).better_than(one));
  EXPECT_TRUE((traffic::Bottleneck{.network = 1, .terminal = 2, .squares = 7}).better_than(one));
  EXPECT_FALSE(one.better_than(one));
}

TEST(MapOntoNetwork, GivesTheSameMappingForTheSameSeed) {
  const Case seed("percs:supernodes=4,drawers=2,nodes=4", {8, 8, 4, 4}, 1);
  EXPECT_EQ(placement::map_onto_network(seed.problem, 0.1, 5).node_of_rank,
            placement::map_onto_network(seed.problem, 0.1, 5).node_of_rank);
}

}  // namespace
}  // namespace cartwright
