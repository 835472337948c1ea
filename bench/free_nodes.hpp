// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "network/wiring.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cartwright::bench {

/// The free nodes: half of all, drawn at random.
inline std::vector<network::Node> draw_free(network::Node nodes, std::uint64_t seed) {
  std::vector<network::Node> all(nodes);
  std::iota(all.begin(), all.end(), 0);
  base::Random random(seed);
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(static_cast<std::int64_t>(i))]);
  all.resize(all.size() / 2);
  std::ranges::sort(all);
  return all;
}

}  // namespace cartwright::bench
