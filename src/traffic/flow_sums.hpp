// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <algorithm>

namespace cartwright::traffic {

/// Adds up the bytes that one node sends to every other node. Time is linear in the number of additions.
class FlowSums {
 public:
  explicit FlowSums(std::int32_t nodes) : bytes_(nodes, 0), seen_(nodes, false) {}

  void add(network::Node to, double bytes) {
    if (!seen_[to]) {
      seen_[to] = true;
      touched_.push_back(to);
    }
    bytes_[to] += bytes;
  }

  /// Appends the flows from a node, sorted and without the flow to itself, and resets the sums.
  void take(network::Node from, std::vector<Flow>& out) {
    std::sort(touched_.begin(), touched_.end());
    for (const network::Node to : touched_) {
      if (to != from) out.push_back({from, to, bytes_[to]});
      bytes_[to] = 0;
      seen_[to] = false;
    }
    touched_.clear();
  }

 private:
  base::IndexVector<network::Node, double> bytes_;
  base::IndexVector<network::Node, char> seen_;
  std::vector<network::Node> touched_;
};

}  // namespace cartwright::traffic
