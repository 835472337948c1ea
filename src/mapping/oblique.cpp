// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/oblique.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <span>

namespace cartwright::mapping {

namespace {

/// The largest entry of a direction, by the number of dimensions: thousands of directions are tried at most, and none
/// in more dimensions.
constexpr std::array<std::int64_t, 7> largest_entry = {0, 0, 4, 3, 2, 1, 1};

constexpr std::size_t max_searched_offsets = 200;
constexpr std::size_t max_directions = 6;

/// The weight that moves across planes of a direction.
double crossing(const grid::Stencil& stencil, const grid::Coords& direction) {
  double sum = 0;
  for (const grid::Offset& offset : stencil.offsets()) {
    double steps = 0;
    for (std::size_t i = 0; i < direction.size(); ++i)
      steps += static_cast<double>(direction[i]) * static_cast<double>(offset.delta[i]);
    sum += offset.weight * std::abs(steps);
  }
  return sum;
}

/// Whether a direction is not an axis, nor a multiple of another, nor the opposite of one that comes later.
bool is_candidate(const grid::Coords& direction) {
  std::int64_t divisor = 0;
  std::int64_t first = 0;
  int moving = 0;
  for (const std::int64_t x : direction) {
    if (first == 0) first = x;
    moving += x != 0 ? 1 : 0;
    divisor = std::gcd(divisor, x);
  }
  return first > 0 && moving > 1 && divisor == 1;
}

/// The next vector with entries of at most `limit`, in lexicographic order. False after the last one.
bool advance(grid::Coords& direction, std::int64_t limit) {
  for (std::size_t i = direction.size(); i-- > 0;) {
    if (++direction[i] <= limit) return true;
    direction[i] = -limit;
  }
  return false;
}

/// The vertices of each connected component, in the order of a walk: neighbors follow each other where possible.
std::vector<std::vector<Vertex>> components(const CellGraph& graph) {
  std::vector<std::vector<Vertex>> found;
  base::IndexVector<Vertex, bool> seen(graph.size(), false);
  std::vector<Vertex> next;
  for (const Vertex start : graph.vertices()) {
    if (seen[start]) continue;
    std::vector<Vertex>& component = found.emplace_back();
    for (next.push_back(start); !next.empty();) {
      const Vertex v = next.back();
      next.pop_back();
      if (seen[v]) continue;
      seen[v] = true;
      component.push_back(v);
      for (const CellGraph::Edge& edge : graph.edges(v))
        if (!seen[edge.to]) next.push_back(edge.to);
    }
  }
  return found;
}

}  // namespace

std::vector<grid::Coords> oblique_directions(const grid::Stencil& stencil) {
  const std::size_t ndims = stencil.ndims();
  if (ndims < 2 || ndims >= largest_entry.size() || stencil.size() > max_searched_offsets) return {};
  std::vector<double> along_axis;
  for (std::size_t i = 0; i < ndims; ++i) {
    grid::Coords axis(ndims, 0);
    axis[i] = 1;
    along_axis.push_back(crossing(stencil, axis));
  }
  const auto worst_axis = [&](const grid::Coords& direction) {
    double worst = 0;
    for (std::size_t i = 0; i < ndims; ++i)
      if (direction[i] != 0) worst = std::max(worst, along_axis[i]);
    return worst;
  };
  std::vector<std::pair<double, grid::Coords>> found;
  const std::int64_t limit = largest_entry[ndims];
  grid::Coords direction(ndims, -limit);
  do {
    if (!is_candidate(direction)) continue;
    if (const double sum = crossing(stencil, direction); sum < worst_axis(direction))
      found.emplace_back(sum, direction);
  } while (advance(direction, limit));
  std::ranges::stable_sort(found, {}, &std::pair<double, grid::Coords>::first);
  found.resize(std::min(found.size(), max_directions));
  std::vector<grid::Coords> directions;
  for (auto& [sum, best] : found) directions.push_back(best);
  return directions;
}

Labels walk(const CellGraph& graph, const machine::Sizes& sizes) {
  const std::vector<std::vector<Vertex>> whole = components(graph);
  std::multimap<std::int64_t, Part> room;
  for (std::int64_t part = 0; part < sizes.count(); ++part) room.emplace(sizes[part], Part(part));
  const auto smaller = [](std::span<const Vertex> a, std::span<const Vertex> b) { return a.size() < b.size(); };
  std::priority_queue<std::span<const Vertex>, std::vector<std::span<const Vertex>>, decltype(smaller)> rest(
      smaller, {whole.begin(), whole.end()});
  Labels labels(graph.size(), Part(0));
  while (!rest.empty()) {
    const std::span<const Vertex> vertices = rest.top();
    rest.pop();
    const auto count = static_cast<std::int64_t>(vertices.size());
    const auto fit = room.lower_bound(count);
    const auto [left, part] = fit != room.end() ? *fit : *room.rbegin();
    room.erase(fit != room.end() ? fit : std::prev(room.end()));
    const std::int64_t placed = std::min(count, left);
    for (const Vertex v : vertices.first(placed)) labels[v] = part;
    if (placed < count) rest.push(vertices.subspan(placed));
    if (placed < left) room.emplace(left - placed, part);
  }
  return labels;
}

}  // namespace cartwright::mapping
