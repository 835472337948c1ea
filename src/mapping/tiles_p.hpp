// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"
#include "mapping/snake_p.hpp"

namespace cartwright::mapping {

/// The grid cut into equal boxes. Cells within a box are in row-major order, boxes in serpentine order (`axes` slowest
/// first), so a node of several boxes holds neighboring boxes.
class TiledOrder final : public LocalOrder {
 public:
  /// Every dimension of `tile` divides that of the grid.
  TiledOrder(grid::Grid grid, const grid::Coords& tile, Axes axes);
  grid::Coords cell_of(machine::Slot slot) const override;
  machine::Slot slot_of(const grid::Coords& cell) const override;

 private:
  grid::Grid grid_;
  grid::Grid tile_;
  grid::Coords tiles_;  ///< number of tiles along each dimension
  Axes axes_;
};

/// The prime factors of n, largest first. A product of primes over 10^6 counts as one factor.
std::vector<std::int64_t> large_factors(std::int64_t n);

/// Gropp's box of n cells, each dimension of which divides that of the grid. n divides the grid's size.
grid::Coords nodecart_tile(const grid::Coords& dims, std::int64_t n);

}  // namespace cartwright::mapping
