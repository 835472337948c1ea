// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/rank_domains.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::fft::choice {

RankDomains::RankDomains(std::int64_t processes, const std::vector<choose::RankLevel>& levels) {
  const std::size_t size = processes;
  std::vector<std::int32_t> outer(size, 0);
  for (const choose::RankLevel& level : levels) {
    if (level.domain_of_rank.size() != size)
      base::fail(base::Status::invalid_argument,
                 "level '{}' has the domains of {} processes, but there are {}: give one domain for each", level.name,
                 level.domain_of_rank.size(), size);
    // Domains are numbered by their lowest ranks. Equal numbers in different domains of the level before differ.
    std::map<std::pair<std::int32_t, int>, std::int32_t> number;
    Level made;
    made.domain.reserve(size);
    for (std::size_t rank = 0; rank < size; ++rank)
      made.domain.push_back(
          number.try_emplace({outer[rank], level.domain_of_rank[rank]}, static_cast<std::int32_t>(number.size()))
              .first->second);
    made.nodes.assign(number.size(), 1);
    outer = made.domain;
    levels_.push_back(std::move(made));
  }
  if (levels_.empty()) levels_.push_back({outer, {1}});
  const auto node = std::ranges::find(levels, "node", &choose::RankLevel::name);
  node_level_ = node == levels.end() ? 0 : node - levels.begin();
  for (std::size_t l = 0; l < node_level_; ++l) {
    std::ranges::fill(levels_[l].nodes, 0);
    std::vector<bool> seen(nodes().domains(), false);
    for (std::size_t rank = 0; rank < size; ++rank) {
      const std::int32_t its_node = nodes().domain[rank];
      if (!seen[its_node]) ++levels_[l].nodes[levels_[l].domain[rank]];
      seen[its_node] = true;
    }
  }

  slots_.resize(size);
  std::iota(slots_.begin(), slots_.end(), 0);
  // Stable sorts from the innermost level outwards leave ranks sorted by all of them.
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
    std::ranges::stable_sort(slots_, {}, [&](std::int64_t rank) { return level->domain[rank]; });
}

}  // namespace cartwright::fft::choice
