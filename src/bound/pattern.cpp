// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/pattern.hpp"

#include <algorithm>

namespace cartwright::bound {

namespace {

/// Brings an offset into the range of Pattern; false if it does not join two different cells.
bool reduce(const grid::Grid& grid, grid::Coords& delta) {
  bool moves = false;
  for (std::size_t i = 0; i < grid.ndims(); ++i) {
    if (grid.periodic(i)) {
      delta[i] %= grid.dim(i);
      if (delta[i] < 0) delta[i] += grid.dim(i);
    } else if (delta[i] <= -grid.dim(i) || delta[i] >= grid.dim(i)) {
      return false;
    }
    moves |= delta[i] != 0;
  }
  return moves;
}

Pattern merged(grid::Grid grid, std::vector<grid::Offset> offsets) {
  std::erase_if(offsets, [&](grid::Offset& offset) { return offset.weight == 0 || !reduce(grid, offset.delta); });
  const auto less = [](const grid::Offset& a, const grid::Offset& b) {
    return std::ranges::lexicographical_compare(a.delta, b.delta);
  };
  std::ranges::stable_sort(offsets, less);
  std::vector<grid::Offset> unique;
  for (const grid::Offset& offset : offsets) {
    if (!unique.empty() && unique.back().delta == offset.delta)
      unique.back().weight += offset.weight;
    else
      unique.push_back(offset);
  }
  return {std::move(grid), std::move(unique)};
}

grid::Coords select(const grid::Coords& coords, DimSet dims) {
  grid::Coords selected;
  for (std::size_t i = 0; i < coords.size(); ++i)
    if ((dims >> i & 1) != 0) selected.push_back(coords[i]);
  return selected;
}

grid::Grid select(const grid::Grid& grid, DimSet dims) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if ((dims >> i & 1) != 0) periods.push_back(grid.periodic(i));
  return grid::Grid(select(grid.dims(), dims), periods);
}

bool within(const grid::Coords& delta, DimSet dims) {
  for (std::size_t i = 0; i < delta.size(); ++i)
    if ((dims >> i & 1) == 0 && delta[i] != 0) return false;
  return true;
}

}  // namespace

Pattern reduced(const grid::Grid& grid, const grid::Stencil& stencil) { return merged(grid, stencil.offsets()); }

Pattern fibre(const Pattern& pattern, DimSet dims) {
  std::vector<grid::Offset> offsets;
  for (const grid::Offset& offset : pattern.offsets)
    if (within(offset.delta, dims)) offsets.push_back({select(offset.delta, dims), offset.weight});
  return merged(select(pattern.grid, dims), std::move(offsets));
}

Pattern base(const Pattern& pattern, DimSet dims) {
  std::vector<grid::Offset> offsets;
  for (const grid::Offset& offset : pattern.offsets) offsets.push_back({select(offset.delta, dims), offset.weight});
  return merged(select(pattern.grid, dims), std::move(offsets));
}

double total_weight(const Pattern& pattern) {
  return grid::total_weight(pattern.grid, grid::Stencil(pattern.grid.ndims(), pattern.offsets));
}

}  // namespace cartwright::bound
