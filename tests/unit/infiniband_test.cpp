// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/temporary_folder.hpp"
#include "inventory/inventory.hpp"
#include "network/json_network.hpp"
#include "network/networks_p.hpp"
#include "networks.hpp"
#include "traffic/link_loads.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

namespace cartwright {
namespace {

std::string fabric() { return base::read_file(network_data("fabric.ibnetdiscover")); }
std::string tables() { return base::read_file(network_data("fabric.fts")); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string error_of(const std::string& text) {
  try {
    network::read_infiniband(text);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Infiniband, ReadsSwitchesHostsAndCables) {
  const auto network = network::read_infiniband(fabric());
  const network::Wiring& wiring = network->wiring();
  EXPECT_EQ(wiring.switches(), 10);
  EXPECT_EQ(wiring.nodes(), 8);
  EXPECT_EQ(wiring.node_name(network::Node(0)), "host000");
  EXPECT_EQ(wiring.switch_name(wiring.switch_of(wiring.find_node("host110"))), "leaf11");
  EXPECT_EQ(wiring.links().size(), 2U * (8 + 8));
  ASSERT_EQ(wiring.classes().size(), 1U);
  EXPECT_EQ(wiring.classes()[0].name, "4xSDR");
  EXPECT_EQ(wiring.classes()[0].bandwidth, 1e9);
  EXPECT_EQ(wiring.terminal_bandwidth(), 1e9);
  EXPECT_TRUE(network->routes_by_switch(network::Paths::shared));
}

TEST(Infiniband, FollowsForwardingTables) {
  const auto network = network::read_infiniband(fabric() + tables());
  EXPECT_FALSE(network->routes_by_switch(network::Paths::shared));
  const network::Wiring& wiring = network->wiring();
  // In the table of leaf11, 0x000b (host011) leaves by port 4, which leads to spine11.
  network::Route route;
  network->route(wiring.find_node("host110"), wiring.find_node("host011"), network::Paths::shared, route);
  ASSERT_EQ(route.size(), 4U);
  const auto passes = [&](std::size_t i) { return wiring.switch_name(wiring.links()[route[i].link].to); };
  EXPECT_EQ(passes(0), "spine11");
  EXPECT_EQ(passes(1), "core1");
  EXPECT_EQ(passes(2), "spine01");
  EXPECT_EQ(passes(3), "leaf01");
}

TEST(Infiniband, KnowsSpeeds) {
  const std::map<std::string, double> speeds = {{"1xSDR", 0.25e9}, {"4xDDR", 2e9},  {"4xQDR", 4e9},    {"4xFDR10", 5e9},
                                                {"4xEDR", 12.5e9}, {"4xHDR", 25e9}, {"2xHDR", 12.5e9}, {"4xNDR", 50e9}};
  for (const auto& [speed, bandwidth] : speeds) {
    const auto network = network::read_infiniband(replaced(fabric(), "4xSDR", speed));
    EXPECT_NEAR(network->wiring().classes()[0].bandwidth, bandwidth, bandwidth * 1e-9) << speed;
  }
  EXPECT_NE(error_of(replaced(fabric(), "4xSDR", "4xABC")).find("'4xABC' is not a speed"), std::string::npos);
}

TEST(Infiniband, NodesAreHostsInOrderOfTheirNumbers) {
  const auto renamed = network::read_infiniband(
      replaced(replaced(fabric(), "\"host000\"", "\"n10 mlx5_0\""), "\"host111\"", "\"n9 mlx5_0\""));
  EXPECT_EQ(renamed->wiring().node_name(network::Node(6)), "n9");
  EXPECT_EQ(renamed->wiring().node_name(network::Node(7)), "n10");
  // Two adapters of a host are one node.
  const auto rails = network::read_infiniband(
      replaced(replaced(fabric(), "\"host000\"", "\"n0 mlx5_0\""), "\"host111\"", "\"n0 mlx5_1\""));
  EXPECT_EQ(rails->wiring().nodes(), 7);
  EXPECT_EQ(rails->wiring().rails(rails->wiring().find_node("n0")), 2U);
  // Adapters with equal descriptions are named by their guids.
  const auto nameless = network::read_infiniband(
      replaced(replaced(fabric(), "\"host000\"", "\"ConnectX adapter\""), "\"host111\"", "\"ConnectX adapter\""));
  EXPECT_EQ(nameless->wiring().nodes(), 8);
  EXPECT_NE(nameless->wiring().find_node("H-0000000000100000"), network::Node(-1));
  // Adapters inside switches are not nodes.
  const auto reductions =
      network::read_infiniband(replaced(fabric(), "\"host000\"", "\"Mellanox Technologies Aggregation Node\""));
  EXPECT_EQ(reductions->wiring().nodes(), 7);
}

TEST(Infiniband, ReadsPortNumbersOfChassisAndPortsThatLeadOutOfTheFabric) {
  const std::string text = replaced(fabric(), "[1](10000d) \t\"S-", "[1](10000d) [ext 3] \t\"S-");
  EXPECT_EQ(network::read_infiniband(text)->wiring().nodes(), 8);
  const std::string router =
      fabric() + "Rt 1 \"R-0000000000300000\" # \"router\"\n[1] \"S-0000000000200000\"[9] # lid 1\n";
  EXPECT_EQ(network::read_infiniband(router)->wiring().switches(), 10);
}

TEST(Infiniband, MakesNamesReadable) {
  const auto network = network::read_infiniband(replaced(fabric(), "\"leaf00\"", "\"\x92 \a leaf\""));
  EXPECT_EQ(network->wiring().switch_name(network->wiring().switch_of(network::Node(0))), "? ? leaf");
}

TEST(Infiniband, NamesTheLineThatIsWrong) {
  const std::string head = "Switch 4 \"S-01\" # \"a\" base port 0 lid 1 lmc 0\n";
  const std::map<std::string, std::string> wrong = {
      {head + "[1] \"S-02\"[1] # \"b\" lid 2 4xEDR\n", "line 2: port 1 of 'a' is linked to port 1 of a device that"},
      {head + "[1] \"S-02\"[1]\n", "line 2: the comment with the speed is missing"},
      {head + "[x] \"S-02\"[1] # 4xEDR\n", "line 2: port 'x' is not"},
      {head + "[1] \"S-0g\"[1] # 4xEDR\n", "line 2: guid '0g' is not"},
      {head + "[1] \"S-02\n", "line 2: "},
      {head + "[1", "line 2: "},
      {head + head, "line 2: 'S-01' is listed twice"},
      {"Switch 4 \"H-01\"\n", "line 1: 'Switch 4 \"H-01\"' does not name a device"},
      {fabric() + "Unicast lids [0x0-0x12] of switch x:\n", "line 161: "},
      {fabric() + "Unicast lids of switch Lid 7 guid 0x00000000000000ff (x):\n0x0001 001 : ()\n",
       "line 162: the table is for a switch"},
      {fabric() + "Unicast lids of switch Lid 7 guid 0x0000000000200005 (x):\n0x0001 : ()\n", "line 162: "},
  };
  for (const auto& [text, message] : wrong)
    EXPECT_NE(error_of(text).find("infiniband, " + message), std::string::npos) << text << error_of(text);
}

TEST(Infiniband, RefusesAFileThatWasCutOffAnywhere) {
  const std::string text = fabric();
  for (std::size_t length = 0; length < text.rfind("[1]"); length += 61)
    EXPECT_THROW(network::read_infiniband(text.substr(0, length)), base::Error) << length;
}

TEST(Infiniband, TablesThatWereCutOffNameTheSwitchThatHasNone) {
  const auto network = network::read_infiniband(fabric() + tables().substr(0, tables().size() / 2));
  const network::Wiring& wiring = network->wiring();
  std::string message;
  try {
    network::Route route;
    for (const network::Node from : base::ids<network::Node>(wiring.nodes()))
      network->route(from, network::Node(0), network::Paths::single, route);
  } catch (const base::Error& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("has no entry for node 'host000'"), std::string::npos) << message;
}

/// Adapters, each with its description and its leaf. Every leaf has a cable to a spine.
struct RailFabric {
  std::vector<std::pair<std::string, int>> adapters;
  std::vector<int> spine_of_leaf;

  std::string text() const {
    std::string switches;
    std::string spines;
    std::string hosts;
    std::map<int, std::string> ports_of_spine;
    for (std::size_t leaf = 0; leaf < spine_of_leaf.size(); ++leaf) {
      const int spine = spine_of_leaf[leaf];
      switches += fmt::format("Switch 40 \"S-{:x}\" # \"leaf{}\" base port 0 lid 1 lmc 0\n", 0x1000 + leaf, leaf);
      for (std::size_t i = 0; i < adapters.size(); ++i)
        if (adapters[i].second == static_cast<int>(leaf))
          switches += fmt::format("[{}] \"H-{:x}\"[1] # \"x\" lid {} 4xNDR\n", i + 1, 0x10 + i, 100 + i);
      switches += fmt::format("[40] \"S-{:x}\"[{}] # \"x\" lid 1 4xNDR\n", 0x2000 + spine, leaf + 1);
      ports_of_spine[spine] += fmt::format("[{}] \"S-{:x}\"[40] # \"x\" lid 1 4xNDR\n", leaf + 1, 0x1000 + leaf);
    }
    for (const auto& [spine, ports] : ports_of_spine)
      spines +=
          fmt::format("Switch 40 \"S-{:x}\" # \"spine{}\" base port 0 lid 1 lmc 0\n{}", 0x2000 + spine, spine, ports);
    for (std::size_t i = 0; i < adapters.size(); ++i)
      hosts += fmt::format("Ca 1 \"H-{:x}\" # \"{}\"\n[1] \"S-{:x}\"[{}] # lid {} lmc 0 \"x\" lid 1 4xNDR\n", 0x10 + i,
                           adapters[i].first, 0x1000 + adapters[i].second, i + 1, 100 + i);
    return switches + spines + hosts;
  }
};

/// The parts of the traffic that leave a switch, by its name.
std::map<std::string, double> leaving(const network::Network& network, const char* from, const char* to,
                                      network::Paths paths = network::Paths::shared) {
  const network::Wiring& wiring = network.wiring();
  network::Route route;
  network.route(wiring.find_node(from), wiring.find_node(to), paths, route);
  std::map<std::string, double> parts;
  for (const network::Share& share : route) parts[wiring.switch_name(wiring.links()[share.link].from)] += share.part;
  return parts;
}

using Parts = std::map<std::string, double>;

TEST(InfinibandRails, OfOneLeafCrossNoOtherSwitch) {
  // The adapters of b come in the other order, c lacks the first leaf.
  const auto network = network::read_infiniband(
      RailFabric{{{"a 1", 0}, {"a 2", 1}, {"b 2", 1}, {"b 1", 0}, {"c 1", 1}, {"d 1", 2}, {"d 2", 3}}, {0, 0, 0, 0}}
          .text());
  const network::Wiring& wiring = network->wiring();
  for (const network::Paths paths : {network::Paths::shared, network::Paths::single})
    for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"a", "b"}, {"b", "c"}, {"c", "a"}})
      EXPECT_EQ(leaving(*network, from, to, paths), Parts()) << from << to;
  for (const char* const host : {"a", "b", "c"})
    EXPECT_EQ(wiring.switch_name(wiring.switch_of(wiring.find_node(host))), "leaf1") << host;
  EXPECT_NEAR(wiring.terminal_bandwidth(), 50e9, 1) << "c has one rail";
}

TEST(InfinibandRails, ShareTheTrafficBetweenLeaves) {
  const auto network =
      network::read_infiniband(RailFabric{{{"a 1", 0}, {"a 2", 1}, {"b 1", 2}, {"b 2", 3}}, {0, 0, 0, 0}}.text());
  EXPECT_EQ(leaving(*network, "a", "b"), (Parts{{"leaf0", 0.5}, {"leaf1", 0.5}, {"spine0", 1}}));
  EXPECT_NEAR(network->wiring().terminal_bandwidth(), 100e9, 1);
  const Parts single = leaving(*network, "a", "b", network::Paths::single);
  EXPECT_EQ(single.size(), 2U);
  for (const auto& [name, part] : single) EXPECT_EQ(part, 1) << name;
}

TEST(InfinibandRails, FollowTheirPlaneIfPlanesAreNotLinked) {
  const auto network = network::read_infiniband(
      RailFabric{{{"a 1", 0}, {"a 2", 1}, {"b 1", 2}, {"b 2", 3}, {"c 1", 2}, {"d 1", 3}}, {0, 1, 0, 1}}.text());
  EXPECT_EQ(leaving(*network, "a", "b"), (Parts{{"leaf0", 0.5}, {"leaf1", 0.5}, {"spine0", 0.5}, {"spine1", 0.5}}));
  EXPECT_EQ(leaving(*network, "a", "c"), (Parts{{"leaf0", 1}, {"spine0", 1}}));
  EXPECT_THROW(leaving(*network, "c", "d"), base::Error);
}

TEST(InfinibandRails, HaveTablesOfTheirOwnThatJsonKeeps) {
  const std::string text =
      RailFabric{{{"a 1", 0}, {"a 2", 1}, {"b 1", 2}, {"b 2", 3}}, {0, 0, 0, 0}}.text() +
      "Unicast lids [0x0-0x99] of switch Lid 1 guid 0x1000 (leaf0):\n0x0066 040 : (b 1)\n"
      "Unicast lids [0x0-0x99] of switch Lid 1 guid 0x1001 (leaf1):\n0x0067 040 : (b 2)\n"
      "Unicast lids [0x0-0x99] of switch Lid 1 guid 0x2000 (spine0):\n0x0066 003 : (b 1)\n0x0067 004 : (b 2)\n";
  const auto tables = network::read_infiniband(text);
  const auto again = network::read_json_network(network::network_to_json(*tables));
  const auto plain = network::read_json_network(
      network::network_to_json(*network::read_infiniband(text.substr(0, text.find("Unicast")))));
  for (const network::Network* network : {tables.get(), again.get(), plain.get()})
    EXPECT_EQ(leaving(*network, "a", "b"), (Parts{{"leaf0", 0.5}, {"leaf1", 0.5}, {"spine0", 1}}));
  EXPECT_EQ(network::network_to_json(*again), network::network_to_json(*tables));
  EXPECT_THROW(leaving(*tables, "b", "a"), base::Error);
}

TEST(InfinibandRails, OfHostsOnTheSameSwitchesHaveTheSameLoads) {
  RailFabric fabric{{}, {0, 0, 0, 0, 0, 0}};
  for (int host = 0; host < 12; ++host)
    for (int rail = 0; rail < 1 + host % 3; ++rail)
      fabric.adapters.emplace_back(fmt::format("h{} {}", host, rail), (host / 4 + 2 * rail) % 6);
  const auto network = network::read_infiniband(fabric.text());
  std::vector<traffic::Flow> flows;
  for (const network::Node from : base::ids<network::Node>(network->wiring().nodes()))
    for (const network::Node to : base::ids<network::Node>(network->wiring().nodes()))
      if (from != to) flows.push_back({from, to, 1.0 + from.number()});
  for (const network::Paths paths : {network::Paths::shared, network::Paths::single}) {
    base::IndexVector<network::LinkId, double> wanted(network->wiring().links().size());
    for (const traffic::Flow& flow : flows) {
      network::Route route;
      network->route(flow.from, flow.to, paths, route);
      for (const network::Share& share : route) wanted[share.link] += share.part * flow.bytes;
    }
    const traffic::LinkLoads loads = traffic::link_loads(*network, flows, {.paths = paths});
    for (const network::LinkId link : wanted.ids()) EXPECT_NEAR(loads.links[link], wanted[link], 1e-9);
  }
}

TEST(InfinibandRails, OfUnknownHostsAreNoNodesForJobs) {
  const auto network = network::read_infiniband(
      RailFabric{{{"a 1", 0}, {"ConnectX", 0}, {"ConnectX", 0}, {"--exec=x 1", 0}, {"x;y 1", 0}}, {0}}.text());
  const inventory::NodeTable table = inventory::all_free(*network);
  for (const network::Node node : table.name.ids())
    EXPECT_EQ(table.state[node], table.name[node] == "a" ? inventory::NodeState::free : inventory::NodeState::service)
        << table.name[node];
  EXPECT_EQ(table.name.size(), 5U);
  const auto unknown = network::read_infiniband(RailFabric{{{"ConnectX", 0}, {"ConnectX", 0}}, {0}}.text());
  EXPECT_EQ(inventory::all_free(*unknown).state[network::Node(0)], inventory::NodeState::free);
}

TEST(Infiniband, TakesTheSlowerEndOfACable) {
  std::string text = RailFabric{{{"a 1", 0}, {"b 1", 1}}, {0, 0}}.text();
  EXPECT_TRUE(network::read_infiniband(text)->wiring().notes().empty());
  text.replace(text.find("4xNDR", text.find("[40]")), 5, "1xNDR");
  const auto network = network::read_infiniband(text);
  const network::Wiring& wiring = network->wiring();
  ASSERT_EQ(wiring.notes().size(), 1U);
  EXPECT_NE(wiring.notes()[0].find("1 cable has other speeds at the two ends"), std::string::npos) << wiring.notes()[0];
  for (const network::LinkId link : wiring.links().ids()) {
    const bool thin = wiring.switch_name(wiring.links()[link].from) == "leaf0" ||
                      wiring.switch_name(wiring.links()[link].to) == "leaf0";
    EXPECT_NEAR(wiring.bandwidth(link), thin ? 12.5e9 : 50e9, 1);
  }
}

/// The tools themselves, on a fabric that ibsim simulates.
TEST(Infiniband, ReadsTheOutputOfTheToolsOfThisMachine) {
  base::TemporaryFolder temporary("cartwright-ibsim");
  const std::string folder = temporary.path().string();
  const std::string script = CARTWRIGHT_TEST_DATA "/../networks/ibsim.sh";
  const int status = std::system(fmt::format("'{}' '{}' '{}'", script, network_data("fabric.net"), folder).c_str());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    GTEST_SKIP() << "ibsim-utils, opensm or infiniband-diags is missing";
  if (status != 0) temporary.keep();
  ASSERT_EQ(status, 0) << "its files are in " << folder;
  const std::string printed = base::read_file(folder + "/fabric.ibnetdiscover");
  EXPECT_TRUE(network::network_to_json(*network::read_infiniband(printed)) ==
              network::network_to_json(*network::read_infiniband(fabric())));
  // Other versions of opensm may have other routes, but every node reaches every other on a shortest path.
  const auto network = network::read_network(folder + "/fabric.ibnetdiscover," + folder + "/fabric.fts");
  ASSERT_FALSE(network->routes_by_switch(network::Paths::shared));
  const EveryPath every(network->wiring());
  for (const network::Node from : base::ids<network::Node>(network->wiring().nodes()))
    for (const network::Node to : base::ids<network::Node>(network->wiring().nodes())) {
      network::Route route;
      network->route(from, to, network::Paths::single, route);
      const network::Wiring& wiring = network->wiring();
      EXPECT_EQ(route.size(), every.between(wiring.switch_of(from), wiring.switch_of(to)).front().size());
    }
}

}  // namespace
}  // namespace cartwright
