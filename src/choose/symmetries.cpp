// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/symmetries.hpp"

#include <algorithm>

namespace cartwright {

namespace {

bool contains(DimSet dims, std::size_t i) { return (dims >> i & 1) != 0; }

/// Dimensions along which an edge of the pattern leads.
DimSet crossed(const Pattern& pattern) {
  DimSet dims = 0;
  for (const Offset& offset : pattern.offsets)
    for (std::size_t i = 0; i < offset.delta.size(); ++i)
      if (offset.delta[i] != 0) dims |= DimSet{1} << i;
  return dims;
}

/// Whether the pattern is the same when these dimensions are reflected.
bool is_symmetric(const Pattern& pattern, DimSet reflected) {
  std::vector<Offset> offsets = pattern.offsets;
  for (Offset& offset : offsets)
    for (std::size_t i = 0; i < offset.delta.size(); ++i)
      if (contains(reflected, i)) offset.delta[i] = -offset.delta[i];
  const Pattern image = reduced(pattern.grid, Stencil(pattern.grid.ndims(), std::move(offsets)));
  return std::ranges::equal(image.offsets, pattern.offsets, [](const Offset& a, const Offset& b) {
    return a.delta == b.delta && a.weight == b.weight;
  });
}

}  // namespace

Coords Symmetry::image(const Grid& grid, Coords coords) const {
  for (std::size_t i = 0; i < coords.size(); ++i) {
    if (contains(reflected, i)) coords[i] = grid.dim(i) - 1 - coords[i];
    if (contains(wrapping, i)) coords[i] = (coords[i] + shift[i]) % grid.dim(i);
  }
  return coords;
}

Symmetries::Symmetries(const Grid& grid, const Stencil& stencil) : grid_(grid) {
  const Pattern pattern = reduced(grid, stencil);
  const DimSet edges = crossed(pattern);
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if (grid.periodic(i) || !contains(edges, i)) wrapping_ |= DimSet{1} << i;
  for (DimSet set = 0; set <= pattern.dims(); ++set)
    if ((set & ~edges) == 0 && is_symmetric(pattern, set)) reflections_.push_back(set);
}

std::optional<Symmetry> Symmetries::to_first(std::int64_t cell) const {
  const Coords coords = grid_.coords(cell);
  for (const DimSet reflected : reflections_) {
    Symmetry symmetry{reflected, wrapping_, Coords(grid_.ndims(), 0)};
    const Coords at = symmetry.image(grid_, coords);
    bool leads_there = true;
    for (std::size_t i = 0; i < at.size(); ++i) {
      symmetry.shift[i] = contains(wrapping_, i) ? (grid_.dim(i) - at[i]) % grid_.dim(i) : 0;
      leads_there = leads_there && (contains(wrapping_, i) || at[i] == 0);
    }
    if (leads_there) return symmetry;
  }
  return std::nullopt;
}

}  // namespace cartwright
