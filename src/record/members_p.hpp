// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/record.hpp"

#include <unordered_map>

namespace cartwright::record {

/// The members of each group, and the position of a rank in it.
class Members {
 public:
  explicit Members(const Record& record) {
    for (const RankRecord& rank : record.ranks)
      for (const Group& group : rank.groups) {
        Known& known = groups_[group.id];
        known.ranks = ranks_of(group.members);
        for (std::size_t i = 0; i < known.ranks.size(); ++i)
          known.position[known.ranks[i]] = static_cast<std::int64_t>(i);
      }
  }

  struct Known {
    std::vector<std::int64_t> ranks;
    std::unordered_map<std::int64_t, std::int64_t> position;
  };
  /// Null if the group, or this member of it, is unknown.
  const Known* find(std::uint64_t group, std::int64_t rank) const {
    const auto found = groups_.find(group);
    return found == groups_.end() || !found->second.position.contains(rank) ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::uint64_t, Known> groups_;
};

}  // namespace cartwright::record
