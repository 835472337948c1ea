// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/pattern.hpp"

#include <algorithm>

namespace cartwright {

namespace {

/// Brings an offset into the range that Pattern promises; false when it joins no two different cells.
bool reduce(const Grid& grid, Coords& delta) {
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

Pattern merged(Grid grid, std::vector<Offset> offsets) {
  std::erase_if(offsets, [&](Offset& offset) { return offset.weight == 0 || !reduce(grid, offset.delta); });
  const auto less = [](const Offset& a, const Offset& b) {
    return std::ranges::lexicographical_compare(a.delta, b.delta);
  };
  std::ranges::stable_sort(offsets, less);
  std::vector<Offset> unique;
  for (const Offset& offset : offsets) {
    if (!unique.empty() && unique.back().delta == offset.delta)
      unique.back().weight += offset.weight;
    else
      unique.push_back(offset);
  }
  return {std::move(grid), std::move(unique)};
}

Coords select(const Coords& coords, DimSet dims) {
  Coords selected;
  for (std::size_t i = 0; i < coords.size(); ++i)
    if ((dims >> i & 1) != 0) selected.push_back(coords[i]);
  return selected;
}

Grid select(const Grid& grid, DimSet dims) {
  FixedVector<bool, max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if ((dims >> i & 1) != 0) periods.push_back(grid.periodic(i));
  return Grid(select(grid.dims(), dims), periods);
}

bool within(const Coords& delta, DimSet dims) {
  for (std::size_t i = 0; i < delta.size(); ++i)
    if ((dims >> i & 1) == 0 && delta[i] != 0) return false;
  return true;
}

}  // namespace

Pattern reduced(const Grid& grid, const Stencil& stencil) { return merged(grid, stencil.offsets()); }

Pattern fibre(const Pattern& pattern, DimSet dims) {
  std::vector<Offset> offsets;
  for (const Offset& offset : pattern.offsets)
    if (within(offset.delta, dims)) offsets.push_back({select(offset.delta, dims), offset.weight});
  return merged(select(pattern.grid, dims), std::move(offsets));
}

Pattern base(const Pattern& pattern, DimSet dims) {
  std::vector<Offset> offsets;
  for (const Offset& offset : pattern.offsets) offsets.push_back({select(offset.delta, dims), offset.weight});
  return merged(select(pattern.grid, dims), std::move(offsets));
}

double total_weight(const Pattern& pattern) {
  return total_weight(pattern.grid, Stencil(pattern.grid.ndims(), pattern.offsets));
}

}  // namespace cartwright
