// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/group_nodes.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace cartwright::transport {

namespace {

/// The nodes of a domain if all domains have equally many, one after the other; otherwise 0. `domains` is by node.
std::int64_t nodes_of_domain(const std::vector<int>& domains) {
  const auto first_end = std::ranges::find_if(domains, [&](int one) { return one != domains.front(); });
  const std::int64_t nodes = first_end - domains.begin();
  std::set<int> seen;
  for (std::int64_t node = 0; node < std::ssize(domains); ++node)
    if (node % nodes == 0 ? !seen.insert(domains[node]).second : domains[node] != domains[node - 1]) return 0;
  return std::ssize(domains) % nodes == 0 ? nodes : 0;
}

/// Whether `nodes` that come one after the other are in different domains.
bool differ(const std::vector<int>& domains, std::int64_t nodes) {
  for (std::int64_t node = 0; node < std::ssize(domains); ++node)
    if (domains[node] != domains[node - node % nodes]) return true;
  return false;
}

}  // namespace

GroupNodes::GroupNodes(const std::vector<int>& nodes, std::span<const std::vector<int>> above)
    : size(static_cast<int>(nodes.size())) {
  std::map<int, int> numbers;
  for (int of = 0; of < size; ++of) {
    const auto [found, added] = numbers.try_emplace(nodes[of], count());
    if (added) ranks_of.emplace_back();
    node_of.push_back(found->second);
    number_of.push_back(static_cast<int>(ranks_of[found->second].size()));
    ranks_of[found->second].push_back(of);
  }
  const auto [least, largest] = std::ranges::minmax(ranks_of, {}, &std::vector<int>::size);
  fewest = std::ssize(least);
  most = std::ssize(largest);
  for (const std::vector<int>& ranks : ranks_of) most_led += (std::ssize(ranks) + fewest - 1) / fewest;
  in_order = std::ranges::is_sorted(node_of);
  std::vector<std::vector<int>> domains;  // of nodes, by level
  for (const std::vector<int>& of_rank : above) {
    std::vector<int>& of_node = domains.emplace_back();
    for (const std::vector<int>& ranks : ranks_of) of_node.push_back(of_rank[ranks.front()]);
  }
  for (const std::vector<int>& of_node : domains | std::views::reverse)
    if (const std::int64_t ring = nodes_of_domain(of_node), inner = rings.empty() ? 1 : rings.back().nodes;
        ring > inner && ring < count() && ring % inner == 0)
      rings.push_back({ring});
  rings.push_back({count()});
  for (Ring& ring : rings)
    while (ring.level < domains.size() && !differ(domains[ring.level], ring.nodes)) ++ring.level;
}

std::int64_t GroupNodes::longest_joined() const {
  constexpr std::int64_t longest = std::int64_t{64} << 10;
  const std::int64_t messages = (count() - 1 + fewest - 1) / fewest;
  return alone() ? longest : std::min(longest, buffer / 2 / messages - padding);
}

}  // namespace cartwright::transport
