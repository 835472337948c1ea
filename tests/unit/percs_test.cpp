// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "network/networks.hpp"
#include "network/shortest_paths.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cartwright {
namespace {

/// The same wiring, routed by shortest paths, with supernodes as groups.
std::unique_ptr<network::Network> searched(const network::Wiring& wiring) {
  network::WiringParts parts;
  parts.classes = wiring.classes();
  parts.links = wiring.links();
  parts.levels = wiring.levels();
  parts.levels.front().name = "group";
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    parts.node_names.push_back(wiring.node_name(node));
    parts.switch_names.push_back(wiring.node_name(node));
    parts.switch_of_node.push_back(wiring.switch_of(node));
  }
  return std::make_unique<network::ShortestPaths>("searched", network::Wiring(std::move(parts)));
}

std::map<network::LinkId, double> parts_of(const network::Network& network, network::Node from, network::Node to,
                                           network::Paths paths) {
  network::Route route;
  network.route(from, to, paths, route);
  std::map<network::LinkId, double> parts;
  for (const network::Share& share : route) parts[share.link] += share.part;
  return parts;
}

class PercsRoutes : public testing::TestWithParam<const char*> {};

TEST_P(PercsRoutes, AreTheShortestPathsOfTheWiring) {
  const auto network = network::read_network(GetParam());
  const auto reference = searched(network->wiring());
  const std::int32_t nodes = network->wiring().nodes();
  for (const network::Node from : base::ids<network::Node>(nodes))
    for (const network::Node to : base::ids<network::Node>(nodes)) {
      const auto expected = parts_of(*reference, from, to, network::Paths::shared);
      const auto found = parts_of(*network, from, to, network::Paths::shared);
      ASSERT_EQ(found.size(), expected.size()) << from.number() << " to " << to.number();
      for (const auto& [link, part] : expected) {
        ASSERT_TRUE(found.contains(link)) << from.number() << " to " << to.number();
        ASSERT_NEAR(found.at(link), part, 1e-12);
      }
      for (const auto& [link, part] : parts_of(*network, from, to, network::Paths::single)) {
        EXPECT_EQ(part, 1);
        EXPECT_TRUE(found.contains(link));
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PercsRoutes,
                         testing::Values("percs:supernodes=1", "percs:supernodes=3,drawers=2,nodes=2",
                                         "percs:supernodes=5,drawers=2,nodes=3",
                                         "percs:supernodes=4,drawers=2,nodes=2,d-links=3",
                                         "percs:supernodes=3,drawers=1,nodes=4,d-links=2",
                                         "percs:supernodes=5,drawers=2,nodes=4,d-links=2,d-stride=1,d-step=4",
                                         "percs:supernodes=3,drawers=2,nodes=2,d-links=3,d-stride=5,d-step=6"));

TEST(Percs, HasTheLinksThatThePublicationNames) {
  const auto network = network::read_network("percs:supernodes=64");
  const network::Wiring& wiring = network->wiring();
  std::map<std::string, std::int64_t> links;
  for (const network::Link& link : wiring.links()) ++links[wiring.classes()[link.link_class].name];
  EXPECT_EQ(wiring.nodes(), 2048);
  EXPECT_EQ(links["LL"], 2048 * 7);
  EXPECT_EQ(links["LR"], 2048 * 24);
  EXPECT_EQ(links["D"], 64 * 63);
}

TEST(Percs, TurnsInASupernodeInBetween) {
  const auto network = network::read_network("percs:supernodes=5");
  for (std::int32_t domain = 0; domain < network->domains(); ++domain)
    for (std::int32_t detour = 0; detour < network->detours(); ++detour)
      EXPECT_EQ(network->domain_of(network->turn(domain, detour)), network->domain_of_detour(detour));
  // A message reaches its turn over one D link at the end: L-D, then L-D-L.
  network::Route route;
  network->route(network::Node(0), network->turn(0, 3), network::Paths::shared, route);
  const network::Wiring& wiring = network->wiring();
  EXPECT_EQ(wiring.classes()[wiring.links()[route.back().link].link_class].name, "D");
}

void expect_error(const std::string& spec, const std::string& part) {
  try {
    network::read_network(spec);
    ADD_FAILURE() << spec << " is taken";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Percs, RefusesShapesThatCannotBe) {
  expect_error("percs", "supernodes is missing");
  expect_error("percs:supernodes=0", "it must be at least 1");
  expect_error("percs:supernodes=4,drawer=2", "unknown parameter");
  expect_error("percs:supernodes=600", "D ports");
  expect_error("percs:supernodes=64,d-stride=32", "63 D links end at node 0 of supernode 0");
  expect_error("percs:supernodes=4,d-bandwidth=-1", "it must be above 0");
  expect_error("percs:supernodes=9223372036854775807", "63 bits");
  expect_error("percs:supernodes=2,supernodes=3", "given twice");
}

}  // namespace
}  // namespace cartwright
