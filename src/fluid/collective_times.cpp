// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/collective_times.hpp"

#include <algorithm>

namespace cartwright::fluid {

namespace {

double longest_latency(const network::Network& network, std::span<const network::Node> nodes,
                       const traffic::Routing& routing, const Model& model) {
  const network::Wiring& wiring = network.wiring();
  std::vector<network::Node> ends(nodes.begin(), nodes.end());
  bool together = false;  // two nodes have the same switches
  if (network.routes_by_switch(routing.paths)) {
    for (network::Node& node : ends) node = wiring.first_alike(node);
    std::ranges::sort(ends);
    const auto rest = std::ranges::unique(ends);
    together = !rest.empty();
    ends.erase(rest.begin(), rest.end());
  }
  double longest = together ? route_latency(wiring, {}, model) : 0;
  network::Route route;
  for (const network::Node from : ends)
    for (const network::Node to : ends) {
      if (from == to) continue;
      route.clear();
      network.route(from, to, routing.paths, route);
      longest = std::max(longest, route_latency(wiring, route, model));
    }
  return longest;
}

}  // namespace

CollectiveTimes::CollectiveTimes(const network::Network& network, std::span<const network::Node> nodes,
                                 const traffic::Routing& routing, const Model& model)
    : network_(network),
      nodes_(nodes),
      routing_(routing),
      model_(model),
      costs_{.latency = longest_latency(network, nodes, routing, model),
             .in_node_latency = model.copy_latency,
             .overhead = model.message_overhead} {}

std::vector<traffic::StepTime> CollectiveTimes::times(std::span<const traffic::CollectiveStep> steps) {
  std::vector<traffic::StepTime> found;
  for (const traffic::CollectiveStep& step : steps) {
    const double at_nodes = std::max(step.in_node / model_.copy_bandwidth, step.sent_by_node() / model_.node_bandwidth);
    found.push_back(step_time(step, costs_, std::max(at_nodes, link_seconds(step))));
  }
  return found;
}

double CollectiveTimes::link_seconds(const traffic::CollectiveStep& step) {
  const auto& hops = step.hops;
  if (hops.empty()) return 0;
  std::vector<std::pair<std::int64_t, double>> key;
  for (const auto& [distance, blocks] : hops) key.emplace_back(distance, blocks / hops.front().blocks);
  if (step.pairs) key.emplace_back(0, 0);
  const auto [entry, added] = known_.try_emplace(std::move(key), 0);
  if (added) {
    std::vector<traffic::Flow> flows;
    flows.reserve(nodes_.size() * hops.size());
    for (std::size_t from = 0; from < nodes_.size(); ++from)
      for (const traffic::CollectiveStep::Hop& hop : hops) {
        const std::int64_t to = step.receiver(static_cast<std::int64_t>(from), hop, std::ssize(nodes_));
        flows.push_back({nodes_[from], nodes_[static_cast<std::size_t>(to)], hop.blocks / hops.front().blocks});
      }
    entry->second = traffic::bottleneck(network_.wiring(), traffic::link_loads(network_, flows, routing_)).seconds();
  }
  return entry->second * hops.front().blocks;
}

}  // namespace cartwright::fluid
