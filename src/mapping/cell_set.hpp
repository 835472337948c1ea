// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::mapping {

/// Weighs the edges inside sets of cells of one grid. It keeps a mark per cell of the grid: use one object per thread.
class CellSetWeight {
 public:
  CellSetWeight(const grid::Grid& grid, const grid::Stencil& stencil)
      : grid_(grid), stencil_(stencil), marks_(grid.size(), 0) {}

  /// Weight of the directed edges with both ends in the set.
  double operator()(const std::vector<grid::Coords>& cells);

 private:
  const grid::Grid& grid_;
  const grid::Stencil& stencil_;
  base::IndexVector<grid::Cell, std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
};

}  // namespace cartwright::mapping
