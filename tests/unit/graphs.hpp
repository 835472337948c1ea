// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <algorithm>
#include <cmath>
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

/// Random points in the unit square, sorted into squares of a raster, so that a million find their neighbors.
class Points {
 public:
  Points(base::Random& random, std::int32_t n)
      : raster_(1 + static_cast<std::int32_t>(std::sqrt(n) / 2)), inside_(static_cast<std::size_t>(raster_) * raster_) {
    for (std::int32_t v = 0; v < n; ++v) {
      const double x = random.unit();
      points_.push_back({x, random.unit()});
      inside_[square(points_[v].x) * raster_ + square(points_[v].y)].push_back(v);
    }
  }

  double squared_distance(std::int32_t v, double x, double y) const {
    return (points_[v].x - x) * (points_[v].x - x) + (points_[v].y - y) * (points_[v].y - y);
  }
  double squared_distance(std::int32_t v, std::int32_t u) const {
    return squared_distance(v, points_[u].x, points_[u].y);
  }
  /// The squared distance of a point from the middle between two others.
  double squared_distance_from_middle(std::int32_t w, std::int32_t v, std::int32_t u) const {
    return squared_distance(w, (points_[u].x + points_[v].x) / 2, (points_[u].y + points_[v].y) / 2);
  }

  /// All others within a distance, whose square is given: their squared distances and numbers.
  std::vector<std::pair<double, std::int32_t>> near(std::int32_t v, double squared) const {
    const double reach = std::sqrt(squared);
    std::vector<std::pair<double, std::int32_t>> found;
    for (std::int32_t i = square(points_[v].x - reach); i <= square(points_[v].x + reach); ++i)
      for (std::int32_t j = square(points_[v].y - reach); j <= square(points_[v].y + reach); ++j)
        for (const std::int32_t u : inside_[i * raster_ + j])
          if (const double distance = squared_distance(u, v); u != v && distance < squared)
            found.emplace_back(distance, u);
    return found;
  }

 private:
  struct Point {
    double x, y;
  };
  std::int32_t square(double x) const { return std::clamp(static_cast<std::int32_t>(x * raster_), 0, raster_ - 1); }

  std::int32_t raster_;
  std::vector<std::vector<std::int32_t>> inside_;
  std::vector<Point> points_;
};

/// Points in the unit square with edges to nearby points; shorter edges have larger weights.
inline mapping::Graph geometric(base::Random& random, std::int32_t n) {
  const Points points(random, n);
  const double reach = 8.0 / (3.14 * n);  // squared, for about eight neighbors
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v)
    for (const auto& [distance, u] : points.near(v, reach))
      edges.push_back({v, u, 1 + static_cast<std::int64_t>(10 * (1 - distance / reach))});
  return {n, edges};
}

/// Points in the unit square; two have an edge if the circle between them holds no other point (Gabriel 1969), most of
/// the edges of the Delaunay triangulation.
inline mapping::Graph gabriel(base::Random& random, std::int32_t n) {
  const Points points(random, n);
  const std::size_t most = std::min(40, n - 1);  // by distance: longer edges than the 40 nearest are left out
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < n; ++v) {
    double reach = 20.0 / n;
    std::vector<std::pair<double, std::int32_t>> others = points.near(v, reach);
    while (others.size() < most) others = points.near(v, reach *= 2);
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(most), others.end());
    for (std::size_t i = 0; i < most; ++i) {
      const auto [distance, u] = others[i];
      bool empty = true;
      for (std::size_t j = 0; j < i && empty; ++j)
        empty = points.squared_distance_from_middle(others[j].second, v, u) >= distance / 4;
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
