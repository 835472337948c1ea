// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// SimGrid reads the platform files that we write.
#include "report/simgrid.hpp"

#include "network/networks.hpp"
#include "network/shortest_paths.hpp"
#include "simgrid/native_zone.hpp"

#include <gtest/gtest.h>

#include <fstream>

using namespace cartwright;

namespace {

std::string platform_file(const network::Network& network, std::span<const network::Node> nodes) {
  const std::string path = testing::TempDir() + fmt::format("platform-{}.xml", getpid());
  std::ofstream file(path);
  report::write_simgrid_platform(network, nodes, 0, file);
  return path;
}

std::string host(network::Node node) { return fmt::format("n{}", node.number()); }

/// The path of the network between two nodes, with the link names of the platform.
std::vector<std::string> names_of_path(const network::Network& network, network::Node from, network::Node to) {
  const network::Wiring& wiring = network.wiring();
  network::Route route;
  network.route(from, to, network::Paths::single, route);
  std::vector<std::string> names;
  if (wiring.terminal_bandwidth() > 0) names.push_back(host(from) + "-out");
  for (network::Switch at = wiring.switch_of(from); at != wiring.switch_of(to);) {
    for (const network::Share& share : route) {
      const network::Link& link = wiring.links()[share.link];
      if (link.from != at) continue;
      names.push_back(fmt::format("l{}", share.link.number()));
      at = link.to;
      break;
    }
  }
  if (wiring.terminal_bandwidth() > 0) names.push_back(host(to) + "-in");
  if (names.empty()) names.emplace_back("inside-switch");
  return names;
}

void expect_our_routes(const network::Network& network, std::span<const network::Node> nodes) {
  const Simgrid simgrid(platform_file(network, nodes));
  for (const network::Node from : nodes)
    for (const network::Node to : nodes) {
      if (from == to) continue;
      std::vector<std::string> names;
      for (const auto* link : simgrid.route(host(from), host(to))) names.push_back(link->get_name());
      ASSERT_EQ(names, names_of_path(network, from, to)) << from.number() << " to " << to.number();
    }
}

std::vector<network::Node> every_third(const network::Network& network) {
  std::vector<network::Node> nodes;
  for (std::int32_t node = 0; node < network.wiring().nodes(); node += 3) nodes.push_back(network::Node(node));
  return nodes;
}

}  // namespace

TEST(SimgridPlatform, GoesTheRoutesOfADragonfly) {
  const auto network = network::read_network("dragonfly:routers=6,global=2,nodes=3,groups=7");
  expect_our_routes(*network, every_third(*network));
}

TEST(SimgridPlatform, GoesTheRoutesOfATwoLevelDirectNetwork) {
  const auto network = network::read_network("percs:supernodes=4,d-links=2");
  expect_our_routes(*network, every_third(*network));
}

TEST(SimgridPlatform, GoesTheRoutesOfAFatTree) {
  const auto network = network::read_network("fat-tree:down=4x3x3,up=1x2x2,cables=1x2x1");
  expect_our_routes(*network, every_third(*network));
}

TEST(SimgridPlatform, HasALinkForNodesOnOneSwitchThatHaveNoneOfTheirOwn) {
  network::WiringParts parts;
  parts.classes = {{"cable", "", 1e9}};
  parts.switch_names = {"a <&> \"b\"", "c"};
  const network::Switch a(0);
  const network::Switch c(1);
  parts.links = {{a, c, 0}, {c, a, 0}};
  parts.node_names = {"first", "second", "third"};
  parts.switch_of_node = {a, a, c};
  const network::ShortestPaths network("graph", network::Wiring(std::move(parts)));
  expect_our_routes(network, std::vector{network::Node(0), network::Node(1), network::Node(2)});
}

TEST(SimgridPlatform, CountsTheBytesOfTransposesAsWeDo) {
  const auto network = network::read_network("dragonfly:routers=6,global=2,nodes=3,groups=7");
  const network::Wiring& wiring = network->wiring();
  std::vector<network::Node> nodes(126);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = network::Node(i);
  const auto traffic = traffic::alltoall_traffic(grid::Grid(grid::Coords{9, 14}), {0, 1}, 4096);
  const std::vector<traffic::Flow> flows = traffic::flows_between(*traffic, traffic::NodeOfRank(nodes), wiring.nodes());
  const traffic::LinkLoads loads = traffic::link_loads(*network, flows, {.paths = network::Paths::single});
  std::vector<Simgrid::Transfer> transfers;
  for (const traffic::Flow& flow : flows) transfers.push_back({host(flow.from), host(flow.to), flow.bytes});
  Simgrid simgrid(platform_file(*network, nodes));
  std::map<std::string, double> counted;
  for (const auto& [link, bytes] : simgrid.counted(transfers)) counted[link->get_name()] = bytes;
  for (const network::LinkId link : loads.links.ids())
    EXPECT_NEAR(counted[fmt::format("l{}", link.number())], loads.links[link], 1e-3) << link.number();
  for (const network::Node node : nodes) {
    EXPECT_NEAR(counted[host(node) + "-out"], loads.injection[node], 1e-3) << node.number();
    EXPECT_NEAR(counted[host(node) + "-in"], loads.ejection[node], 1e-3) << node.number();
  }
}

TEST(SimgridHosts, AreTheNodesOfTheRanksInTheirOrder) {
  const network::Node a(3);
  const network::Node b(0);
  EXPECT_EQ(report::simgrid_hosts(std::vector{a, b, a}), "n3\nn0\nn3\n");
}
