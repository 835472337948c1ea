// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/link_loads.hpp"

#include "network/networks.hpp"
#include "nodes.hpp"
#include "random_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace cartwright {
namespace {

using Loads = base::IndexVector<network::LinkId, double>;

void expect_loads_near(const Loads& a, const Loads& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const network::LinkId link : a.ids())
    EXPECT_NEAR(a[link], b[link], 1e-9 * (1 + std::abs(b[link]))) << "link " << link.number();
}

Loads routed(const network::Network& network, network::Node from, network::Node to, network::Paths paths,
             double bytes) {
  Loads loads(network.wiring().links().size());
  network::Route route;
  network.route(from, to, paths, route);
  for (const network::Share& share : route) loads[share.link] += bytes * share.part;
  return loads;
}

void add_to(Loads& sum, const Loads& more) {
  for (const network::LinkId link : sum.ids()) sum[link] += more[link];
}

/// The reference: routes every message of every rank separately.
Loads slow_loads(const network::Network& network, const traffic::Traffic& traffic,
                 const traffic::NodeOfRank& node_of_rank, network::Paths paths) {
  Loads loads(network.wiring().links().size());
  const auto send = [&](traffic::Rank from, traffic::Rank to, double bytes) {
    add_to(loads, routed(network, node_of_rank[from], node_of_rank[to], paths, bytes));
  };
  std::vector<traffic::Send> sends;
  for (const traffic::Rank rank : base::ids<traffic::Rank>(traffic.ranks())) {
    sends.clear();
    traffic.sends(rank, sends);
    for (const traffic::Send& one : sends) send(rank, one.to, one.bytes);
  }
  for (const traffic::Team& team : traffic.teams())
    for (const traffic::Rank from : team.ranks)
      for (const traffic::Rank to : team.ranks)
        if (from != to) send(from, to, team.bytes);
  return loads;
}

/// The reference: routes every flow over each of its detours.
Loads slow_valiant(const network::Network& network, const std::vector<traffic::Flow>& flows, network::Paths paths) {
  Loads loads(network.wiring().links().size());
  for (const traffic::Flow& flow : flows) {
    const std::int32_t a = network.domain_of(flow.from);
    const std::int32_t b = network.domain_of(flow.to);
    std::vector<network::Node> turns;
    for (std::int32_t detour = 0; detour < network.detours(); ++detour) {
      const std::int32_t d = network.domain_of_detour(detour);
      if (a == b ? d == a && network.detours_within_domain() : d != a && d != b)
        turns.push_back(network.turn(a, detour));
    }
    if (turns.empty()) add_to(loads, routed(network, flow.from, flow.to, paths, flow.bytes));
    for (const network::Node turn : turns) {
      const double bytes = flow.bytes / static_cast<double>(turns.size());
      add_to(loads, routed(network, flow.from, turn, paths, bytes));
      add_to(loads, routed(network, turn, flow.to, paths, bytes));
    }
  }
  return loads;
}

std::unique_ptr<network::Network> small_percs(base::Random& random) {
  return network::read_network(fmt::format("percs:supernodes={},drawers={},nodes={},d-links={}", 2 + random.below(5),
                                           1 + random.below(3), 1 + random.below(4), 1 + random.below(3)));
}

std::unique_ptr<network::Network> random_network(base::Random& random) {
  constexpr std::array specs = {"dragonfly:routers=3,global=1,nodes=2",
                                "cube:chassis=2,blades=2,groups=3,nodes=2",
                                "dragonfly+:leaves=2,spines=2,global=1,nodes=2,groups=3",
                                "fat-tree:down=2x3,up=1x2,cables=1x2",
                                "torus:dims=3x4",
                                "torus:dims=2x2x3"};
  switch (random.below(3)) {
    case 0: return small_percs(random);
    case 1: return network::read_network(specs[random.below(specs.size())]);
    default: return graph(random_wiring(random));
  }
}

/// Calls `test` with networks, traffic on them and a way of routing.
template <typename Test>
void over_random_inputs(int count, Test test) {
  for (int seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(static_cast<std::uint64_t>(seed));
    const auto network = random_network(random);
    const std::int64_t ranks = 2 + random.below(24);
    const auto traffic = random_traffic(random, ranks);
    const traffic::NodeOfRank places = random_places(random, ranks, network->wiring().nodes());
    test(random, *network, *traffic, places, random.below(2) == 0 ? network::Paths::shared : network::Paths::single);
    if (testing::Test::HasFailure()) return;
  }
}

double total(const Loads& loads) { return std::accumulate(loads.begin(), loads.end(), 0.0); }

double hops(const network::Network& network, const traffic::Flow& flow, network::Paths paths) {
  network::Route route;
  network.route(flow.from, flow.to, paths, route);
  double sum = 0;
  for (const network::Share& share : route) sum += share.part;
  return sum;
}

/// The objective of UGAL's fixed point: bytes times the seconds in their queues.
double queueing(const network::Wiring& wiring, const Loads& loads) {
  double sum = 0;
  for (const network::LinkId link : loads.ids()) sum += loads[link] * loads[link] / wiring.bandwidth(link);
  return sum;
}

TEST(LinkLoads, AreThoseOfEveryMessageRoutedByItself) {
  over_random_inputs(400, [](base::Random&, const network::Network& network, const traffic::Traffic& traffic,
                             const auto& places, network::Paths paths) {
    const auto flows = traffic::flows_between(traffic, places, network.wiring().nodes());
    expect_loads_near(traffic::link_loads(network, flows, {traffic::Routing::Kind::minimal, paths}).links,
                      slow_loads(network, traffic, places, paths));
  });
}

TEST(LinkLoads, SumToBytesTimesHops) {
  over_random_inputs(400, [](base::Random&, const network::Network& network, const traffic::Traffic& traffic,
                             const auto& places, network::Paths paths) {
    const auto flows = traffic::flows_between(traffic, places, network.wiring().nodes());
    double expected = 0;
    for (const traffic::Flow& flow : flows) expected += flow.bytes * hops(network, flow, paths);
    const double sum = total(traffic::link_loads(network, flows, {traffic::Routing::Kind::minimal, paths}).links);
    EXPECT_NEAR(sum, expected, 1e-9 * (1 + expected));
  });
}

TEST(LinkLoads, OfAllDetoursAreTheirAverage) {
  over_random_inputs(400, [](base::Random&, const network::Network& network, const traffic::Traffic& traffic,
                             const auto& places, network::Paths paths) {
    const auto flows = traffic::flows_between(traffic, places, network.wiring().nodes());
    const bool by_switch = network.wiring().nodes() != network.wiring().switches();
    auto routed_flows = flows;
    if (by_switch) {  // nodes of a switch count as one
      std::erase_if(routed_flows, [&](const traffic::Flow& flow) {
        return network.wiring().switch_of(flow.from) == network.wiring().switch_of(flow.to);
      });
    }
    expect_loads_near(traffic::link_loads(network, routed_flows, {traffic::Routing::Kind::valiant, paths}).links,
                      slow_valiant(network, routed_flows, paths));
  });
}

TEST(LinkLoads, OfManySampledDetoursComeNearTheirAverage) {
  const auto network = network::read_network("percs:supernodes=6,drawers=2,nodes=2");
  const auto flows = flows_of({{0, 5, 100}, {1, 20, 300}, {13, 2, 50}});
  const auto expected = traffic::link_loads(*network, flows, {traffic::Routing::Kind::valiant}).links;
  const auto sampled =
      traffic::link_loads(*network, flows, {traffic::Routing::Kind::valiant, network::Paths::shared, 40'000, 7}).links;
  EXPECT_NEAR(total(sampled), total(expected), 0.02 * total(expected));
  for (const network::LinkId link : expected.ids())
    EXPECT_NEAR(sampled[link], expected[link], 4) << "link " << link.number();
}

TEST(LinkLoads, OfOneSampleAreOfWholeRoutes) {
  const auto network = network::read_network("percs:supernodes=6,drawers=2,nodes=2");
  const auto flow = flows_of({{0, 21, 64}});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto loads =
        traffic::link_loads(*network, flow, {traffic::Routing::Kind::valiant, network::Paths::shared, 1, seed}).links;
    const auto crossed = std::ranges::count_if(loads, [](double bytes) { return bytes == 64; });
    EXPECT_EQ(static_cast<double>(crossed) * 64, total(loads));
    EXPECT_GE(crossed, 2);
    EXPECT_LE(crossed, 5);  // L-D-L-D-L
  }
}

TEST(LinkLoads, OfUgalQueueNoMoreThanMinimalOrDetouredOnes) {
  over_random_inputs(60, [](base::Random&, const network::Network& network, const traffic::Traffic& traffic,
                            const auto& places, network::Paths paths) {
    const auto flows = traffic::flows_between(traffic, places, network.wiring().nodes());
    const auto queue = [&](traffic::Routing::Kind kind) {
      return queueing(network.wiring(), traffic::link_loads(network, flows, {kind, paths}).links);
    };
    const double ugal = queue(traffic::Routing::Kind::ugal);
    EXPECT_LE(ugal, 1.001 * queue(traffic::Routing::Kind::minimal));
    EXPECT_LE(ugal, 1.01 * queue(traffic::Routing::Kind::valiant));
  });
}

TEST(LinkLoads, OfUgalFollowMinimalPathsWhereTheyAreFreeAndLeaveThemWhereTheyAreNot) {
  const auto network = network::read_network("percs:supernodes=8,drawers=2,nodes=2");
  const auto spread = flows_of({{0, 1, 10}, {2, 3, 10}});
  EXPECT_NEAR(traffic::link_loads(*network, spread, {traffic::Routing::Kind::ugal}).minimal_part, 1, 1e-6);
  std::vector<traffic::Flow> crowded;  // all of supernode 0 to all of supernode 1: one D link
  for (int from = 0; from < 4; ++from)
    for (int to = 4; to < 8; ++to) crowded.push_back({network::Node(from), network::Node(to), 10});
  const traffic::LinkLoads ugal = traffic::link_loads(*network, crowded, {traffic::Routing::Kind::ugal});
  EXPECT_LT(ugal.minimal_part, 0.5);
  EXPECT_LT(traffic::bottleneck(network->wiring(), ugal).network,
            0.5 * traffic::bottleneck(network->wiring(), traffic::link_loads(*network, crowded, {})).network);
}

TEST(LinkLoads, OfUgalAreFoundOnNetworksOfManyNodes) {
  const auto network = network::read_network("dragonfly:routers=16,global=8,nodes=8");
  ASSERT_GT(network->wiring().nodes(), 16000);
  std::vector<traffic::Flow> crowded;  // group 0 to group 1, and one far away
  for (int from = 0; from < 128; ++from) crowded.push_back({network::Node(from), network::Node(128 + from), 10});
  crowded.push_back({network::Node(9000), network::Node(12000), 10});
  const traffic::LinkLoads ugal = traffic::link_loads(*network, crowded, {traffic::Routing::Kind::ugal});
  EXPECT_LT(ugal.minimal_part, 0.5);
  EXPECT_LT(traffic::bottleneck(network->wiring(), ugal).network,
            0.1 * traffic::bottleneck(network->wiring(), traffic::link_loads(*network, crowded, {})).network);
}

TEST(LinkLoads, OfSeveralJobsAddUp) {
  over_random_inputs(200, [](base::Random& random, const network::Network& network, const traffic::Traffic& one,
                             const auto& places, network::Paths paths) {
    const auto other = random_traffic(random, one.ranks());
    const std::int32_t nodes = network.wiring().nodes();
    const std::vector<std::vector<traffic::Flow>> jobs = {
        traffic::flows_between(one, places, nodes),
        traffic::flows_between(*other, random_places(random, one.ranks(), nodes), nodes)};
    for (const traffic::Routing::Kind kind : {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant}) {
      Loads sum = traffic::link_loads(network, jobs[0], {kind, paths}).links;
      add_to(sum, traffic::link_loads(network, jobs[1], {kind, paths}).links);
      expect_loads_near(traffic::link_loads(network, traffic::merged_flows(jobs), {kind, paths}).links, sum);
    }
  });
}

TEST(LinkLoads, AreNoneBetweenRanksOfOneNode) {
  over_random_inputs(100, [](base::Random& random, const network::Network& network, const traffic::Traffic& traffic,
                             const auto&, network::Paths paths) {
    const network::Node node(random.below(network.wiring().nodes()));
    const traffic::NodeOfRank together(traffic.ranks(), node);
    const auto flows = traffic::flows_between(traffic, together, network.wiring().nodes());
    EXPECT_TRUE(flows.empty());
    EXPECT_EQ(total(traffic::link_loads(network, flows, {traffic::Routing::Kind::minimal, paths}).links), 0);
  });
}

TEST(LinkLoads, DoNotDependOnHowNodesAndSwitchesAreNumbered) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const network::WiringParts parts = random_wiring(random);
    const auto shuffled = [&]<typename I>(I, std::size_t size) {
      std::vector<I> order(size);
      std::iota(order.begin(), order.end(), I(0));
      for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::int64_t>(i))]);
      return base::IndexVector<I, I>(std::move(order));
    };
    const auto new_switch = shuffled(network::Switch(), parts.switch_names.size());
    const auto new_node = shuffled(network::Node(), parts.node_names.size());
    const auto new_link = shuffled(network::LinkId(), parts.links.size());
    network::WiringParts other = parts;
    for (const network::Switch at : parts.switch_names.ids())
      other.switch_names[new_switch[at]] = parts.switch_names[at];
    for (const network::Node node : parts.node_names.ids()) {
      other.node_names[new_node[node]] = parts.node_names[node];
      other.switch_of_node[new_node[node]] = new_switch[parts.switch_of_node[node]];
    }
    for (const network::LinkId id : parts.links.ids()) {
      const network::Link& link = parts.links[id];
      other.links[new_link[id]] = {new_switch[link.from], new_switch[link.to], link.link_class};
    }
    const auto a = graph(parts);
    const auto b = graph(other);
    const auto traffic = random_traffic(random, 16);
    const traffic::NodeOfRank places = random_places(random, 16, a->wiring().nodes());
    traffic::NodeOfRank moved;
    for (const network::Node place : places) moved.push_back(new_node[place]);
    for (const traffic::Routing::Kind kind : {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant}) {
      const auto here =
          traffic::link_loads(*a, traffic::flows_between(*traffic, places, a->wiring().nodes()), {kind}).links;
      const auto there =
          traffic::link_loads(*b, traffic::flows_between(*traffic, moved, b->wiring().nodes()), {kind}).links;
      Loads back;
      for (const network::LinkId link : here.ids()) back.push_back(there[new_link[link]]);
      expect_loads_near(back, here);
    }
  }
}

TEST(LinkLoads, OfShiftsOnAPeriodicLineAreAllEqual) {
  std::vector<std::pair<std::int32_t, std::int32_t>> cables;
  for (std::int32_t at = 0; at < 12; ++at) cables.emplace_back(at, (at + 1) % 12);
  const auto ring = graph(cabled(12, cables));
  const traffic::NodeOfRank places(first_nodes(12));
  for (const std::int64_t shift : {1, 3, 5}) {
    const auto flows = traffic::flows_between(*traffic::multicast_traffic(12, 1, shift, 8), places, 12);
    const auto loads = traffic::link_loads(*ring, flows, {}).links;
    for (std::size_t i = 0; i < loads.size(); i += 2) {  // the forward links; nothing goes back
      EXPECT_DOUBLE_EQ(loads[network::LinkId(i)], 8.0 * static_cast<double>(shift));
      EXPECT_EQ(loads[network::LinkId(i + 1)], 0);
    }
  }
}

TEST(LinkLoads, OfAStencilOnATorusOfItsShapeAreAllEqual) {
  const auto torus = network::read_network("torus:dims=4x5x6");
  const grid::Grid grid({4, 5, 6}, {true, true, true});
  const auto traffic = traffic::stencil_traffic(grid, grid::Stencil::nearest_neighbor(3));
  const traffic::NodeOfRank places(first_nodes(grid.size()));
  for (const double load : traffic::link_loads(*torus, traffic::flows_between(*traffic, places, 120), {}).links)
    EXPECT_EQ(load, 1);
}

TEST(LinkLoads, OfAnAllToAllOnACanonicalDragonflyAreEqualBetweenGroups) {
  const auto dragonfly = network::read_network("dragonfly:routers=4,global=2,nodes=2");
  const network::Wiring& wiring = dragonfly->wiring();
  const traffic::NodeOfRank places(first_nodes(wiring.nodes()));
  const auto flows =
      traffic::flows_between(*traffic::alltoall_traffic(grid::Grid({wiring.nodes()}), {0}, 1), places, wiring.nodes());
  const auto loads = traffic::link_loads(*dragonfly, flows, {}).links;
  int global = 0;
  for (const network::LinkId link : loads.ids()) {
    if (wiring.classes()[wiring.links()[link].link_class].name != "global") continue;
    ++global;
    EXPECT_DOUBLE_EQ(loads[link], 8 * 8);  // all of one group to all of another over their one link
  }
  EXPECT_EQ(global, 9 * 8);
}

TEST(LinkLoads, OfAnAllToAllOnAHypercubeAreAllEqual) {
  std::vector<std::pair<std::int32_t, std::int32_t>> cables;
  for (std::int32_t at = 0; at < 32; ++at)
    for (std::int32_t bit = 1; bit < 32; bit *= 2)
      if ((at & bit) == 0) cables.emplace_back(at, at | bit);
  const auto cube = graph(cabled(32, cables));
  const traffic::NodeOfRank places(first_nodes(32));
  const auto flows = traffic::flows_between(*traffic::alltoall_traffic(grid::Grid({32}), {0}, 1), places, 32);
  for (const traffic::Routing::Kind kind :
       {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant, traffic::Routing::Kind::ugal}) {
    const std::vector<double> loads = traffic::link_loads(*cube, flows, {kind}).links.items();
    for (const double load : loads) EXPECT_NEAR(load, loads.front(), 1e-9);
    EXPECT_GT(loads.front(), 0);
  }
  // 32 x 31 pairs, 80 hops from each node to all others, 160 links.
  EXPECT_DOUBLE_EQ(traffic::link_loads(*cube, flows, {}).links[network::LinkId(0)], 16);
}

TEST(LinkLoads, OfTerminalLinksAreTheBytesThatNodesSendAndReceive) {
  network::WiringParts parts = cabled(3, {{0, 1}, {1, 2}});
  parts.terminal_bandwidth = 1e9;
  const auto network = graph(parts);
  const auto flows = flows_of({{0, 1, 3}, {0, 2, 4}, {1, 2, 5}});
  const traffic::LinkLoads loads = traffic::link_loads(*network, flows, {});
  EXPECT_EQ(loads.injection.items(), (std::vector<double>{7, 5, 0}));
  EXPECT_EQ(loads.ejection.items(), (std::vector<double>{0, 3, 9}));
  EXPECT_DOUBLE_EQ(traffic::bottleneck(network->wiring(), loads).terminal, 9e-9);
  EXPECT_DOUBLE_EQ(traffic::bottleneck(network->wiring(), loads).network, 9e-9);
}

TEST(LinkLoads, NameTheSwitchesWithoutAPath) {
  network::WiringParts parts = cabled(4, {{0, 1}, {2, 3}});
  const auto network = graph(parts);
  const auto flows = flows_of({{0, 3, 1}});
  EXPECT_THROW(traffic::link_loads(*network, flows, {}), base::Error);
}

}  // namespace
}  // namespace cartwright
