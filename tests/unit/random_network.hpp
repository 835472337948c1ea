// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "network/shortest_paths.hpp"
#include "traffic/link_loads.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace cartwright {

/// A network of switches with one node each. Cables are given by their ends; every cable is two links.
inline network::WiringParts cabled(std::int32_t switches,
                                   const std::vector<std::pair<std::int32_t, std::int32_t>>& cables,
                                   double bandwidth = 1e9) {
  network::WiringParts parts;
  parts.classes = {{"cable", "between switches", bandwidth}};
  for (const network::Switch at : base::ids<network::Switch>(switches)) {
    parts.switch_names.push_back(fmt::format("r{}", at.number()));
    parts.node_names.push_back(fmt::format("n{}", at.number()));
    parts.switch_of_node.push_back(at);
  }
  for (const auto& [a, b] : cables) {
    parts.links.push_back({network::Switch(a), network::Switch(b), 0});
    parts.links.push_back({network::Switch(b), network::Switch(a), 0});
  }
  return parts;
}

inline std::int32_t random_switch(base::Random& random, std::int32_t switches) {
  return static_cast<std::int32_t>(random.below(switches));
}

/// A connected graph: a random tree and more cables, some of them parallel; two classes; up to three nodes on a switch;
/// sometimes groups, or terminal links.
inline network::WiringParts random_wiring(base::Random& random) {
  const auto switches = static_cast<std::int32_t>(2 + random.below(9));
  std::vector<std::pair<std::int32_t, std::int32_t>> cables;
  for (std::int32_t at = 1; at < switches; ++at) cables.emplace_back(random_switch(random, at), at);
  for (std::int64_t more = random.below(2 * switches); more > 0; --more) {
    const std::int32_t a = random_switch(random, switches);
    const std::int32_t b = random_switch(random, switches);
    if (a != b) cables.emplace_back(a, b);
  }
  network::WiringParts parts = cabled(switches, cables);
  parts.classes.push_back({"fast", "between some switches", 3e9});
  for (std::size_t i = 0; i < parts.links.size(); i += 2) {
    const auto link_class = static_cast<std::int32_t>(random.below(2));
    for (const std::size_t link : {i, i + 1}) parts.links[network::LinkId(link)].link_class = link_class;
  }
  for (std::int64_t more = random.below(2 * switches); more > 0; --more) {
    parts.node_names.push_back(fmt::format("extra{}", more));
    parts.switch_of_node.push_back(network::Switch(random_switch(random, switches)));
  }
  if (random.below(3) == 0) parts.terminal_bandwidth = 2e9;
  return parts;
}

inline std::unique_ptr<network::Network> graph(network::WiringParts parts) {
  return std::make_unique<network::ShortestPaths>("graph", network::Wiring(std::move(parts)));
}

/// Few ranks or many that send to few or many others, themselves included.
inline std::unique_ptr<traffic::Traffic> random_traffic(base::Random& random, std::int64_t ranks) {
  if (random.below(4) == 0 && ranks % 2 == 0)
    return traffic::alltoall_traffic(grid::Grid({2, ranks / 2}), {static_cast<std::size_t>(random.below(2))}, 5);
  std::vector<traffic::Message> messages(static_cast<std::size_t>(random.below(4 * ranks)));
  for (traffic::Message& message : messages)
    message = {traffic::Rank(random.below(ranks)), traffic::Rank(random.below(ranks)),
               static_cast<double>(random.below(1000))};
  return traffic::message_traffic(ranks, std::move(messages));
}

inline traffic::NodeOfRank random_places(base::Random& random, std::int64_t ranks, std::int32_t nodes) {
  traffic::NodeOfRank places(ranks);
  for (network::Node& place : places) place = network::Node(random.below(nodes));
  return places;
}

}  // namespace cartwright
