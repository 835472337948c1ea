// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes/pack_statistics.hpp"

#include <unordered_map>

namespace cartwright::mpi {

namespace {

constexpr std::size_t few = 4096;

struct Memory {
  std::mutex mutex;
  std::size_t most = few;  ///< number of layouts at which those without a datatype are removed
  std::unordered_map<std::uint64_t, std::shared_ptr<PackStatistics>> of_layout;
};

/// Never destroyed: threads may still communicate while a program ends.
Memory& memory() {
  static Memory& made = *new Memory;
  return made;
}

}  // namespace

std::shared_ptr<PackStatistics> pack_statistics_of(const datatype::Layout& layout) {
  Memory& all = memory();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.of_layout.find(layout.hash); found != all.of_layout.end()) return found->second;
  if (all.of_layout.size() >= all.most) {
    std::erase_if(all.of_layout, [](const auto& entry) { return entry.second.use_count() == 1; });
    all.most = std::max(few, 2 * all.of_layout.size());  // each sweep is paid for by as many new layouts as it visits
  }
  auto made = std::make_shared<PackStatistics>();
  all.of_layout.emplace(layout.hash, made);
  return made;
}

std::vector<std::pair<std::uint64_t, std::shared_ptr<PackStatistics>>> all_pack_statistics() {
  Memory& all = memory();
  const std::lock_guard lock(all.mutex);
  std::vector<std::pair<std::uint64_t, std::shared_ptr<PackStatistics>>> used;
  for (const auto& [hash, pack_statistics] : all.of_layout)
    if (pack_statistics->uses > 0) used.emplace_back(hash, pack_statistics);
  return used;
}

}  // namespace cartwright::mpi
