// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/tiles_p.hpp"

namespace cartwright::mapping {

TiledOrder::TiledOrder(grid::Grid grid, const grid::Coords& tile, Axes axes)
    : grid_(std::move(grid)), tile_(tile), tiles_(grid_.ndims()), axes_(axes) {
  for (std::size_t i = 0; i < grid_.ndims(); ++i) tiles_[i] = grid_.dim(i) / tile[i];
}

grid::Coords TiledOrder::cell_of(machine::Slot slot) const {
  grid::Coords cell = tile_.coords(grid::Cell(slot.number() % tile_.size()));
  grid::Coords corner(grid_.ndims());
  snake_coords(slot.number() / tile_.size(), tiles_, axes_, false, corner);
  for (std::size_t i = 0; i < grid_.ndims(); ++i) cell[i] += corner[i] * tile_.dim(i);
  return cell;
}

machine::Slot TiledOrder::slot_of(const grid::Coords& cell) const {
  grid::Coords corner(grid_.ndims());
  grid::Coords inside(grid_.ndims());
  for (std::size_t i = 0; i < grid_.ndims(); ++i) {
    corner[i] = cell[i] / tile_.dim(i);
    inside[i] = cell[i] % tile_.dim(i);
  }
  return machine::Slot(snake_rank(corner, tiles_, axes_, false) * tile_.size() + tile_.cell(inside).number());
}

std::vector<std::int64_t> large_factors(std::int64_t n) {
  constexpr std::int64_t largest_tried = 1'000'000;
  std::vector<std::int64_t> factors;
  for (std::int64_t f = 2; f <= largest_tried && f * f <= n; ++f)
    for (; n % f == 0; n /= f) factors.push_back(f);
  if (n > 1) factors.push_back(n);
  return {factors.rbegin(), factors.rend()};
}

}  // namespace cartwright::mapping
