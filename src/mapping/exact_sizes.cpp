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
    for (const Part part : excess_.ids()) excess_[part] = -sizes[part.number()];
    for (const Part part : labels_) ++excess_[part];
  }

  Labels run() {
    for (const Vertex v : graph_.vertices()) consider(v);
    while (!moves_.empty()) {
      const Move move = moves_.top();
      moves_.pop();
      if (excess_[labels_[move.vertex]] <= 0) continue;
      if (const Move now = best_move(move.vertex); !(now == move)) {
        moves_.push(now);  // its neighbors have moved since, or the part is full now
        continue;
      }
      --excess_[labels_[move.vertex]];
      ++excess_[move.to];
      labels_[move.vertex] = move.to;
      for (const auto& edge : graph_.edges(move.vertex)) consider(edge.to);
    }
    return std::move(labels_);
  }

 private:
  struct Move {
    double growth;  ///< increase of the cut
    Vertex vertex;
    Part to;
    auto operator<=>(const Move&) const = default;
  };

  void consider(Vertex vertex) {
    if (excess_[labels_[vertex]] > 0) moves_.push(best_move(vertex));
  }

  /// The move of the vertex to the part with room to which it has the strongest ties, or to any part with room if it
  /// has none.
  Move best_move(Vertex vertex) {
    while (excess_[roomy_] >= 0) ++roomy_;  // full parts stay full
    const Part from = labels_[vertex];
    double most = 0;
    double own = 0;
    Part to = roomy_;
    ties_.clear();
    for (const auto& edge : graph_.edges(vertex)) ties_.emplace_back(labels_[edge.to], edge.weight);
    std::ranges::sort(ties_);
    for (auto tie = ties_.begin(); tie != ties_.end();) {
      const Part part = tie->first;
      double sum = 0;
      for (; tie != ties_.end() && tie->first == part; ++tie) sum += tie->second;
      if (part == from) own = sum;
      if (excess_[part] < 0 && sum > most) {
        most = sum;
        to = part;
      }
    }
    return {own - most, vertex, to};
  }

  const CellGraph& graph_;
  Labels labels_;
  base::IndexVector<Part, std::int64_t> excess_;  ///< number of vertices above its size
  Part roomy_{0};
  std::vector<std::pair<Part, float>> ties_;  ///< part and weight, for one vertex
  std::priority_queue<Move, std::vector<Move>, std::greater<>> moves_;
};

}  // namespace

Labels with_exact_sizes(const CellGraph& graph, Labels labels, const machine::Sizes& sizes) {
  return Repair(graph, std::move(labels), sizes).run();
}

}  // namespace cartwright::mapping
