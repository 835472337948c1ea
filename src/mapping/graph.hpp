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

/// The communication between processes 0 to n - 1: a directed, weighted graph. The edges of each vertex are in
/// ascending order of their targets. Weights are integers, as in MPI, so every sum is exact.
class Graph {
 public:
  struct Target {
    std::int32_t to;
    std::int64_t weight;
    friend bool operator==(const Target&, const Target&) = default;
  };

  Graph() = default;
  /// Adds up edges between the same two vertices. Leaves out edges from a vertex to itself, and edges of weight 0.
  /// Throws Error: a size below 0 or past 2^31 - 2, an end outside [0, size), a negative weight, weights whose sum
  /// exceeds 2^53, the limit for exact doubles.
  Graph(std::int64_t size, std::span<const GraphEdge> edges);

  std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  std::int64_t edge_count() const { return static_cast<std::int64_t>(targets_.size()); }
  std::int64_t total_weight() const { return total_weight_; }
  std::span<const Target> edges(std::int32_t vertex) const {
    return {targets_.data() + starts_[vertex], targets_.data() + starts_[vertex + 1]};
  }

  friend bool operator==(const Graph&, const Graph&) = default;

 private:
  std::vector<std::size_t> starts_ = {0};
  std::vector<Target> targets_;
  std::int64_t total_weight_ = 0;
};

}  // namespace cartwright::mapping
