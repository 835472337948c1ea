// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/grow_parts.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace cartwright::mapping {

namespace {

constexpr std::int64_t moves_per_vertex = 300;
constexpr std::int64_t most_moves = 2'000'000;

/// The last vertex that a breadth-first search from `start` reaches.
std::int32_t farthest(const CellGraph& graph, std::int32_t start) {
  std::vector<bool> seen(graph.size(), false);
  std::vector<std::int32_t> reached{start};
  seen[start] = true;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const auto& edge : graph.edges(reached[i]))
      if (!seen[edge.to]) {
        seen[edge.to] = true;
        reached.push_back(edge.to);
      }
  return reached.back();
}

/// Label 0 for `count` vertices around `start`, 1 for the others.
Labels grown(const CellGraph& graph, std::int32_t start, std::int64_t count) {
  struct Step {
    double gain;
    std::int32_t vertex;
    bool operator<(const Step& other) const { return gain != other.gain ? gain < other.gain : vertex > other.vertex; }
  };
  const std::size_t size = graph.size();
  Labels labels(size, 1);
  std::vector<double> gains(size, 0.0);  // weight into the half less weight to the rest
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const auto& edge : graph.edges(v)) gains[v] -= edge.weight;
  std::priority_queue<Step> rim;
  std::int32_t next = start;
  std::int32_t untouched = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    labels[next] = 0;
    for (const auto& edge : graph.edges(next)) {
      double& gain = gains[edge.to];
      gain += 2.0 * edge.weight;
      if (labels[edge.to] == 1) rim.push({gain, edge.to});
    }
    if (i + 1 == count) break;
    const auto outdated = [&](const Step& step) { return labels[step.vertex] == 0 || step.gain != gains[step.vertex]; };
    while (!rim.empty() && outdated(rim.top())) rim.pop();
    if (rim.empty()) {  // a connected component is used up
      while (labels[untouched] == 0) ++untouched;
      next = untouched;
    } else {
      next = rim.top().vertex;
    }
  }
  return labels;
}

class Halving {
 public:
  Halving(const machine::Sizes& sizes, std::uint64_t seed) : sizes_(sizes), seed_(seed), labels_(sizes.total()) {}

  /// Divides a subgraph, whose vertices have the given numbers in the whole graph, among the parts [first, last).
  void split(const CellGraph& graph, const std::vector<std::int32_t>& numbers, std::int64_t first, std::int64_t last) {
    if (last - first == 1) {
      for (const std::int32_t v : numbers) labels_[v] = static_cast<std::int32_t>(first);
      return;
    }
    const std::int64_t middle = first + (last - first) / 2;
    const Labels halves = halve(graph, sizes_.start(middle) - sizes_.start(first));
    for (const std::int32_t half : {0, 1}) {
      std::vector<std::int32_t> inside;
      std::vector<std::int32_t> inside_numbers;
      for (std::int32_t v = 0; v < graph.size(); ++v)
        if (halves[v] == half) {
          inside.push_back(v);
          inside_numbers.push_back(numbers[v]);
        }
      split(CellGraph(graph, inside), inside_numbers, half == 0 ? first : middle, half == 0 ? middle : last);
    }
  }

  Labels take() { return std::move(labels_); }

 private:
  Labels halve(const CellGraph& graph, std::int64_t count) {
    const std::int32_t rim = farthest(graph, farthest(graph, 0));
    const std::int64_t moves = std::min(most_moves, moves_per_vertex * graph.size());
    return refine(graph, grown(graph, rim, count), 2, {.seed = seed_, .moves = moves, .rounds = 2});
  }

  const machine::Sizes& sizes_;
  std::uint64_t seed_;
  Labels labels_;
};

}  // namespace

Labels grow_parts(const CellGraph& graph, const machine::Sizes& sizes, std::uint64_t seed) {
  Halving halving(sizes, seed);
  std::vector<std::int32_t> numbers(graph.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  halving.split(graph, numbers, 0, sizes.count());
  return halving.take();
}

}  // namespace cartwright::mapping
