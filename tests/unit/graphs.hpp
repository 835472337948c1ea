// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright {

// Graphs for tests.

inline std::vector<mapping::GraphEdge> edges_of(const mapping::Graph& graph) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v)) edges.push_back({v, target.to, target.weight});
  return edges;
}

/// The graph of a stencil with integer weights on a grid.
inline mapping::Graph stencil_graph(const grid::Grid& grid, const grid::Stencil& stencil) {
  std::vector<mapping::GraphEdge> edges;
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : stencil.offsets())
      if (const grid::Cell to = grid.neighbor(grid.coords(cell), offset.delta); to != grid::no_cell)
        edges.push_back({static_cast<std::int32_t>(cell.number()), static_cast<std::int32_t>(to.number()),
                         static_cast<std::int64_t>(offset.weight)});
  return {grid.size(), edges};
}

inline mapping::Graph complete(std::int32_t n) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v)
    for (std::int32_t u = 0; u < n; ++u) edges.push_back({v, u});
  return {n, edges};
}

/// Vertex 0 has edges to all others.
inline mapping::Graph star(std::int32_t n) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 1; v < n; ++v) edges.insert(edges.end(), {{0, v}, {v, 0}});
  return {n, edges};
}

/// Points in the unit square with edges to nearby points; shorter edges have larger weights.
inline mapping::Graph geometric(base::Random& random, std::int32_t n) {
  std::vector<std::pair<double, double>> points;
  for (std::int32_t v = 0; v < n; ++v) points.emplace_back(random.unit(), random.unit());
  const double reach = 8.0 / (3.14 * n);  // squared, for about eight neighbors
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v)
    for (std::int32_t u = 0; u < n; ++u) {
      const double x = points[v].first - points[u].first;
      const double y = points[v].second - points[u].second;
      const double share = (x * x + y * y) / reach;
      if (share < 1) edges.push_back({v, u, 1 + static_cast<std::int64_t>(10 * (1 - share))});
    }
  return {n, edges};
}

/// Points in the unit square; two have an edge if the circle between them holds no other point (Gabriel 1969), most of
/// the edges of the Delaunay triangulation.
inline mapping::Graph gabriel(base::Random& random, std::int32_t n) {
  struct Point {
    double x, y;
  };
  std::vector<Point> points;
  for (std::int32_t v = 0; v < n; ++v) {
    const double x = random.unit();
    points.push_back({x, random.unit()});
  }
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v) {
    const auto squared = [&](double x, double y) { return x * x + y * y; };
    std::vector<std::pair<double, std::int32_t>> others;  // by distance: longer edges than the 40 nearest are left out
    for (std::int32_t u = 0; u < n; ++u)
      if (u != v) others.emplace_back(squared(points[u].x - points[v].x, points[u].y - points[v].y), u);
    std::partial_sort(others.begin(), others.begin() + std::min(40, n - 1), others.end());
    for (int i = 0; i < std::min(40, n - 1); ++i) {
      const auto [distance, u] = others[i];
      const double x = (points[u].x + points[v].x) / 2, y = (points[u].y + points[v].y) / 2;
      bool empty = true;
      for (int j = 0; j < i && empty; ++j)
        empty = squared(points[others[j].second].x - x, points[others[j].second].y - y) >= distance / 4;
      if (empty && v < u) edges.insert(edges.end(), {{v, u}, {u, v}});
    }
  }
  return {n, edges};
}

/// Every new vertex has edges, one way, to three others, preferably to vertices with many edges.
inline mapping::Graph power_law(base::Random& random, std::int32_t n) {
  std::vector<mapping::GraphEdge> edges;
  std::vector<std::int32_t> ends = {0};
  for (std::int32_t v = 1; v < n; ++v)
    for (int i = 0; i < 3; ++i) {
      const std::int32_t to = ends[random.below(static_cast<std::int64_t>(ends.size()))];
      edges.push_back({v, to, 1 + random.below(5)});
      ends.insert(ends.end(), {v, to});
    }
  return {n, edges};
}

/// Two paths, and as many vertices without an edge.
inline mapping::Graph disconnected(std::int32_t n) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n / 2; ++v)
    if (v % (n / 4 + 1) != 0) edges.insert(edges.end(), {{v, v - 1, 2}, {v - 1, v, 3}});
  return {n, edges};
}

inline std::vector<std::int32_t> permutation(base::Random& random, std::int32_t n) {
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = n - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

/// The same graph with other numbers of its vertices.
inline mapping::Graph shuffled(base::Random& random, const mapping::Graph& graph) {
  const std::vector<std::int32_t> number = permutation(random, graph.size());
  std::vector<mapping::GraphEdge> edges = edges_of(graph);
  for (mapping::GraphEdge& edge : edges) edge = {number[edge.from], number[edge.to], edge.weight};
  return {graph.size(), edges};
}

/// Any of these, or edges drawn at random: 1 to `largest` vertices.
inline mapping::Graph random_graph(base::Random& random, std::int32_t largest) {
  const auto n = static_cast<std::int32_t>(1 + random.below(largest));
  switch (random.below(7)) {
    case 0: return complete(std::min(n, 40));
    case 1: return star(n);
    case 2: return geometric(random, n);
    case 3: return power_law(random, n);
    case 4: return disconnected(n);
    case 5: return shuffled(random, stencil_graph(grid::Grid({n}, {true}), grid::Stencil::hops(1)));
    default:
      std::vector<mapping::GraphEdge> edges(random.below(4 * n));
      for (mapping::GraphEdge& edge : edges)
        edge = {static_cast<std::int32_t>(random.below(n)), static_cast<std::int32_t>(random.below(n)),
                random.below(9)};
      return {n, edges};
  }
}

}  // namespace cartwright
