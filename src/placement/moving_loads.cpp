// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/moving_loads.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::placement {

namespace {

constexpr Group none(-1);

/// Routes between so many pairs of switches are kept, with so many links.
constexpr std::size_t max_pairs = 1 << 21, max_kept = 1 << 22;

}  // namespace

std::vector<GroupFlow> flows_between_groups(const traffic::Traffic& traffic, const GroupOfRank& group_of_rank,
                                            std::int64_t groups) {
  // The groups serve as the nodes of a network that has no others.
  traffic::NodeOfRank node_of_rank;
  for (const Group group : group_of_rank) node_of_rank.push_back(network::Node(group.number()));
  std::vector<GroupFlow> flows;
  for (const traffic::Flow& flow : traffic::flows_between(traffic, node_of_rank, static_cast<std::int32_t>(groups)))
    flows.push_back({Group(flow.from.number()), Group(flow.to.number()), flow.bytes});
  return flows;
}

MovingLoads::MovingLoads(const network::Network& network, std::span<const GroupFlow> flows, NodeOfGroup node_of_group,
                         const traffic::Routing& routing)
    : network_(network),
      routing_(routing),
      detours_(network),
      node_of_group_(std::move(node_of_group)),
      group_on_node_(network.wiring().nodes(), none),
      rows_(node_of_group_.size() + 1, 0),
      touched_(network.wiring().links().size(), 0),
      moving_since_(node_of_group_.size(), 0) {
  for (const Group group : node_of_group_.ids()) group_on_node_[node_of_group_[group]] = group;
  for (const GroupFlow& flow : flows) {
    ++rows_[flow.from.index() + 1];
    ++rows_[flow.to.index() + 1];
  }
  std::partial_sum(rows_.begin(), rows_.end(), rows_.begin());
  edges_.resize(2 * flows.size());
  std::vector<std::size_t> next(rows_.begin(), rows_.end() - 1);
  for (const GroupFlow& flow : flows) {
    edges_[next[flow.from.index()]++] = {flow.to, flow.bytes, true};
    edges_[next[flow.to.index()]++] = {flow.from, flow.bytes, false};
  }
  for (const network::LinkId link : touched_.ids()) seconds_per_byte_.push_back(1 / network.wiring().bandwidth(link));
  if (routing_.kind == traffic::Routing::Kind::minimal && network.routes_by_switch(routing_.paths)) {
    number_of_place_.assign(network.wiring().nodes(), -1);
    for (const network::Node node : node_of_group_)
      if (std::int32_t& number = number_of_place_[network.wiring().first_alike(node)]; number < 0)
        number = static_cast<std::int32_t>(places_++);
    if (places_ * places_ <= max_pairs) kept_.assign(places_ * places_, {0, -1});
  }
  recount();
}

std::span<const MovingLoads::Edge> MovingLoads::edges(Group group) const {
  const std::size_t i = group.index();
  return std::span(edges_).subspan(rows_[i], rows_[i + 1] - rows_[i]);
}

double MovingLoads::busiest() const {
  return seconds_.empty() ? 0 : *std::max_element(seconds_.begin(), seconds_.end());  // a network may have no links
}

double MovingLoads::squares() const {
  return std::transform_reduce(seconds_.begin(), seconds_.end(), 0.0, std::plus(),
                               [](double seconds) { return seconds * seconds; });
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
  for (const Group group : node_of_group_.ids())
    for (const Edge& edge : edges(group)) {
      if (!edge.out) continue;
      for (const network::Share& share : route(node_of_group_[group], node_of_group_[edge.other]))
        seconds_[share.link] += edge.bytes * share.part * seconds_per_byte_[share.link];
    }
  penalty_ = 0;
  for (const double seconds : seconds_) penalty_ += term(seconds);
}

std::span<const network::Share> MovingLoads::route(network::Node from, network::Node to) {
  const network::Wiring& wiring = network_.wiring();
  const std::int32_t a = kept_.empty() ? -1 : number_of_place_[wiring.first_alike(from)];
  const std::int32_t b = kept_.empty() ? -1 : number_of_place_[wiring.first_alike(to)];
  std::span<const network::Share> links;
  if (a < 0 || b < 0) {
    find_route(from, to);
    links = route_;
  } else {
    Kept& kept = kept_[static_cast<std::size_t>(a) * places_ + static_cast<std::size_t>(b)];
    if (kept.links < 0) find_route(from, to);
    if (kept.links < 0 && kept_routes_.size() < max_kept) {
      kept = {kept_routes_.size(), static_cast<std::int32_t>(route_.size())};
      kept_routes_.insert(kept_routes_.end(), route_.begin(), route_.end());
    }
    links = kept.links < 0 ? std::span<const network::Share>(route_)
                           : std::span(kept_routes_).subspan(kept.first, static_cast<std::size_t>(kept.links));
  }
  work_ += static_cast<std::int64_t>(links.size());
  return links;
}

void MovingLoads::find_route(network::Node from, network::Node to) {
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
}

void MovingLoads::add(network::Node from, network::Node to, double bytes) {
  for (const network::Share& share : route(from, to)) {
    double& seconds = seconds_[share.link];
    if (touched_[share.link] != moves_) {
      touched_[share.link] = moves_;
      changes_.push_back({share.link, seconds});
    }
    seconds += bytes * share.part * seconds_per_byte_[share.link];
  }
}

/// Adds the traffic of the moving rank groups, only once for a flow between two moving groups.
void MovingLoads::add_moving(double sign) {
  for (const Group group : moving_)
    for (const Edge& edge : edges(group)) {
      if (!edge.out && moving_since_[edge.other] == moves_) continue;
      const network::Node here = node_of_group_[group];
      const network::Node there = node_of_group_[edge.other];
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
      if (const Group group = group_on_node_[node]; group != none) {
        moving_.push_back(group);
        moving_since_[group] = moves_;
      }
  add_moving(-1);
  swap_nodes();
  add_moving(1);
  for (const Change& change : changes_) {
    double& seconds = seconds_[change.link];
    if (seconds < 0) seconds = 0;  // a rounding error on an empty link
    penalty_ += term(seconds) - term(change.before);
  }
  return penalty_;
}

void MovingLoads::undo() {
  swap_nodes();
  for (const Change& change : changes_) seconds_[change.link] = change.before;
  penalty_ = penalty_before_;
}

void MovingLoads::swap_nodes() {
  for (const auto& [one, other] : swaps_) {
    std::swap(group_on_node_[one], group_on_node_[other]);
    for (const network::Node node : {one, other})
      if (const Group group = group_on_node_[node]; group != none) node_of_group_[group] = node;
  }
}

std::vector<Group> MovingLoads::groups_at_busiest() {
  const network::LinkId hot(std::max_element(seconds_.begin(), seconds_.end()) - seconds_.begin());
  std::vector<Group> found;
  for (const Group group : node_of_group_.ids())
    for (const Edge& edge : edges(group)) {
      if (!edge.out) continue;
      const auto links = route(node_of_group_[group], node_of_group_[edge.other]);
      if (std::ranges::find(links, hot, &network::Share::link) != links.end())
        found.insert(found.end(), {group, edge.other});
    }
  return found;
}

}  // namespace cartwright::placement
