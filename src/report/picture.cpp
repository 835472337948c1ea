// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::report {

std::string hex(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue); }

Slices slices_of(const grid::Grid& grid) {
  Slices slices;
  const std::size_t ndims = grid.ndims();
  if (ndims >= 1) slices.columns = grid.dim(ndims - 1);
  if (ndims >= 2) slices.rows = grid.dim(ndims - 2);
  slices.count = grid.size() / (slices.rows * slices.columns);
  return slices;
}

std::string slice_title(const grid::Grid& grid, std::int64_t slice) {
  if (grid.ndims() < 3) return {};
  const Slices slices = slices_of(grid);
  const grid::Coords coords = grid.coords(grid::Cell(slice * slices.rows * slices.columns));
  std::string title = "[";
  for (std::size_t i = 0; i + 2 < grid.ndims(); ++i) title += fmt::format("{},", coords[i]);
  return title + "*,*]";
}

namespace {

/// The nodes adjacent to each node, within the slices and along the other dimensions. Sorted and unique.
std::vector<std::vector<std::int64_t>> neighbors_of(const grid::Grid& grid,
                                                    const base::IndexVector<grid::Cell, std::int64_t>& nodes,
                                                    std::int64_t node_count) {
  std::vector<std::vector<std::int64_t>> neighbors(node_count);
  const auto connect = [&](std::int64_t a, std::int64_t b) {
    if (a == b) return;
    neighbors[a].push_back(b);
    neighbors[b].push_back(a);
  };
  const Slices slices = slices_of(grid);
  const std::int64_t rows = slices.rows;
  const std::int64_t columns = slices.columns;
  const auto at = [&](std::int64_t cell) { return nodes[grid::Cell(cell)]; };
  for (std::int64_t cell = 0; cell < grid.size(); ++cell) {
    const std::int64_t column = cell % columns;
    const bool below = cell / columns % rows + 1 < rows;
    if (column + 1 < columns) connect(at(cell), at(cell + 1));
    if (below) connect(at(cell), at(cell + columns));
    if (below && column + 1 < columns) connect(at(cell), at(cell + columns + 1));
    if (below && column > 0) connect(at(cell), at(cell + columns - 1));
    if (cell + rows * columns < grid.size()) connect(at(cell), at(cell + rows * columns));
  }
  for (auto& list : neighbors) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbors;
}

}  // namespace

std::vector<std::size_t> color_nodes(const grid::Grid& grid, const base::IndexVector<grid::Cell, std::int64_t>& nodes,
                                     std::int64_t node_count, std::size_t colors) {
  const auto neighbors = neighbors_of(grid, nodes, node_count);
  std::vector<std::size_t> color(node_count, colors);
  std::vector<std::size_t> used(colors, 0);
  std::vector<std::size_t> adjacent(colors);
  for (std::size_t node = 0; node < color.size(); ++node) {
    std::ranges::fill(adjacent, 0);
    for (const std::int64_t other : neighbors[node])
      if (const std::size_t taken = color[other]; taken < colors) ++adjacent[taken];
    std::size_t best = 0;
    for (std::size_t i = 1; i < colors; ++i)
      if (std::pair(adjacent[i], used[i]) < std::pair(adjacent[best], used[best])) best = i;
    color[node] = best;
    ++used[best];
  }
  return color;
}

}  // namespace cartwright::report
