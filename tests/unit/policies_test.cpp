// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/random.hpp"
#include "network/networks.hpp"
#include "nodes.hpp"
#include "placement/domains.hpp"
#include "placement/policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include <fmt/ranges.h>

namespace cartwright {
namespace {

using Nodes = std::vector<network::Node>;

/// 4 supernodes of 2 drawers of 4 nodes: 32 nodes, each its own router, in groups of 8.
std::unique_ptr<network::Network> small_percs() {
  return network::read_network("percs:supernodes=4,drawers=2,nodes=4");
}
/// 2 nodes per router, 4 routers per group.
std::unique_ptr<network::Network> small_dragonfly() {
  return network::read_network("dragonfly:routers=4,global=1,nodes=2");
}

Nodes choose(std::string_view policy, const network::Network& network, const Nodes& free, std::int64_t nodes,
             std::uint64_t seed = 0) {
  const auto traffic = traffic::alltoall_traffic(grid::Grid(grid::Coords{nodes}), {0}, 1e6);
  placement::Job job;
  job.nodes = nodes;
  job.traffic = traffic.get();
  for (const placement::Group group : base::ids<placement::Group>(nodes)) job.group_of_rank.push_back(group);
  placement::PolicyOptions options;
  options.seed = seed;
  options.budget_seconds = 0;
  return placement::find_policy(policy).select(network, free, job, options);
}

Nodes random_free(base::Random& random, std::int32_t nodes) {
  Nodes free;
  for (const network::Node node : base::ids<network::Node>(nodes))
    if (random.below(2) == 0) free.push_back(node);
  return free;
}

/// Every policy, on random sets of free nodes of two networks.
template <typename Check>
void each_choice(Check check) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  base::Random random(seed);
  for (const auto& network : {small_percs(), small_dragonfly()})
    for (int repeat = 0; repeat < 10; ++repeat) {
      const Nodes free = random_free(random, network->wiring().nodes());
      if (free.empty()) continue;
      const std::int64_t wanted = 1 + random.below(static_cast<std::int64_t>(free.size()));
      for (const placement::Policy& policy : placement::policies()) {
        SCOPED_TRACE(policy.name);
        check(policy, *network, free, wanted, random.next());
      }
    }
}

TEST(Policies, ChooseAsManyDifferentFreeNodesAsAreWanted) {
  each_choice([](const placement::Policy& policy, const network::Network& network, const Nodes& free,
                 std::int64_t wanted, std::uint64_t seed) {
    Nodes chosen = choose(policy.name, network, free, wanted, seed);
    EXPECT_EQ(static_cast<std::int64_t>(chosen.size()), wanted);
    std::ranges::sort(chosen);
    EXPECT_EQ(std::ranges::adjacent_find(chosen), chosen.end());
    EXPECT_TRUE(std::ranges::includes(free, chosen));
  });
}

TEST(Policies, DoNotDependOnTheOrderOfTheFreeNodes) {
  each_choice([](const placement::Policy& policy, const network::Network& network, const Nodes& free,
                 std::int64_t wanted, std::uint64_t seed) {
    if (policy.name == "predicted") return;  // refines until its budget is spent
    const Nodes reversed(free.rbegin(), free.rend());
    EXPECT_EQ(choose(policy.name, network, free, wanted, seed), choose(policy.name, network, reversed, wanted, seed));
  });
}

TEST(Policies, RefuseAJobLargerThanTheFreeSet) {
  const auto network = small_percs();
  for (const placement::Policy& policy : placement::policies()) {
    SCOPED_TRACE(policy.name);
    EXPECT_THROW(choose(policy.name, *network, nodes({1, 2, 3}), 4), base::Error);
    EXPECT_THROW(choose(policy.name, *network, {}, 1), base::Error);
  }
  EXPECT_THROW(placement::find_policy("best"), base::Error);
}

TEST(Contiguous, TakesTheFirstRunThatHoldsTheJob) {
  const auto network = small_percs();
  EXPECT_EQ(choose("contiguous", *network, nodes({0, 1, 3, 4, 5, 7, 8, 9, 10}), 3), nodes({3, 4, 5}));
  EXPECT_EQ(choose("contiguous", *network, nodes({0, 1, 3, 4, 5, 7, 8, 9, 10}), 4), nodes({7, 8, 9, 10}));
}

TEST(Contiguous, TakesTheFewestRunsWhereNoneHoldsTheJob) {
  const auto network = small_percs();
  // The longest run, and of the others the shortest that holds the rest; the first of several.
  EXPECT_EQ(choose("contiguous", *network, nodes({0, 2, 3, 5, 6, 8, 9, 10, 12, 13, 14, 15}), 6),
            nodes({2, 3, 12, 13, 14, 15}));
  EXPECT_EQ(choose("contiguous", *network, nodes({0, 2, 3, 5, 6, 8, 9, 10, 12, 13, 14, 15}), 5),
            nodes({0, 12, 13, 14, 15}));
}

std::size_t runs(const Nodes& nodes) {
  std::size_t count = nodes.empty() ? 0 : 1;
  for (std::size_t i = 1; i < nodes.size(); ++i) count += nodes[i].number() != nodes[i - 1].number() + 1 ? 1 : 0;
  return count;
}

TEST(Contiguous, NeverTakesMoreRunsThanAnyChoiceNeeds) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  base::Random random(seed);
  const auto network = small_percs();
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Nodes free = random_free(random, 12);
    if (free.empty()) continue;
    const std::int64_t wanted = 1 + random.below(static_cast<std::int64_t>(free.size()));
    std::size_t least = free.size();
    for (unsigned set = 0; set < 1U << free.size(); ++set) {
      if (std::popcount(set) != wanted) continue;
      Nodes nodes;
      for (std::size_t i = 0; i < free.size(); ++i)
        if ((set >> i & 1U) != 0) nodes.push_back(free[i]);
      least = std::min(least, runs(nodes));
    }
    EXPECT_EQ(runs(choose("contiguous", *network, free, wanted)), least);
  }
}

TEST(RandomPolicies, FillTheDomainsThatTheyDraw) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  base::Random random(seed);
  const auto network = small_dragonfly();
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Nodes free = random_free(random, network->wiring().nodes());
    if (free.empty()) continue;
    const std::int64_t wanted = 1 + random.below(static_cast<std::int64_t>(free.size()));
    for (const auto& [policy, domains] : {std::pair{"random-router", placement::by_router(network->wiring(), free)},
                                          std::pair{"random-group", placement::by_group(network->wiring(), free)}}) {
      const Nodes chosen = choose(policy, *network, free, wanted, random.next());
      int in_part = 0;
      for (const placement::Domain& domain : domains) {
        const auto taken =
            std::ranges::count_if(domain, [&](network::Node node) { return std::ranges::binary_search(chosen, node); });
        in_part += taken > 0 && taken < static_cast<std::ptrdiff_t>(domain.size()) ? 1 : 0;
      }
      EXPECT_LE(in_part, 1) << policy;
    }
  }
}

TEST(RandomPolicies, DrawEveryNodeAlikeAndOtherwiseForOtherSeeds) {
  const auto network = small_dragonfly();
  const Nodes free = first_nodes(network->wiring().nodes());
  for (const char* policy : {"random-node", "random-router", "random-group"}) {
    base::IndexVector<network::Node, int> drawn(free.size());
    constexpr int repeats = 1000;
    for (int seed = 0; seed < repeats; ++seed)
      for (const network::Node node : choose(policy, *network, free, 8, static_cast<std::uint64_t>(seed)))
        ++drawn[node];
    // Five deviations of the coarsest drawing: a whole group of eight or nothing.
    const double part = 8.0 / static_cast<double>(free.size());
    const double most = 5 * std::sqrt(repeats * part * (1 - part));
    for (const int times : drawn) EXPECT_NEAR(times, repeats * part, most) << policy;
  }
}

TEST(LevelSpread, KeepsASmallJobOnTheIdlestRouter) {
  const auto network = small_dragonfly();
  EXPECT_EQ(choose("level-spread", *network, nodes({0, 2, 4, 5, 6, 7}), 2), nodes({4, 5}));
}

TEST(LevelSpread, SpreadsAJobOverTheRoutersOfTheIdlestGroup) {
  const auto network = small_dragonfly();
  ASSERT_EQ(placement::by_group(network->wiring(), nodes({0, 7, 8})).size(), 2U);
  // Group 1 has six free nodes, on routers of 2, 2, 1 and 1.
  const Nodes free = nodes({0, 1, 2, 3, 8, 9, 10, 11, 12, 14, 16});
  EXPECT_EQ(choose("level-spread", *network, free, 4), nodes({8, 10, 12, 14}));
  EXPECT_EQ(choose("level-spread", *network, free, 5), nodes({8, 9, 10, 12, 14}));
}

TEST(LevelSpread, SpreadsALargeJobOverAllGroups) {
  const auto network = small_dragonfly();
  const Nodes free = nodes({0, 1, 2, 3, 8, 9, 16, 17, 18});
  EXPECT_EQ(choose("level-spread", *network, free, 7), nodes({0, 1, 2, 8, 9, 16, 17}));
}

TEST(LevelSpread, SpreadsOverTheWholeOfANetworkWithoutGroups) {
  const auto network = network::read_network("torus:dims=4x4");
  EXPECT_EQ(choose("level-spread", *network, first_nodes(16), 3), nodes({0, 1, 2}));
}

/// The cube of [Aseeri2019, IV-E], where lines of blades are linked to each other. Blades are numbered by group, then
/// chassis, then slot: six in a group.
struct SmallCube {
  std::unique_ptr<network::Network> network = network::read_network("cube:groups=4,chassis=2,blades=3,nodes=2");
  Nodes all = first_nodes(48);

  std::vector<int> blades(std::string_view policy, const Nodes& free, std::int64_t nodes) const {
    std::vector<int> blades;
    for (const network::Node node : choose(policy, *network, free, nodes)) blades.push_back(node.number() / 2);
    return blades;
  }
  /// The most bytes on a cable in an all-to-all of 1 MB from each node to each other.
  double most_bytes(std::string_view policy, std::int64_t nodes) const {
    const auto traffic = traffic::alltoall_traffic(grid::Grid(grid::Coords{nodes}), {0}, 1e6);
    const Nodes chosen = choose(policy, *network, all, nodes);
    const auto flows = traffic::flows_between(*traffic, traffic::NodeOfRank(chosen), 48);
    return std::ranges::max(traffic::link_loads(*network, flows, {}).links);
  }
};

using Blades = std::vector<int>;

TEST(Connected, FillsLinesOfBladesThroughAllGroups) {
  const SmallCube cube;
  EXPECT_EQ(cube.blades("connected", cube.all, 4), (Blades{0, 6, 12, 18}));
  EXPECT_EQ(cube.blades("connected", cube.all, 8), (Blades{0, 1, 6, 7, 12, 13, 18, 19}));
  // A blade that is taken makes its line shorter, and another line comes first.
  Nodes some = cube.all;
  std::erase_if(some, [](network::Node node) { return node.number() / 2 == 12; });
  EXPECT_EQ(cube.blades("connected", some, 4), (Blades{3, 9, 15, 21}));
  // One node of each of the 24 blades, then the second ones.
  const Nodes blades = choose("connected", *cube.network, cube.all, 24);
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(blades[i], network::Node(2 * static_cast<int>(i)));
  EXPECT_EQ(choose("connected", *cube.network, cube.all, 48), cube.all);
}

TEST(ConnectedAll, FillsEachBladeOfALine) {
  const SmallCube cube;
  EXPECT_EQ(cube.blades("connected-all", cube.all, 4), (Blades{0, 0, 6, 6}));
  EXPECT_EQ(cube.blades("connected-all", cube.all, 10), (Blades{0, 0, 1, 1, 6, 6, 12, 12, 18, 18}));
  // A node that is taken leaves its line with seven, and a full line of the other chassis comes first.
  Nodes some = cube.all;
  std::erase(some, network::Node(24));
  EXPECT_EQ(cube.blades("connected-all", some, 8), (Blades{3, 3, 9, 9, 15, 15, 21, 21}));
  // In a line, blades with more free nodes come first.
  EXPECT_EQ(cube.blades("connected-all", nodes({0, 12, 13, 24}), 2), (Blades{6, 6}));
  EXPECT_EQ(choose("connected-all", *cube.network, cube.all, 48), cube.all);
}

// By hand: with a node on each of four blades, a cable carries one message of 1 MB in each direction. With two nodes on
// each of two blades, the cable between them carries those from two nodes to two nodes.
TEST(ConnectedAll, LoadsTheCableBetweenTwoBladesWithTheMessagesOfAllTheirNodes) {
  const SmallCube cube;
  EXPECT_DOUBLE_EQ(cube.most_bytes("connected", 4), 1e6);
  EXPECT_DOUBLE_EQ(cube.most_bytes("connected-all", 4), 4e6);
}

TEST(Connected, LinksEveryPairOfAJobThatFitsInALine) {
  const auto cube = network::read_network("cube:groups=6,chassis=3,blades=4,nodes=2");
  base::Random random(11);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Nodes free = random_free(random, cube->wiring().nodes());
    if (free.size() < 3) continue;
    const Nodes nodes = choose(repeat % 2 == 0 ? "connected" : "connected-all", *cube, free, 3);
    for (const network::Node a : nodes)
      for (const network::Node b : nodes) {
        network::Route route;
        cube->route(a, b, network::Paths::single, route);
        EXPECT_LE(route.size(), 1U) << repeat;
      }
  }
}

}  // namespace
}  // namespace cartwright
