// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <algorithm>

namespace cartwright::traffic {

/// Adds up the bytes that one node sends to every other node. Time is linear in the number of additions.
class FlowSums {
 public:
  explicit FlowSums(network::Node nodes)
      : bytes_(static_cast<std::size_t>(nodes), 0), seen_(static_cast<std::size_t>(nodes), false) {}

  void add(network::Node to, double bytes) {
    const auto at = static_cast<std::size_t>(to);
    if (!seen_[at]) {
      seen_[at] = true;
      touched_.push_back(to);
    }
    bytes_[at] += bytes;
  }

  /// Appends the flows from a node, sorted and without the flow to itself, and resets the sums.
  void take(network::Node from, std::vector<Flow>& out) {
    std::sort(touched_.begin(), touched_.end());
    for (const network::Node to : touched_) {
      const auto at = static_cast<std::size_t>(to);
      if (to != from) out.push_back({from, to, bytes_[at]});
      bytes_[at] = 0;
      seen_[at] = false;
    }
    touched_.clear();
  }

 private:
  std::vector<double> bytes_;
  std::vector<char> seen_;
  std::vector<network::Node> touched_;
};

}  // namespace cartwright::traffic
