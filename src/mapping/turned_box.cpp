// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/turned_box.hpp"

#include <algorithm>

namespace cartwright::mapping {

namespace {

/// The offsets of a stencil with two dimensions exchanged, those of equal delta added up, sorted.
std::vector<grid::Offset> exchanged(const grid::Stencil& stencil, std::size_t a, std::size_t b) {
  std::vector<grid::Offset> offsets = stencil.offsets();
  for (grid::Offset& offset : offsets) std::swap(offset.delta[a], offset.delta[b]);
  return grid::merged(std::move(offsets));
}

bool equal(const std::vector<grid::Offset>& x, const std::vector<grid::Offset>& y) {
  return std::ranges::equal(
      x, y, [](const grid::Offset& p, const grid::Offset& q) { return p.delta == q.delta && p.weight == q.weight; });
}

}  // namespace

std::vector<std::size_t> alike_dims(const grid::Grid& grid, const grid::Stencil& stencil) {
  const std::vector<grid::Offset> offsets = grid::merged(stencil.offsets());
  const auto exchangeable = [&](std::size_t a, std::size_t b) {
    if (grid.periodic(a) != grid.periodic(b) || (grid.periodic(a) && grid.dim(a) != grid.dim(b))) return false;
    return equal(exchanged(stencil, a, b), offsets);
  };
  std::vector<std::size_t> first(grid.ndims());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = i;
    for (std::size_t j = 0; j < i; ++j)
      if (first[j] == j && exchangeable(j, i)) {
        first[i] = j;
        break;
      }
  }
  return first;
}

Turned turn(const grid::Coords& box, const std::vector<std::size_t>& alike) {
  Turned turned{box, {}};
  for (std::size_t i = 0; i < box.size(); ++i) turned.from.push_back(i);
  // Insertion sort within each set of alike dimensions, because there are few.
  base::FixedVector<std::size_t, grid::max_dims> origin = turned.from;  // the dimension of the box at each position
  for (std::size_t i = 1; i < box.size(); ++i)
    for (std::size_t j = i, k = i; k-- > 0;)
      if (alike[k] == alike[j] && turned.box[k] < turned.box[j]) {
        std::swap(turned.box[k], turned.box[j]);
        std::swap(origin[k], origin[j]);
        j = k;
      }
  for (std::size_t i = 0; i < box.size(); ++i) turned.from[origin[i]] = i;
  return turned;
}

grid::Coords turn_back(const grid::Coords& coords, const Turned& turned) {
  grid::Coords back(coords.size());
  for (std::size_t i = 0; i < back.size(); ++i) back[i] = coords[turned.from[i]];
  return back;
}

grid::Grid turned_grid(const grid::Grid& grid, const std::vector<std::size_t>& alike) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i) periods.push_back(grid.periodic(i));
  return grid::Grid(turn(grid.dims(), alike).box, periods);
}

}  // namespace cartwright::mapping
