// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/cell_set.hpp"

#include <algorithm>

namespace cartwright::mapping {

double CellSetWeight::operator()(const std::vector<grid::Coords>& cells) {
  if (++mark_ == 0) {
    std::ranges::fill(marks_, 0);
    mark_ = 1;
  }
  for (const grid::Coords& cell : cells) marks_[grid_.cell(cell)] = mark_;
  double weight = 0;
  for (const grid::Coords& cell : cells)
    for (const grid::Offset& offset : stencil_.offsets()) {
      const grid::Cell neighbor = grid_.neighbor(cell, offset.delta);
      if (neighbor != grid::no_cell && marks_[neighbor] == mark_) weight += offset.weight;
    }
  return weight;
}

}  // namespace cartwright::mapping
