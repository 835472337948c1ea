// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.hpp"
#include "record/record.hpp"

#include <algorithm>

namespace cartwright::record {

bool is_way(std::string_view kind) { return std::ranges::find(way_names, kind) != way_names.end(); }

std::vector<RankRun> runs_of(const std::vector<std::int64_t>& ranks) {
  std::vector<RankRun> runs;
  for (const std::int64_t rank : ranks) {
    if (!runs.empty()) {
      RankRun& last = runs.back();
      if (last.count == 1 && rank != last.first) last.stride = rank - last.first;
      if (rank == last.first + last.count * last.stride) {
        ++last.count;
        continue;
      }
      if (last.count == 1) last.stride = 1;
    }
    runs.push_back({rank, 1, 1});
  }
  return runs;
}

std::vector<std::int64_t> ranks_of(const std::vector<RankRun>& runs) {
  std::vector<std::int64_t> ranks;
  ranks.reserve(static_cast<std::size_t>(count_of(runs)));
  for (const RankRun& run : runs)
    for (std::int64_t i = 0; i < run.count; ++i) ranks.push_back(run.first + i * run.stride);
  return ranks;
}

std::int64_t count_of(const std::vector<RankRun>& runs) {
  std::int64_t count = 0;
  for (const RankRun& run : runs) count += run.count;
  return count;
}

std::uint64_t group_id(const std::vector<RankRun>& members) {
  base::Hash hash;
  for (const RankRun& run : members) {
    hash.add(static_cast<std::uint64_t>(run.first));
    hash.add(static_cast<std::uint64_t>(run.stride));
    hash.add(static_cast<std::uint64_t>(run.count));
  }
  // Half the bits are enough to tell the groups of a program apart, and every JSON reader keeps them.
  return (hash.value() >> 12) | 1;
}

}  // namespace cartwright::record
