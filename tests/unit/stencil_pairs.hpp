// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "grid/grid.hpp"
#include "grid/stencil.hpp"
#include "record/pairs.hpp"

#include <map>
#include <utility>

namespace cartwright {

/// The record of a program with a stencil on a grid, and noise.
inline record::Pairs stencil_pairs(const grid::Grid& grid, const grid::Stencil& stencil, double noise,
                                   std::uint64_t seed) {
  base::Random random(seed);
  record::Pairs made;
  made.ranks = grid.size();
  std::map<std::pair<std::int64_t, std::int64_t>, double> bytes;
  double sum = 0;
  for (std::int64_t rank = 0; rank < grid.size(); ++rank)
    for (const grid::Offset& offset : stencil.offsets()) {
      const std::int64_t to = grid.neighbor(grid.coords(grid::Cell(rank)), offset.delta).number();
      if (to < 0 || to == rank) continue;
      bytes[{rank, to}] += offset.weight;
      sum += offset.weight;
    }
  for (std::int64_t i = 0; i < grid.size() / 8; ++i)
    if (noise > 0)
      bytes[{random.below(grid.size()), random.below(grid.size())}] +=
          noise * sum / (static_cast<double>(grid.size()) / 8);
  for (const auto& [pair, amount] : bytes)
    if (pair.first != pair.second) made.pairs.push_back({pair.first, pair.second, 1, amount});
  return made;
}

}  // namespace cartwright
