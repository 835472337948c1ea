// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventory.hpp"
#include "network/json_network.hpp"
#include "network/networks_p.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace cartwright {
namespace {

/// The links that leave the domains of a level, over the nodes in them: 1 if it is not pruned, 1/2 if 2:1.
double links_for_each_node(const network::Wiring& wiring, const network::SwitchLevel& level) {
  const auto& domain = level.domain_of_switch;
  std::map<std::int32_t, std::int64_t> leaving, nodes;
  for (const network::Link& link : wiring.links())
    if (domain[link.from] != domain[link.to]) ++leaving[domain[link.from]];
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) ++nodes[domain[wiring.switch_of(node)]];
  return static_cast<double>(leaving[nodes.begin()->first]) / static_cast<double>(nodes.begin()->second);
}

/// Every switch with nodes is a domain of its own.
network::SwitchLevel leaves(const network::Wiring& wiring) {
  network::SwitchLevel level{"leaf", {}};
  for (std::int32_t at = 0; at < wiring.switches(); ++at) level.domain_of_switch.push_back(at);
  return level;
}

TEST(NetworkPresets, HaveThePublishedSizesAndPruning) {
  const auto vsc4 = network::read_network("vsc4");
  EXPECT_EQ(vsc4->wiring().nodes(), 800);
  EXPECT_EQ(links_for_each_node(vsc4->wiring(), leaves(vsc4->wiring())), 0.5);
  const auto juwels = network::read_network(" juwels ");
  EXPECT_EQ(juwels->wiring().nodes(), 2280);
  EXPECT_EQ(links_for_each_node(juwels->wiring(), leaves(juwels->wiring())), 0.5);
  const auto ng = network::read_network("supermuc-ng");
  EXPECT_EQ(ng->wiring().nodes(), 6336);
  EXPECT_EQ(links_for_each_node(ng->wiring(), leaves(ng->wiring())), 1);
  EXPECT_NEAR(links_for_each_node(ng->wiring(), ng->wiring().levels().front()), 0.25, 0.01);
  for (const auto* const network : {vsc4.get(), juwels.get(), ng.get()})
    EXPECT_EQ(network->wiring().terminal_bandwidth(), 12.5e9);
}

// [Aseeri2019, III-A and III-B]
TEST(NetworkPresets, LeaveTheComputeNodesOfShaheen) {
  const auto network = network::read_network("shaheen2");
  const network::Wiring& wiring = network->wiring();
  std::map<std::int32_t, std::int64_t> service, nodes;  // by chassis
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    const std::int32_t chassis = wiring.levels()[1].domain_of_switch[wiring.switch_of(node)];
    ++nodes[chassis];
    service[chassis] += wiring.is_service(node) ? 1 : 0;
  }
  EXPECT_EQ(nodes.size(), 18U * 6U);
  std::int64_t compute = 0;
  for (const auto& [chassis, number] : service) {
    EXPECT_GE(number, 4) << chassis;
    EXPECT_LE(number, 9) << chassis;
    compute += nodes[chassis] - number;
  }
  EXPECT_EQ(compute, 6174);
  const inventory::NodeTable table = inventory::all_free(*network);
  EXPECT_EQ(std::ranges::count(table.state, inventory::NodeState::free), 6174);
  EXPECT_EQ(std::ranges::count(table.state, inventory::NodeState::service), 738);
}

TEST(NetworkPresets, KeepServiceNodesInJson) {
  const auto small = network::read_network("aries:groups=1,chassis=2,service=3x1");
  const auto again = network::read_json_network(network::network_to_json(*small));
  std::vector<std::string> names;
  for (const network::Node node : base::ids<network::Node>(again->wiring().nodes()))
    if (again->wiring().is_service(node)) names.push_back(again->wiring().node_name(node));
  EXPECT_EQ(names, (std::vector<std::string>{"c0-0c0s0n0", "c0-0c0s0n1", "c0-0c0s0n2", "c0-0c1s0n0"}));
}

}  // namespace
}  // namespace cartwright
