// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/wiring.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace cartwright::network {

namespace {

/// Sorts 0, 1, ... into `rows` rows by `key`: the begins of the rows, and their contents in ascending order.
template <typename T, typename Key>
void into_rows(std::size_t rows, std::size_t count, Key key, std::vector<std::size_t>& starts,
               std::vector<T>& contents) {
  starts.assign(rows + 1, 0);
  for (std::size_t i = 0; i < count; ++i) ++starts[static_cast<std::size_t>(key(i)) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  contents.resize(count);
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < count; ++i) contents[next[static_cast<std::size_t>(key(i))]++] = static_cast<T>(i);
}

void check_names(const std::vector<std::string>& names, std::string_view what) {
  std::unordered_map<std::string_view, int> seen;
  seen.reserve(names.size());
  for (const std::string& name : names) {
    if (name.empty()) base::fail(base::Status::invalid_argument, "a {} has no name", what);
    if (!seen.emplace(name, 0).second)
      base::fail(base::Status::invalid_argument, "there are two of the {} {}", what, base::quote(name));
  }
}

void check_ends(const WiringParts& parts) {
  const auto switches = static_cast<std::int64_t>(parts.switch_names.size());
  for (const Link& link : parts.links) {
    for (const Switch end : {link.from, link.to})
      if (end < 0 || end >= switches)
        base::fail(base::Status::invalid_argument,
                   "a link ends at switch {}, but there are {}: they are numbered from 0", end, switches);
    if (link.from == link.to)
      base::fail(base::Status::invalid_argument, "a link goes from switch {} to itself",
                 base::quote(parts.switch_names[static_cast<std::size_t>(link.from)]));
    if (link.link_class < 0 || link.link_class >= static_cast<std::int64_t>(parts.classes.size()))
      base::fail(base::Status::invalid_argument, "a link is of class {}, but there are {}: they are numbered from 0",
                 link.link_class, parts.classes.size());
  }
  for (std::size_t node = 0; node < parts.switch_of_node.size(); ++node)
    if (parts.switch_of_node[node] < 0 || parts.switch_of_node[node] >= switches)
      base::fail(base::Status::invalid_argument, "node {} is on switch {}, but there are {}: they are numbered from 0",
                 base::quote(parts.node_names[node]), parts.switch_of_node[node], switches);
}

/// Cables carry traffic both ways: two switches must have equally many links of each class in both directions.
void check_both_ways(const WiringParts& parts) {
  std::vector<std::array<std::int32_t, 4>> ends;  // lower switch, higher switch, class, direction
  ends.reserve(parts.links.size());
  for (const Link& link : parts.links)
    ends.push_back({std::min(link.from, link.to), std::max(link.from, link.to), link.link_class, link.from < link.to});
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i < ends.size();) {
    std::size_t end = i;
    std::int64_t balance = 0;
    for (; end < ends.size() && std::equal(ends[i].begin(), ends[i].begin() + 3, ends[end].begin()); ++end)
      balance += ends[end][3] != 0 ? 1 : -1;
    if (balance != 0) {
      const auto [from, to] = balance > 0 ? std::pair(ends[i][0], ends[i][1]) : std::pair(ends[i][1], ends[i][0]);
      base::fail(base::Status::invalid_argument, "a {} link goes from {} to {}, but no link goes back",
                 parts.classes[static_cast<std::size_t>(ends[i][2])].name,
                 base::quote(parts.switch_names[static_cast<std::size_t>(from)]),
                 base::quote(parts.switch_names[static_cast<std::size_t>(to)]));
    }
    i = end;
  }
}

void check_levels(const WiringParts& parts) {
  const std::vector<std::int32_t>* above = nullptr;
  for (const SwitchLevel& level : parts.levels) {
    if (level.domain_of_switch.size() != parts.switch_names.size())
      base::fail(base::Status::invalid_argument, "level {} gives the domains of {} switches, but there are {}",
                 base::quote(level.name), level.domain_of_switch.size(), parts.switch_names.size());
    std::vector<std::int32_t> outer(parts.switch_names.size(), -1);
    for (std::size_t i = 0; i < level.domain_of_switch.size(); ++i) {
      const std::int32_t domain = level.domain_of_switch[i];
      if (domain < 0 || static_cast<std::size_t>(domain) >= outer.size())
        base::fail(base::Status::invalid_argument,
                   "level {}: switch {} is in domain {}; domains are numbered from 0, and no more than switches",
                   base::quote(level.name), base::quote(parts.switch_names[i]), domain);
      if (above == nullptr) continue;
      std::int32_t& found = outer[static_cast<std::size_t>(domain)];
      if (found >= 0 && found != (*above)[i])
        base::fail(base::Status::invalid_argument, "level {}: domain {} lies in two domains of the level before",
                   base::quote(level.name), domain);
      found = (*above)[i];
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
  check_names(parts_.switch_names, "switch");
  check_ends(parts_);
  check_both_ways(parts_);
  check_levels(parts_);

  const std::size_t count = parts_.switch_names.size();
  into_rows(
      count, parts_.links.size(), [&](std::size_t i) { return parts_.links[i].from; }, link_rows_, links_by_switch_);
  into_rows(
      count, parts_.switch_of_node.size(), [&](std::size_t i) { return parts_.switch_of_node[i]; }, node_rows_,
      nodes_by_switch_);
  nodes_by_name_.resize(parts_.node_names.size());
  std::iota(nodes_by_name_.begin(), nodes_by_name_.end(), 0);
  std::sort(nodes_by_name_.begin(), nodes_by_name_.end(), [&](Node a, Node b) { return node_name(a) < node_name(b); });
}

Node Wiring::find_node(std::string_view name) const {
  const auto found = std::lower_bound(nodes_by_name_.begin(), nodes_by_name_.end(), name,
                                      [&](Node node, std::string_view wanted) { return node_name(node) < wanted; });
  return found != nodes_by_name_.end() && node_name(*found) == name ? *found : -1;
}

}  // namespace cartwright::network
