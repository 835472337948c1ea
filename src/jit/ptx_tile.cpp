// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/ptx_tile_p.hpp"

#include <cstdlib>

namespace cartwright::jit {

namespace {

/// Memory is read in sectors of 32 bytes: words that are as far apart share none.
constexpr std::int64_t sector = 32;
constexpr std::int64_t fewest_turns = 8;

/// The loop whose turns share sectors on one side; none if there is none.
std::optional<std::size_t> densest(const FlatNest& nest, std::int64_t FlatNest::Dim::* side) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < nest.dims.size(); ++i) {
    const FlatNest::Dim& dim = nest.dims[i];
    if (dim.table != nullptr || dim.count < fewest_turns || std::abs(dim.*side) >= sector) continue;
    if (!best || std::abs(dim.*side) < std::abs(nest.dims[*best].*side)) best = i;
  }
  return best;
}

}  // namespace

std::optional<Tile> tile_of(const FlatNest& nest, std::int64_t word) {
  if (nest.ragged != nullptr || nest.dims.size() < 2) return std::nullopt;
  // The innermost loop of a block of several words is dense on both sides.
  if (nest.dims[0].from == word && nest.dims[0].to == word) return std::nullopt;
  const auto across = densest(nest, &FlatNest::Dim::from);
  const auto along = densest(nest, &FlatNest::Dim::to);
  if (!across || !along || across == along) return std::nullopt;
  Tile tile{*along, *across, 0, 0, 1};
  tile.tiles_along = (nest.dims[*along].count + tile_side - 1) / tile_side;
  tile.tiles_across = (nest.dims[*across].count + tile_side - 1) / tile_side;
  tile.tiles = tile.tiles_along * tile.tiles_across;
  for (std::size_t i = 0; i < nest.dims.size(); ++i)
    if (i != *along && i != *across) tile.tiles *= nest.dims[i].count;
  return tile;
}

}  // namespace cartwright::jit
