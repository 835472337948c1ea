// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/random.hpp"
#include "network/global_ports.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <thread>

namespace cartwright {
namespace {

constexpr double close = 1e-9;

network::Route route_of(const network::Network& network, network::Node from, network::Node to, network::Paths paths) {
  network::Route route;
  network.route(from, to, paths, route);
  return route;
}

/// All pairs of small networks, a sample of larger ones.
template <typename Check>
void for_pairs(const network::Network& network, Check check) {
  constexpr std::int64_t enough = 400;
  const std::int64_t nodes = network.wiring().nodes();
  const std::uint64_t seed = 20260101;
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  for (std::int64_t i = 0; i < std::min(enough, nodes * nodes); ++i) {
    const bool all = nodes * nodes <= enough;
    const network::Node from(all ? i / nodes : random.below(nodes));
    const network::Node to(all ? i % nodes : random.below(nodes));
    SCOPED_TRACE(network.wiring().node_name(from) + " to " + network.wiring().node_name(to));
    check(from, to);
  }
}

class SmallNetwork : public testing::TestWithParam<std::string> {
 protected:
  const std::unique_ptr<network::Network> network_ = network::read_network(GetParam());
  const network::Wiring& wiring_ = network_->wiring();
};

TEST_P(SmallNetwork, EveryRouteConnectsItsTwoSwitches) {
  for_pairs(*network_, [&](network::Node from, network::Node to) {
    for (const network::Paths paths : {network::Paths::shared, network::Paths::single}) {
      const network::Route route = route_of(*network_, from, to, paths);
      const network::Switch source = wiring_.switch_of(from);
      const network::Switch target = wiring_.switch_of(to);
      EXPECT_EQ(route.empty(), source == target);
      base::IndexVector<network::Switch, double> balance(wiring_.switches(), 0);
      std::set<network::LinkId> links;
      for (const network::Share& share : route) {
        ASSERT_LT(share.link.index(), wiring_.links().size());
        EXPECT_TRUE(links.insert(share.link).second) << "a link is twice in one route";
        EXPECT_GT(share.part, 0);
        EXPECT_LE(share.part, paths == network::Paths::single ? 1 : 1 + close);
        balance[wiring_.links()[share.link].from] += share.part;
        balance[wiring_.links()[share.link].to] -= share.part;
      }
      if (source != target) {
        balance[source] -= 1;
        balance[target] += 1;
      }
      for (const double rest : balance) EXPECT_NEAR(rest, 0, close);
    }
  });
}

TEST_P(SmallNetwork, ASinglePathVisitsNoSwitchTwice) {
  for_pairs(*network_, [&](network::Node from, network::Node to) {
    std::set<network::Switch> left;
    for (const network::Share& share : route_of(*network_, from, to, network::Paths::single)) {
      EXPECT_EQ(share.part, 1);
      EXPECT_TRUE(left.insert(wiring_.links()[share.link].from).second);
    }
  });
}

TEST_P(SmallNetwork, SharedRoutesAreAllShortestPathsInEqualPartsOrTheOneOfTheTables) {
  if (!network_->routes_by_switch(network::Paths::shared)) {
    for_pairs(*network_, [&](network::Node from, network::Node to) {
      for (const network::Share& share : route_of(*network_, from, to, network::Paths::shared))
        EXPECT_EQ(share.part, 1);
    });
    return;
  }
  const EveryPath every(wiring_);
  for_pairs(*network_, [&](network::Node from, network::Node to) {
    std::map<network::LinkId, double> wanted;
    const auto paths = every.between(wiring_.switch_of(from), wiring_.switch_of(to));
    for (const std::vector<network::LinkId>& path : paths)
      for (const network::LinkId link : path) wanted[link] += 1 / static_cast<double>(paths.size());
    const network::Route shared = route_of(*network_, from, to, network::Paths::shared);
    EXPECT_EQ(shared.size(), wanted.size());
    for (const network::Share& share : shared) EXPECT_NEAR(share.part, wanted[share.link], close);

    std::vector<network::LinkId> single;
    for (const network::Share& share : route_of(*network_, from, to, network::Paths::single))
      single.push_back(share.link);
    std::sort(single.begin(), single.end());
    const bool one_of_them = std::any_of(paths.begin(), paths.end(), [&](std::vector<network::LinkId> path) {
      std::sort(path.begin(), path.end());
      return path == single;
    });
    EXPECT_TRUE(one_of_them);
  });
}

TEST_P(SmallNetwork, NodesOfASwitchHaveTheSameRoutesIfRoutesBySwitch) {
  for (const network::Paths paths : {network::Paths::shared, network::Paths::single}) {
    if (!network_->routes_by_switch(paths)) continue;
    for_pairs(*network_, [&](network::Node from, network::Node to) {
      const network::Node first = wiring_.nodes_on(wiring_.switch_of(from)).front();
      const network::Node last = wiring_.nodes_on(wiring_.switch_of(to)).back();
      const network::Route one = route_of(*network_, from, to, paths);
      const network::Route other = route_of(*network_, first, last, paths);
      ASSERT_EQ(one.size(), other.size());
      for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].link, other[i].link);
    });
  }
}

TEST_P(SmallNetwork, DetoursTurnAtNodesOfTheirDomain) {
  EXPECT_GE(network_->domains(), 1);
  for (std::int32_t detour = 0; detour < network_->detours(); ++detour)
    for (std::int32_t domain = 0; domain < network_->domains(); ++domain) {
      if (network_->domain_of_detour(detour) == domain && !network_->detours_within_domain()) continue;
      EXPECT_EQ(network_->domain_of(network_->turn(domain, detour)), network_->domain_of_detour(detour));
    }
}

TEST_P(SmallNetwork, BandwidthsAreAboveZero) {
  for (const network::LinkId link : wiring_.links().ids()) EXPECT_GT(wiring_.bandwidth(link), 0);
}

/// The name of a test, from its network.
std::string name_of(const testing::TestParamInfo<std::string>& tested) {
  const std::string& spec = tested.param;
  std::string name = spec.substr(spec.rfind('/') + 1);
  if (spec.find(".fts") != std::string::npos) name = "tables of " + name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
TEST_P(SmallNetwork, ThreadsFindTheSameRoutes) {
  const auto all_routes = [](const network::Network& network) {
    std::vector<double> parts;
    for_pairs(network, [&](network::Node from, network::Node to) {
      for (const network::Share& share : route_of(network, from, to, network::Paths::shared))
        parts.insert(parts.end(), {static_cast<double>(share.link.number()), share.part});
    });
    return parts;
  };
  const std::vector<double> alone = all_routes(*network_);
  const std::unique_ptr<network::Network> fresh = network::read_network(GetParam());
  std::array<std::vector<double>, 4> found;
  {
    std::vector<std::jthread> threads;
    for (std::vector<double>& routes : found) threads.emplace_back([&] { routes = all_routes(*fresh); });
  }
  for (const std::vector<double>& routes : found) EXPECT_EQ(routes, alone);
}

INSTANTIATE_TEST_SUITE_P(Networks, SmallNetwork, testing::ValuesIn(small_networks()), name_of);

TEST(Networks, EveryKindIsUnderTest) {
  const std::vector<std::string> specs = small_networks();
  for (const network::NetworkKind& kind : network::network_kinds()) {
    EXPECT_TRUE(std::any_of(specs.begin(), specs.end(), [&](const std::string& spec) {
      return spec.starts_with(std::string(kind.name) + ":");
    })) << kind.name;
    EXPECT_GT(network::read_network(std::string(kind.example))->wiring().nodes(), 0);
  }
}

TEST(Networks, RefuseImpossibleParameters) {
  for (const char* spec : {"torus",
                           "torus:dims=",
                           "torus:dims=4x0",
                           "torus:dims=4,size=3",
                           "torus:dims=4096x4096x4096",
                           "torus:dims=4,nodes=0",
                           "torus:dims=2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
                           "dragonfly:routers=4,global=1,nodes=1,groups=6",
                           "dragonfly:routers=4,global=1",
                           "dragonfly:routers=4000000000,global=4000000000,nodes=1",
                           "dragonfly+:leaves=1,spines=1,global=1,nodes=1,groups=3",
                           "cube:groups=100000",
                           "fat-tree:down=4x4,up=1",
                           "fat-tree:down=4x4,up=2x4",
                           "fat-tree:down=4x4,cables=2x1",
                           "fat-tree:down=9999999x9999999",
                           "fat-tree:down=2x2,up=1x999999999",
                           "fat-tree:down=4x4,bandwidth=0",
                           "percs",
                           "no-such-kind",
                           "/no/such/file"})
    EXPECT_THROW(network::read_network(spec), base::Error) << spec;
}

TEST(GlobalPorts, JoinPairsOfGroupsBothWaysAndEvenly) {
  for (std::int64_t groups = 2; groups <= 11; ++groups)
    for (std::int64_t ports = groups - 1; ports <= 40; ++ports) {
      SCOPED_TRACE(fmt::format("{} groups of {} ports", groups, ports));
      const network::GlobalPorts global(groups, ports);
      EXPECT_GE(global.used(), ports - 1);
      EXPECT_EQ(global.used() == ports - 1, groups % 2 == 1 && (ports % (groups - 1)) % 2 == 1);
      for (std::int64_t from = 0; from < groups; ++from) {
        std::set<std::int64_t> used;
        for (std::int64_t to = 0; to < groups; ++to) {
          if (from == to) continue;
          EXPECT_EQ(global.links(from, to), global.links(to, from));
          EXPECT_GE(global.links(from, to), ports / (groups - 1));
          EXPECT_LE(global.links(from, to), ports / (groups - 1) + 1);
          for (std::int64_t k = 0; k < global.links(from, to); ++k)
            EXPECT_TRUE(used.insert(global.port(from, to, k)).second);
        }
        EXPECT_EQ(static_cast<std::int64_t>(used.size()), global.used());
        EXPECT_TRUE(*used.begin() == 0 && *used.rbegin() == global.used() - 1);
      }
    }
}

TEST(GlobalPorts, ArePalmtreeWhereAllGroupsHaveOneLink) {
  constexpr std::int64_t groups = 9;
  const network::GlobalPorts global(groups, groups - 1);
  for (std::int64_t group = 0; group < groups; ++group)
    for (std::int64_t port = 0; port < groups - 1; ++port)
      EXPECT_EQ(global.port(group, (group - port - 1 + groups) % groups, 0), port);
}

/// The coordinates along a dimension that a single path visits.
std::vector<std::int32_t> ring(int from, int to) {
  const auto torus = network::read_network("torus:dims=8");
  std::vector<std::int32_t> visited;
  for (const network::Share& share : route_of(*torus, network::Node(from), network::Node(to), network::Paths::single))
    visited.push_back(torus->wiring().links()[share.link].to.number());
  return visited;
}

TEST(Torus, GoesTheShorterWayAndUpAtHalfTheDimensionButDownToZero) {
  EXPECT_EQ(ring(6, 1), (std::vector<std::int32_t>{7, 0, 1}));
  EXPECT_EQ(ring(1, 6), (std::vector<std::int32_t>{0, 7, 6}));
  EXPECT_EQ(ring(0, 4), (std::vector<std::int32_t>{1, 2, 3, 4}));
  EXPECT_EQ(ring(5, 1), (std::vector<std::int32_t>{6, 7, 0, 1}));
  EXPECT_EQ(ring(4, 0), (std::vector<std::int32_t>{3, 2, 1, 0}));
}

TEST(Torus, GoesAlongTheLastDimensionFirst) {
  const auto torus = network::read_network("torus:dims=4x4");
  const network::Route route = route_of(*torus, network::Node(0), network::Node(5), network::Paths::single);
  ASSERT_EQ(route.size(), 2U);
  EXPECT_EQ(torus->wiring().links()[route[0].link].to, network::Switch(1));
  EXPECT_EQ(torus->wiring().node_name(network::Node(5)), "t1-1");
}

TEST(FatTree, SinglePathsSpreadDestinationsEvenly) {
  const auto tree = network::read_network("fat-tree:down=4x8,up=1x2,cables=1x2");
  std::map<network::LinkId, int> destinations;  // of node 0, whose leaf has four ports up and 28 nodes elsewhere
  for (int to = 4; to < 32; ++to)
    ++destinations[route_of(*tree, network::Node(0), network::Node(to), network::Paths::single).front().link];
  EXPECT_EQ(destinations.size(), 4U);
  for (const auto& [link, count] : destinations) EXPECT_EQ(count, 7);
}

TEST(FatTree, HasPodsAboveLeaves) {
  const auto tree = network::read_network("fat-tree:down=2x3x4");
  ASSERT_EQ(tree->wiring().levels().size(), 1U);
  const network::SwitchLevel& pods = tree->wiring().levels().front();
  EXPECT_EQ(pods.name, "pod");
  for (const network::Node node : base::ids<network::Node>(tree->wiring().nodes()))
    EXPECT_EQ(pods.domain_of_switch[tree->wiring().switch_of(node)], node.number() / 6);
}

TEST(Dragonfly, HasLevelsOfGroups) {
  const auto dragonfly = network::read_network("dragonfly:routers=4,global=2,nodes=2");
  EXPECT_EQ(dragonfly->domains(), 9);
  EXPECT_EQ(dragonfly->domain_of(network::Node(71)), 8);
}

}  // namespace
}  // namespace cartwright
