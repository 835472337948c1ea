// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::mapping {

/// `from` sends `weight` (bytes, messages, any unit) to `to`.
struct GraphEdge {
  std::int32_t from;
  std::int32_t to;
  std::int64_t weight = 1;
};

/// Who sends how much to whom among processes 0 to n - 1: directed and weighted, the edges of each vertex in
/// ascending order of where they lead. Weights are integers, as MPI's are, so that every sum is exact.
class Graph {
 public:
  struct Target {
    std::int32_t to;
    std::int64_t weight;
    friend bool operator==(const Target&, const Target&) = default;
  };

  Graph() = default;
  /// Edges between the same two vertices are added up. Those that never carry anything from one process to another
  /// are left out: from a vertex to itself, or of weight 0.
  /// Throws Error: a size below 0 or past 2^31 - 2, an end outside [0, size), a negative weight, weights whose sum
  /// passes 2^53 (so that a double holds it).
  Graph(std::int64_t size, std::span<const GraphEdge> edges);

  std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  std::int64_t edge_count() const { return static_cast<std::int64_t>(targets_.size()); }
  std::int64_t total_weight() const { return total_weight_; }
  std::span<const Target> edges(std::int32_t vertex) const {
    const auto v = static_cast<std::size_t>(vertex);
    return {targets_.data() + starts_[v], targets_.data() + starts_[v + 1]};
  }

  friend bool operator==(const Graph&, const Graph&) = default;

 private:
  std::vector<std::size_t> starts_ = {0};
  std::vector<Target> targets_;
  std::int64_t total_weight_ = 0;
};

}  // namespace cartwright::mapping
