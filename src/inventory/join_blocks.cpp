// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "inventory/inventories_p.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::inventory {

void join_blocks(std::span<const std::int64_t> sizes, std::size_t first, std::vector<SwitchRecord>& switches) {
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (sizes[i] <= sizes[i - 1] || sizes[i] % sizes[i - 1] != 0)
      base::fail(base::Status::parse,
                 "blocks of {} nodes cannot be joined to blocks of {}: give multiples in BlockSizes", sizes[i - 1],
                 sizes[i]);
    const std::size_t last = switches.size();
    const auto each = static_cast<std::size_t>(sizes[i] / sizes[i - 1]);
    while (first < last) {
      const std::size_t end = first + std::min(each, last - first);
      SwitchRecord joined{.name = fmt::format("{}+{}", switches[first].name, sizes[i]), .accelerated = true};
      for (; first < end; ++first) joined.below.push_back(switches[first].name);
      switches.push_back(std::move(joined));
    }
  }
}

}  // namespace cartwright::inventory
