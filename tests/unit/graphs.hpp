// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright {

// Graphs to test with.

inline std::vector<GraphEdge> edges_of(const Graph& graph) {
  std::vector<GraphEdge> edges;
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const Graph::Target& target : graph.edges(v)) edges.push_back({v, target.to, target.weight});
  return edges;
}

/// What a stencil with integer weights draws on a grid.
inline Graph stencil_graph(const Grid& grid, const Stencil& stencil) {
  std::vector<GraphEdge> edges;
  for (std::int64_t cell = 0; cell < grid.size(); ++cell)
    for (const Offset& offset : stencil.offsets())
      if (const std::int64_t to = grid.neighbor(grid.coords(cell), offset.delta); to >= 0)
        edges.push_back(
            {static_cast<std::int32_t>(cell), static_cast<std::int32_t>(to), static_cast<std::int64_t>(offset.weight)});
  return {grid.size(), edges};
}

inline Graph complete(std::int32_t n) {
  std::vector<GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v)
    for (std::int32_t u = 0; u < n; ++u) edges.push_back({v, u});
  return {n, edges};
}

/// Vertex 0 talks to all others.
inline Graph star(std::int32_t n) {
  std::vector<GraphEdge> edges;
  for (std::int32_t v = 1; v < n; ++v) edges.insert(edges.end(), {{0, v}, {v, 0}});
  return {n, edges};
}

/// Points in the unit square that talk to those nearby, all the more the nearer they are.
inline Graph geometric(Random& random, std::int32_t n) {
  std::vector<std::pair<double, double>> points;
  for (std::int32_t v = 0; v < n; ++v) points.emplace_back(random.unit(), random.unit());
  const double reach = 8.0 / (3.14 * n);  // squared, for about eight neighbours
  std::vector<GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v)
    for (std::int32_t u = 0; u < n; ++u) {
      const double x = points[static_cast<std::size_t>(v)].first - points[static_cast<std::size_t>(u)].first;
      const double y = points[static_cast<std::size_t>(v)].second - points[static_cast<std::size_t>(u)].second;
      const double share = (x * x + y * y) / reach;
      if (share < 1) edges.push_back({v, u, 1 + static_cast<std::int64_t>(10 * (1 - share))});
    }
  return {n, edges};
}

/// Every new vertex talks to three, preferably to those that many talk to already; one way only.
inline Graph power_law(Random& random, std::int32_t n) {
  std::vector<GraphEdge> edges;
  std::vector<std::int32_t> ends = {0};
  for (std::int32_t v = 1; v < n; ++v)
    for (int i = 0; i < 3; ++i) {
      const std::int32_t to = ends[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(ends.size())))];
      edges.push_back({v, to, 1 + random.below(5)});
      ends.insert(ends.end(), {v, to});
    }
  return {n, edges};
}

/// Two paths, and as many vertices again without an edge.
inline Graph disconnected(std::int32_t n) {
  std::vector<GraphEdge> edges;
  for (std::int32_t v = 0; v < n / 2; ++v)
    if (v % (n / 4 + 1) != 0) edges.insert(edges.end(), {{v, v - 1, 2}, {v - 1, v, 3}});
  return {n, edges};
}

inline std::vector<std::int32_t> permutation(Random& random, std::int32_t n) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = n - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
  return order;
}

/// The same graph, its vertices numbered otherwise.
inline Graph shuffled(Random& random, const Graph& graph) {
  const std::vector<std::int32_t> number = permutation(random, graph.size());
  std::vector<GraphEdge> edges = edges_of(graph);
  for (GraphEdge& edge : edges)
    edge = {number[static_cast<std::size_t>(edge.from)], number[static_cast<std::size_t>(edge.to)], edge.weight};
  return {graph.size(), edges};
}

/// Any of these, or edges drawn at random: 1 to `largest` vertices.
inline Graph random_graph(Random& random, std::int32_t largest) {
  const auto n = static_cast<std::int32_t>(1 + random.below(largest));
  switch (random.below(7)) {
    case 0: return complete(std::min(n, 40));
    case 1: return star(n);
    case 2: return geometric(random, n);
    case 3: return power_law(random, n);
    case 4: return disconnected(n);
    case 5: return shuffled(random, stencil_graph(Grid({n}, {true}), Stencil::hops(1)));
    default:
      std::vector<GraphEdge> edges(static_cast<std::size_t>(random.below(4 * n)));
      for (GraphEdge& edge : edges)
        edge = {static_cast<std::int32_t>(random.below(n)), static_cast<std::int32_t>(random.below(n)),
                random.below(9)};
      return {n, edges};
  }
}

}  // namespace cartwright
