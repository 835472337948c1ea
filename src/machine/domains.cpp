// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/domains.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::machine {

namespace {

std::int64_t count_of(const Kind& kind) {
  std::int64_t changes = 1;
  for (std::size_t i = 1; i < kind.of_slot.size(); ++i) changes += kind.of_slot[i] != kind.of_slot[i - 1] ? 1 : 0;
  return changes;
}

}  // namespace

Machine node_of_domains(std::size_t slots, std::vector<Kind> kinds, std::vector<std::string> hosts) {
  std::ranges::stable_sort(kinds, {}, count_of);
  std::vector<Level> levels = {{"node", Sizes::equal(1, static_cast<std::int64_t>(slots))}};
  std::vector<bool> begins(slots, false);
  for (const Kind& kind : kinds) {
    // Every level must divide the one before, even if some slots have no domain of this kind.
    Sizes sizes;
    std::int64_t size = 1;
    for (std::size_t i = 1; i < slots; ++i, ++size) {
      if (kind.of_slot[i] != kind.of_slot[i - 1]) begins[i] = true;
      if (begins[i]) sizes.append(std::exchange(size, 0));
    }
    sizes.append(size);
    // Skip a level that equals the one above, or that has one slot per domain.
    if (!(sizes == levels.back().sizes) && sizes.largest() > 1) levels.push_back({kind.name, std::move(sizes)});
  }
  return Machine(std::move(levels), std::move(hosts));
}

}  // namespace cartwright::machine
