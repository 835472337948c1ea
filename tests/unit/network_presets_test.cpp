// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/networks.hpp"

#include <gtest/gtest.h>

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
  EXPECT_EQ(network::network_presets().size(), 3U);
  for (const network::NetworkPreset& preset : network::network_presets())
    EXPECT_EQ(network::read_network(std::string(preset.name))->wiring().terminal_bandwidth(), 12.5e9) << preset.name;
}

}  // namespace
}  // namespace cartwright
