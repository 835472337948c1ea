// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/moving_loads.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::placement {

MovingLoads::MovingLoads(const network::Network& network, std::span<const traffic::Flow> flows,
                         std::vector<network::Node> node_of_group, const traffic::Routing& routing)
    : network_(network),
      routing_(routing),
      detours_(network),
      node_of_group_(std::move(node_of_group)),
      group_on_node_(static_cast<std::size_t>(network.wiring().nodes()), -1),
      rows_(node_of_group_.size() + 1, 0),
      touched_(network.wiring().links().size(), 0),
      moving_since_(node_of_group_.size(), 0) {
  for (std::size_t group = 0; group < node_of_group_.size(); ++group)
    group_on_node_[static_cast<std::size_t>(node_of_group_[group])] = static_cast<std::int32_t>(group);
  for (const traffic::Flow& flow : flows) {
    ++rows_[static_cast<std::size_t>(flow.from) + 1];
    ++rows_[static_cast<std::size_t>(flow.to) + 1];
  }
  std::partial_sum(rows_.begin(), rows_.end(), rows_.begin());
  edges_.resize(2 * flows.size());
  std::vector<std::size_t> next(rows_.begin(), rows_.end() - 1);
  for (const traffic::Flow& flow : flows) {
    edges_[next[static_cast<std::size_t>(flow.from)]++] = {flow.to, flow.bytes, true};
    edges_[next[static_cast<std::size_t>(flow.to)]++] = {flow.from, flow.bytes, false};
  }
  for (std::size_t link = 0; link < touched_.size(); ++link)
    seconds_per_byte_.push_back(1 / network.wiring().bandwidth(static_cast<network::LinkId>(link)));
  recount();
}

std::span<const MovingLoads::Edge> MovingLoads::edges(std::int32_t group) const {
  const auto i = static_cast<std::size_t>(group);
  return std::span(edges_).subspan(rows_[i], rows_[i + 1] - rows_[i]);
}

double MovingLoads::busiest() const {
  return seconds_.empty() ? 0 : *std::max_element(seconds_.begin(), seconds_.end());  // a network may have no links
}

double MovingLoads::term(double seconds) const {
  double value = seconds / scale_;
  for (int power = 1; power < power_; power *= 2) value *= value;
  return value;
}

void MovingLoads::rescale(double scale, int power) {
  scale_ = scale > 0 ? scale : 1;
  power_ = power;
  recount();
}

void MovingLoads::recount() {
  seconds_.assign(touched_.size(), 0);
  for (std::int32_t group = 0; group < static_cast<std::int32_t>(node_of_group_.size()); ++group)
    for (const Edge& edge : edges(group)) {
      if (!edge.out) continue;
      route(node_at(group), node_at(edge.other));
      for (const network::Share& share : route_)
        seconds_[static_cast<std::size_t>(share.link)] +=
            edge.bytes * share.part * seconds_per_byte_[static_cast<std::size_t>(share.link)];
    }
  penalty_ = 0;
  for (const double seconds : seconds_) penalty_ += term(seconds);
}

void MovingLoads::route(network::Node from, network::Node to) {
  route_.clear();
  if (from == to) return;
  const std::int32_t a = network_.domain_of(from);
  const std::int32_t b = network_.domain_of(to);
  const std::int32_t count = routing_.kind == traffic::Routing::Kind::valiant ? detours_.count(a, b) : 0;
  if (count == 0) network_.route(from, to, routing_.paths, route_);
  for (std::int32_t detour = 0; count > 0 && detour < detours_.size(); ++detour) {
    if (!detours_.allowed(a, b, detour)) continue;
    const network::Node turn = network_.turn(a, detour);
    if (turn != from) network_.route(from, turn, routing_.paths, route_);
    if (turn != to) network_.route(turn, to, routing_.paths, route_);
  }
  if (count > 0)
    for (network::Share& share : route_) share.part /= count;
  work_ += static_cast<std::int64_t>(route_.size());
}

void MovingLoads::add(network::Node from, network::Node to, double bytes) {
  route(from, to);
  for (const network::Share& share : route_) {
    const auto link = static_cast<std::size_t>(share.link);
    double& seconds = seconds_[link];
    if (touched_[link] != moves_) {
      touched_[link] = moves_;
      changes_.push_back({share.link, seconds});
    }
    seconds += bytes * share.part * seconds_per_byte_[link];
  }
}

/// Adds the traffic of the moving rank groups, only once for a flow between two moving groups.
void MovingLoads::add_moving(double sign) {
  for (const std::int32_t group : moving_)
    for (const Edge& edge : edges(group)) {
      if (!edge.out && moving_since_[static_cast<std::size_t>(edge.other)] == moves_) continue;
      const network::Node here = node_at(group);
      const network::Node there = node_at(edge.other);
      add(edge.out ? here : there, edge.out ? there : here, sign * edge.bytes);
    }
}

double MovingLoads::exchange(std::span<const Swap> swaps) {
  ++moves_;
  changes_.clear();
  moving_.clear();
  penalty_before_ = penalty_;
  swaps_.assign(swaps.begin(), swaps.end());
  for (const auto& [one, other] : swaps)
    for (const network::Node node : {one, other})
      if (const std::int32_t group = group_on_node_[static_cast<std::size_t>(node)]; group >= 0) {
        moving_.push_back(group);
        moving_since_[static_cast<std::size_t>(group)] = moves_;
      }
  add_moving(-1);
  swap_nodes();
  add_moving(1);
  for (const Change& change : changes_) {
    double& seconds = seconds_[static_cast<std::size_t>(change.link)];
    if (seconds < 0) seconds = 0;  // a rounding error on an empty link
    penalty_ += term(seconds) - term(change.before);
  }
  return penalty_;
}

void MovingLoads::undo() {
  swap_nodes();
  for (const Change& change : changes_) seconds_[static_cast<std::size_t>(change.link)] = change.before;
  penalty_ = penalty_before_;
}

void MovingLoads::swap_nodes() {
  for (const auto& [one, other] : swaps_) {
    std::swap(group_on_node_[static_cast<std::size_t>(one)], group_on_node_[static_cast<std::size_t>(other)]);
    for (const network::Node node : {one, other})
      if (const std::int32_t group = group_on_node_[static_cast<std::size_t>(node)]; group >= 0)
        node_of_group_[static_cast<std::size_t>(group)] = node;
  }
}

std::vector<std::int32_t> MovingLoads::groups_at_busiest() {
  const auto hot = static_cast<network::LinkId>(std::max_element(seconds_.begin(), seconds_.end()) - seconds_.begin());
  std::vector<std::int32_t> found;
  for (std::int32_t group = 0; group < static_cast<std::int32_t>(node_of_group_.size()); ++group)
    for (const Edge& edge : edges(group)) {
      if (!edge.out) continue;
      route(node_at(group), node_at(edge.other));
      if (std::ranges::find(route_, hot, &network::Share::link) != route_.end())
        found.insert(found.end(), {group, edge.other});
    }
  return found;
}

}  // namespace cartwright::placement
