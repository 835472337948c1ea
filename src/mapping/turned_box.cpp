// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/turned_box.hpp"

#include <algorithm>

namespace cartwright {

namespace {

/// The offsets of a stencil with two dimensions exchanged, those of equal delta added up, sorted.
std::vector<Offset> exchanged(const Stencil& stencil, std::size_t a, std::size_t b) {
  std::vector<Offset> offsets = stencil.offsets();
  for (Offset& offset : offsets) std::swap(offset.delta[a], offset.delta[b]);
  return merged(std::move(offsets));
}

bool equal(const std::vector<Offset>& x, const std::vector<Offset>& y) {
  return std::ranges::equal(
      x, y, [](const Offset& p, const Offset& q) { return p.delta == q.delta && p.weight == q.weight; });
}

}  // namespace

std::vector<std::size_t> alike_dims(const Grid& grid, const Stencil& stencil) {
  const std::vector<Offset> offsets = merged(stencil.offsets());
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

Turned turn(const Coords& box, const std::vector<std::size_t>& alike) {
  Turned turned{box, {}};
  for (std::size_t i = 0; i < box.size(); ++i) turned.from.push_back(i);
  // Insertion sort within each set of alike dimensions: there are few.
  FixedVector<std::size_t, max_dims> origin = turned.from;  // which dimension of the box lies here
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

Coords turn_back(const Coords& coords, const Turned& turned) {
  Coords back(coords.size());
  for (std::size_t i = 0; i < back.size(); ++i) back[i] = coords[turned.from[i]];
  return back;
}

Grid turned_grid(const Grid& grid, const std::vector<std::size_t>& alike) {
  FixedVector<bool, max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i) periods.push_back(grid.periodic(i));
  return Grid(turn(grid.dims(), alike).box, periods);
}

}  // namespace cartwright
