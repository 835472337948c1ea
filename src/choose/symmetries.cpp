// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/symmetries.hpp"

#include <algorithm>

namespace cartwright::choose {

namespace {

bool contains(bound::DimSet dims, std::size_t i) { return (dims >> i & 1) != 0; }

/// The dimensions along which an edge of the pattern moves.
bound::DimSet crossed(const bound::Pattern& pattern) {
  bound::DimSet dims = 0;
  for (const grid::Offset& offset : pattern.offsets)
    for (std::size_t i = 0; i < offset.delta.size(); ++i)
      if (offset.delta[i] != 0) dims |= bound::DimSet{1} << i;
  return dims;
}

/// Whether the pattern stays the same if these dimensions are reflected.
bool is_symmetric(const bound::Pattern& pattern, bound::DimSet reflected) {
  std::vector<grid::Offset> offsets = pattern.offsets;
  for (grid::Offset& offset : offsets)
    for (std::size_t i = 0; i < offset.delta.size(); ++i)
      if (contains(reflected, i)) offset.delta[i] = -offset.delta[i];
  const bound::Pattern image = bound::reduced(pattern.grid, grid::Stencil(pattern.grid.ndims(), std::move(offsets)));
  return std::ranges::equal(image.offsets, pattern.offsets, [](const grid::Offset& a, const grid::Offset& b) {
    return a.delta == b.delta && a.weight == b.weight;
  });
}

}  // namespace

grid::Coords Symmetry::image(const grid::Grid& grid, grid::Coords coords) const {
  for (std::size_t i = 0; i < coords.size(); ++i) {
    if (contains(reflected, i)) coords[i] = grid.dim(i) - 1 - coords[i];
    if (contains(wrapping, i)) coords[i] = (coords[i] + shift[i]) % grid.dim(i);
  }
  return coords;
}

Symmetries::Symmetries(const grid::Grid& grid, const grid::Stencil& stencil) : grid_(grid) {
  const bound::Pattern pattern = bound::reduced(grid, stencil);
  const bound::DimSet edges = crossed(pattern);
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if (grid.periodic(i) || !contains(edges, i)) wrapping_ |= bound::DimSet{1} << i;
  for (bound::DimSet set = 0; set <= pattern.dims(); ++set)
    if ((set & ~edges) == 0 && is_symmetric(pattern, set)) reflections_.push_back(set);
}

std::optional<Symmetry> Symmetries::to_first(grid::Cell cell) const {
  const grid::Coords coords = grid_.coords(cell);
  for (const bound::DimSet reflected : reflections_) {
    Symmetry symmetry{reflected, wrapping_, grid::Coords(grid_.ndims(), 0)};
    const grid::Coords at = symmetry.image(grid_, coords);
    bool leads_there = true;
    for (std::size_t i = 0; i < at.size(); ++i) {
      symmetry.shift[i] = contains(wrapping_, i) ? (grid_.dim(i) - at[i]) % grid_.dim(i) : 0;
      leads_there = leads_there && (contains(wrapping_, i) || at[i] == 0);
    }
    if (leads_there) return symmetry;
  }
  return std::nullopt;
}

}  // namespace cartwright::choose
