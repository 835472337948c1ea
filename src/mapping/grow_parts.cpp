// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/grow_parts.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace cartwright::mapping {

namespace {

constexpr std::int64_t moves_per_vertex = 300;
constexpr std::int64_t max_moves = 2'000'000;

/// The last vertex that a breadth-first search from `start` reaches.
Vertex farthest(const CellGraph& graph, Vertex start) {
  base::IndexVector<Vertex, bool> seen(graph.size(), false);
  std::vector<Vertex> reached{start};
  seen[start] = true;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const auto& edge : graph.edges(reached[i]))
      if (!seen[edge.to]) {
        seen[edge.to] = true;
        reached.push_back(edge.to);
      }
  return reached.back();
}

constexpr Part near{0}, far{1};

/// The part `near` for `count` vertices around `start`, `far` for the others.
Labels grown(const CellGraph& graph, Vertex start, std::int64_t count) {
  struct Step {
    double gain;
    Vertex vertex;
    bool operator<(const Step& other) const { return gain != other.gain ? gain < other.gain : vertex > other.vertex; }
  };
  Labels labels(graph.size(), far);
  base::IndexVector<Vertex, double> gains(graph.size(), 0.0);  // weight into the half less weight to the rest
  for (const Vertex v : graph.vertices())
    for (const auto& edge : graph.edges(v)) gains[v] -= edge.weight;
  std::priority_queue<Step> rim;
  Vertex next = start;
  Vertex untouched(0);
  for (std::int64_t i = 0; i < count; ++i) {
    labels[next] = near;
    for (const auto& edge : graph.edges(next)) {
      double& gain = gains[edge.to];
      gain += 2.0 * edge.weight;
      if (labels[edge.to] == far) rim.push({gain, edge.to});
    }
    if (i + 1 == count) break;
    const auto outdated = [&](const Step& step) {
      return labels[step.vertex] == near || step.gain != gains[step.vertex];
    };
    while (!rim.empty() && outdated(rim.top())) rim.pop();
    if (rim.empty()) {  // a connected component is used up
      while (labels[untouched] == near) ++untouched;
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
  void split(const CellGraph& graph, const base::IndexVector<Vertex, Vertex>& numbers, std::int64_t first,
             std::int64_t last) {
    if (last - first == 1) {
      for (const Vertex v : numbers) labels_[v] = Part(first);
      return;
    }
    const std::int64_t middle = first + (last - first) / 2;
    const Labels halves = halve(graph, sizes_.start(middle) - sizes_.start(first));
    for (const Part half : {near, far}) {
      std::vector<Vertex> inside;
      base::IndexVector<Vertex, Vertex> inside_numbers;
      for (const Vertex v : graph.vertices())
        if (halves[v] == half) {
          inside.push_back(v);
          inside_numbers.push_back(numbers[v]);
        }
      split(CellGraph(graph, inside), inside_numbers, half == near ? first : middle, half == near ? middle : last);
    }
  }

  Labels take() { return std::move(labels_); }

 private:
  Labels halve(const CellGraph& graph, std::int64_t count) {
    const Vertex rim = farthest(graph, farthest(graph, Vertex(0)));
    const std::int64_t moves = std::min(max_moves, moves_per_vertex * graph.size());
    return refine(graph, grown(graph, rim, count), 2, {.seed = seed_, .moves = moves, .rounds = 2});
  }

  const machine::Sizes& sizes_;
  std::uint64_t seed_;
  Labels labels_;
};

}  // namespace

Labels grow_parts(const CellGraph& graph, const machine::Sizes& sizes, std::uint64_t seed) {
  Halving halving(sizes, seed);
  base::IndexVector<Vertex, Vertex> numbers(graph.size());
  std::iota(numbers.begin(), numbers.end(), Vertex(0));
  halving.split(graph, numbers, 0, sizes.count());
  return halving.take();
}

}  // namespace cartwright::mapping
