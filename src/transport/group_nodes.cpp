// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/group_nodes.hpp"

#include <algorithm>
#include <map>

namespace cartwright::transport {

GroupNodes::GroupNodes(const std::vector<int>& nodes) : size(static_cast<int>(nodes.size())) {
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
}

std::int64_t GroupNodes::longest_joined() const {
  constexpr std::int64_t longest = std::int64_t{64} << 10;
  const std::int64_t messages = (count() - 1 + fewest - 1) / fewest;
  return alone() ? longest : std::min(longest, buffer / 2 / messages - padding);
}

}  // namespace cartwright::transport
