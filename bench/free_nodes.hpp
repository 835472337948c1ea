// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "placement/policy.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cartwright::bench {

/// The free nodes: half of all, drawn at random.
inline std::vector<network::Node> draw_free(std::int32_t nodes, std::uint64_t seed) {
  std::vector<network::Node> all(static_cast<std::size_t>(nodes));
  std::iota(all.begin(), all.end(), network::Node(0));
  base::Random random(seed);
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(static_cast<std::int64_t>(i))]);
  all.resize(all.size() / 2);
  std::ranges::sort(all);
  return all;
}

/// The nodes that a policy selects among the free ones of a draw.
inline placement::NodeOfGroup selected(const network::Network& network, const placement::Policy& policy,
                                       const placement::Job& job, int draw, placement::PolicyOptions options = {}) {
  options.seed = static_cast<std::uint64_t>(draw);
  return placement::NodeOfGroup(
      policy.select(network, draw_free(network.wiring().nodes(), options.seed), job, options));
}

}  // namespace cartwright::bench
