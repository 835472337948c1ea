// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/exact_sizes.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace cartwright::mapping {

namespace {

class Repair {
 public:
  Repair(const CellGraph& graph, Labels labels, const machine::Sizes& sizes)
      : graph_(graph), labels_(std::move(labels)), excess_(sizes.count()) {
    for (std::int64_t part = 0; part < sizes.count(); ++part) excess_[part] = -sizes[part];
    for (const std::int32_t part : labels_) ++excess(part);
  }

  Labels run() {
    for (std::int32_t v = 0; v < graph_.size(); ++v) consider(v);
    while (!moves_.empty()) {
      const Move move = moves_.top();
      moves_.pop();
      if (excess(label(move.vertex)) <= 0) continue;
      if (const Move now = best_move(move.vertex); !(now == move)) {
        moves_.push(now);  // its neighbors have moved since, or the part is full now
        continue;
      }
      --excess(label(move.vertex));
      ++excess(move.to);
      label(move.vertex) = move.to;
      for (const auto& edge : graph_.edges(move.vertex)) consider(edge.to);
    }
    return std::move(labels_);
  }

 private:
  struct Move {
    double growth;  ///< increase of the cut
    std::int32_t vertex;
    std::int32_t to;
    auto operator<=>(const Move&) const = default;
  };

  std::int32_t& label(std::int32_t vertex) { return labels_[vertex]; }
  std::int64_t& excess(std::int32_t part) { return excess_[part]; }

  void consider(std::int32_t vertex) {
    if (excess(label(vertex)) > 0) moves_.push(best_move(vertex));
  }

  /// The move of the vertex to the part with room to which it has the strongest ties, or to any part with room if it
  /// has none.
  Move best_move(std::int32_t vertex) {
    while (excess(roomy_) >= 0) ++roomy_;  // full parts stay full
    const std::int32_t from = label(vertex);
    double most = 0;
    double own = 0;
    std::int32_t to = roomy_;
    ties_.clear();
    for (const auto& edge : graph_.edges(vertex)) ties_.emplace_back(label(edge.to), edge.weight);
    std::ranges::sort(ties_);
    for (auto tie = ties_.begin(); tie != ties_.end();) {
      const std::int32_t part = tie->first;
      double sum = 0;
      for (; tie != ties_.end() && tie->first == part; ++tie) sum += tie->second;
      if (part == from) own = sum;
      if (excess(part) < 0 && sum > most) {
        most = sum;
        to = part;
      }
    }
    return {own - most, vertex, to};
  }

  const CellGraph& graph_;
  Labels labels_;
  std::vector<std::int64_t> excess_;  ///< by part: number of vertices above its size
  std::int32_t roomy_ = 0;
  std::vector<std::pair<std::int32_t, float>> ties_;  ///< part and weight, for one vertex
  std::priority_queue<Move, std::vector<Move>, std::greater<>> moves_;
};

}  // namespace

Labels with_exact_sizes(const CellGraph& graph, Labels labels, const machine::Sizes& sizes) {
  return Repair(graph, std::move(labels), sizes).run();
}

}  // namespace cartwright::mapping
