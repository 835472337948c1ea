// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/flat_nest.hpp"

#include <optional>

namespace cartwright::jit {

constexpr std::int64_t tile_side = 32;  ///< blocks of a tile in each direction
constexpr int tile_rows = 8;            ///< that the threads of a block move at once

/// A nest that transposes goes through tiles in shared memory: `across` is its densest loop in the source, `along` in
/// the target.
struct Tile {
  std::size_t along;
  std::size_t across;
  std::int64_t tiles_along;
  std::int64_t tiles_across;
  std::int64_t tiles;  ///< in one turn of the program
};

/// None if a nest does not transpose single words, or if its loops are short.
std::optional<Tile> tile_of(const FlatNest& nest, std::int64_t word);

}  // namespace cartwright::jit
