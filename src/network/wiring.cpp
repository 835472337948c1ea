// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/wiring.hpp"

#include "base/error.hpp"
#include "base/host_name.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace cartwright::network {

namespace {

/// Sorts the ids below `count` into `rows` rows by `key`: the begins of the rows, and their contents in ascending
/// order.
template <typename T, typename Key>
void into_rows(std::size_t rows, std::size_t count, Key key, std::vector<std::size_t>& starts,
               std::vector<T>& contents) {
  starts.assign(rows + 1, 0);
  for (const T item : base::ids<T>(count)) ++starts[key(item).index() + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  contents.resize(count);
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const T item : base::ids<T>(count)) contents[next[key(item).index()]++] = item;
}

template <typename I>
void check_names(const base::IndexVector<I, std::string>& names, std::string_view what) {
  std::unordered_map<std::string_view, int> seen;
  seen.reserve(names.size());
  for (const std::string& name : names) {
    if (name.empty()) base::fail(base::Status::invalid_argument, "a {} has no name", what);
    if (!seen.emplace(name, 0).second)
      base::fail(base::Status::invalid_argument, "there are two of the {} {}", what, base::quote(name));
  }
}

void check_switch_of_node(const WiringParts& parts, Node node, Switch at) {
  const auto switches = static_cast<std::int64_t>(parts.switch_names.size());
  if (at.number() < 0 || at.number() >= switches)
    base::fail(base::Status::invalid_argument, "node {} is on switch {}, but there are {}: they are numbered from 0",
               base::quote(parts.node_names[node]), at.number(), switches);
}

void check_ends(const WiringParts& parts) {
  const auto switches = static_cast<std::int64_t>(parts.switch_names.size());
  for (const Link& link : parts.links) {
    for (const Switch end : {link.from, link.to})
      if (end.number() < 0 || end.number() >= switches)
        base::fail(base::Status::invalid_argument,
                   "a link ends at switch {}, but there are {}: they are numbered from 0", end.number(), switches);
    if (link.from == link.to)
      base::fail(base::Status::invalid_argument, "a link goes from switch {} to itself",
                 base::quote(parts.switch_names[link.from]));
    if (link.link_class < 0 || link.link_class >= static_cast<std::int64_t>(parts.classes.size()))
      base::fail(base::Status::invalid_argument, "a link is of class {}, but there are {}: they are numbered from 0",
                 link.link_class, parts.classes.size());
  }
  for (const Node node : parts.switch_of_node.ids()) check_switch_of_node(parts, node, parts.switch_of_node[node]);
}

void check_rails(const WiringParts& parts) {
  if (!parts.more_switches_of_node.empty() && parts.more_switches_of_node.size() != parts.switch_of_node.size())
    base::fail(base::Status::invalid_argument, "{} nodes have a switch, but {} have lists of more",
               parts.switch_of_node.size(), parts.more_switches_of_node.size());
  for (const Node node : parts.more_switches_of_node.ids()) {
    std::vector<Switch> all = parts.more_switches_of_node[node];
    for (const Switch at : all) check_switch_of_node(parts, node, at);
    all.push_back(parts.switch_of_node[node]);
    std::sort(all.begin(), all.end());
    if (std::adjacent_find(all.begin(), all.end()) != all.end())
      base::fail(base::Status::invalid_argument, "node {} is on a switch twice", base::quote(parts.node_names[node]));
  }
}

/// Cables carry traffic both ways: two switches must have equally many links of each class in both directions.
void check_both_ways(const WiringParts& parts) {
  std::vector<std::tuple<Switch, Switch, std::int32_t, bool>> ends;  // lower switch, higher switch, class, upwards
  ends.reserve(parts.links.size());
  for (const Link& link : parts.links)
    ends.emplace_back(std::min(link.from, link.to), std::max(link.from, link.to), link.link_class, link.from < link.to);
  std::sort(ends.begin(), ends.end());
  for (auto first = ends.begin(); first != ends.end();) {
    const auto [low, high, link_class, upwards] = *first;
    auto next = first;
    std::int64_t balance = 0;
    for (; next != ends.end() &&
           std::tie(low, high, link_class) == std::tie(std::get<0>(*next), std::get<1>(*next), std::get<2>(*next));
         ++next)
      balance += std::get<3>(*next) ? 1 : -1;
    if (balance != 0)
      base::fail(base::Status::invalid_argument, "a {} link goes from {} to {}, but no link goes back",
                 parts.classes[link_class].name, base::quote(parts.switch_names[balance > 0 ? low : high]),
                 base::quote(parts.switch_names[balance > 0 ? high : low]));
    first = next;
  }
}

void check_levels(const WiringParts& parts) {
  const base::IndexVector<Switch, std::int32_t>* above = nullptr;
  for (const SwitchLevel& level : parts.levels) {
    if (level.domain_of_switch.size() != parts.switch_names.size())
      base::fail(base::Status::invalid_argument, "level {} gives the domains of {} switches, but there are {}",
                 base::quote(level.name), level.domain_of_switch.size(), parts.switch_names.size());
    std::vector<std::int32_t> outer(parts.switch_names.size(), -1);
    for (const Switch at : level.domain_of_switch.ids()) {
      const std::int32_t domain = level.domain_of_switch[at];
      if (domain < 0 || static_cast<std::size_t>(domain) >= outer.size())
        base::fail(base::Status::invalid_argument,
                   "level {}: switch {} is in domain {}; domains are numbered from 0, and no more than switches",
                   base::quote(level.name), base::quote(parts.switch_names[at]), domain);
      if (above == nullptr) continue;
      std::int32_t& found = outer[domain];
      if (found >= 0 && found != (*above)[at])
        base::fail(base::Status::invalid_argument, "level {}: domain {} lies in two domains of the level before",
                   base::quote(level.name), domain);
      found = (*above)[at];
    }
    above = &level.domain_of_switch;
  }
}

}  // namespace

Wiring::Wiring(WiringParts parts) : parts_(std::move(parts)) {
  if (parts_.switch_of_node.empty()) base::fail(base::Status::invalid_argument, "a network needs at least one node");
  if (parts_.node_names.size() != parts_.switch_of_node.size())
    base::fail(base::Status::invalid_argument, "{} nodes have names, but {} have switches", parts_.node_names.size(),
               parts_.switch_of_node.size());
  for (const LinkClass& link_class : parts_.classes)
    if (!(link_class.bandwidth > 0) || !std::isfinite(link_class.bandwidth))
      base::fail(base::Status::invalid_argument, "link class {} has a bandwidth of {} bytes/s: it must be above 0",
                 base::quote(link_class.name), link_class.bandwidth);
  if (!(parts_.terminal_bandwidth >= 0) || !std::isfinite(parts_.terminal_bandwidth))
    base::fail(base::Status::invalid_argument,
               "the terminal bandwidth is {} bytes/s: it must be above 0, or 0 if it is unknown",
               parts_.terminal_bandwidth);
  check_names(parts_.node_names, "node");
  for (const std::string& name : parts_.node_names) base::check_host_name(name);
  check_names(parts_.switch_names, "switch");
  check_ends(parts_);
  check_rails(parts_);
  check_both_ways(parts_);
  check_levels(parts_);

  const std::size_t count = parts_.switch_names.size();
  into_rows(
      count, parts_.links.size(), [&](LinkId link) { return parts_.links[link].from; }, link_rows_, links_by_switch_);
  into_rows(
      count, parts_.switch_of_node.size(), [&](Node node) { return parts_.switch_of_node[node]; }, node_rows_,
      nodes_by_switch_);
  nodes_by_name_.resize(parts_.node_names.size());
  std::iota(nodes_by_name_.begin(), nodes_by_name_.end(), Node(0));
  std::sort(nodes_by_name_.begin(), nodes_by_name_.end(), [&](Node a, Node b) { return node_name(a) < node_name(b); });
  std::map<std::vector<Switch>, Node> first;
  for (const Node node : parts_.more_switches_of_node.ids()) {
    std::vector<Switch> all = parts_.more_switches_of_node[node];
    all.push_back(switch_of(node));
    first_alike_.push_back(first.try_emplace(std::move(all), node).first->second);
  }
}

Node Wiring::find_node(std::string_view name) const {
  const auto found = std::lower_bound(nodes_by_name_.begin(), nodes_by_name_.end(), name,
                                      [&](Node node, std::string_view wanted) { return node_name(node) < wanted; });
  return found != nodes_by_name_.end() && node_name(*found) == name ? *found : Node(-1);
}

}  // namespace cartwright::network
