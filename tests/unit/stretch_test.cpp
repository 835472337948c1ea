// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/stretch.hpp"

#include "base/random.hpp"
#include "mapping/cell_set.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cartwright {
namespace {

using mapping::CellBox;

grid::Grid random_grid(base::Random& random) {
  const auto ndims = static_cast<std::size_t>(2 + random.below(3));
  grid::Coords dims;
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < ndims; ++i) {
    dims.push_back(2 + random.below(5));
    periods.push_back(random.below(2) == 0);
  }
  return grid::Grid(dims, periods);
}

/// Offsets of up to twice the length of a dimension, with whole weights: their sums are exact.
grid::Stencil random_stencil(const grid::Grid& grid, base::Random& random) {
  std::vector<grid::Offset> offsets;
  for (std::int64_t count = 1 + random.below(8); count > 0; --count) {
    grid::Coords delta;
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      delta.push_back(random.below(3) == 0 ? random.below(4 * grid.dim(i)) - 2 * grid.dim(i) : random.below(3) - 1);
    offsets.push_back({delta, static_cast<double>(1 + random.below(9))});
  }
  return grid::Stencil(grid.ndims(), offsets);
}

/// A random stretch of a strip of the grid. Dimensions 0, 1 and perhaps 2 are run, across and stack, in any order.
struct Piece {
  mapping::StripFrame frame;
  mapping::Stretch stretch;
};
Piece random_piece(const grid::Grid& grid, base::Random& random) {
  std::vector<int> dims(grid.ndims());
  for (std::size_t i = 0; i < dims.size(); ++i) dims[i] = static_cast<int>(i);
  for (std::size_t i = dims.size(); i > 1; --i)
    std::swap(dims[i - 1], dims[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
  Piece piece{{dims[0], dims[1], dims.size() > 2 && random.below(2) == 0 ? dims[2] : -1}, {}};
  const auto [run, across, stack] = piece.frame;
  mapping::Stretch& stretch = piece.stretch;
  stretch.width = 1 + random.below(grid.dim(across));
  stretch.base = random.below(grid.dim(across) - stretch.width + 1);
  stretch.thickness = stack < 0 ? 1 : 1 + random.below(grid.dim(stack));
  stretch.stack_base = stack < 0 ? 0 : random.below(grid.dim(stack) - stretch.thickness + 1);
  stretch.forward = random.below(2) == 0;
  stretch.upward = random.below(2) == 0;
  std::int64_t cells = stretch.width * stretch.thickness;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if (const int dim = static_cast<int>(i); dim != across && dim != stack) cells *= grid.dim(i);
  stretch.first = random.below(cells);
  stretch.last = stretch.first + random.below(cells - stretch.first + 1);
  return piece;
}

std::vector<grid::Coords> cells_in(const std::vector<CellBox>& boxes, const grid::Grid& grid) {
  std::vector<grid::Coords> cells;
  for (const CellBox& box : boxes)
    for (const grid::Cell cell : grid.cells()) {
      const grid::Coords coords = grid.coords(cell);
      bool inside = true;
      for (std::size_t i = 0; i < coords.size(); ++i)
        inside = inside && coords[i] >= box.low[i] && coords[i] < box.high[i];
      if (inside) cells.push_back(coords);
    }
  return cells;
}

TEST(Stretch, ConsistsOfBoxesThatHoldEachOfItsCellsOnce) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Grid grid = random_grid(random);
    const auto [frame, stretch] = random_piece(grid, random);
    std::vector<grid::Coords> cells;
    mapping::append_cells(cells, grid.dims(), frame, stretch);
    std::vector<CellBox> boxes;
    mapping::append_boxes(boxes, grid.dims(), frame, stretch);
    EXPECT_LE(boxes.size(), 2 * grid.ndims());
    std::vector<grid::Coords> found = cells_in(boxes, grid);
    const auto number = [&](const grid::Coords& cell) { return grid.cell(cell); };
    std::ranges::sort(cells, {}, number);
    std::ranges::sort(found, {}, number);
    EXPECT_EQ(found, cells);
  }
}

TEST(BoxWeight, CountsTheEdgesThatListsOfCellsHave) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Grid grid = random_grid(random);
    const grid::Stencil stencil = random_stencil(grid, random);
    const auto [frame, stretch] = random_piece(grid, random);
    std::vector<grid::Coords> cells;
    mapping::append_cells(cells, grid.dims(), frame, stretch);
    std::vector<CellBox> boxes;
    mapping::append_boxes(boxes, grid.dims(), frame, stretch);
    EXPECT_EQ(mapping::BoxWeight(grid, stencil)(boxes, boxes), mapping::CellSetWeight(grid, stencil)(cells));
  }
}

}  // namespace
}  // namespace cartwright
