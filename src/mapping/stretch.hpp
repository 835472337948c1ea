// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::mapping {

/// The directions of the strips of a box: they run along `run` and follow each other along `across` within a slab, and
/// slabs follow each other along `stack` (-1 if absent). Every strip fills all other dimensions completely.
struct StripFrame {
  int run;
  int across;
  int stack;
};

/// A stretch [first, last) of the cells of one strip, whose cross-section lies at (base, stack_base). Cells follow each
/// other layer by layer along the run. In a layer, the full dimensions run fastest, then the thickness, then the width
/// in the direction in which strips follow.
struct Stretch {
  std::int64_t thickness, width;
  std::int64_t first, last;
  std::int64_t base = 0, stack_base = 0;
  bool forward = true;  ///< layers counted from the near end of the box, or from the far end
  bool upward = true;   ///< strips follow each other towards larger coordinates, or smaller ones
};

/// Appends the cells of a stretch of `box`, in order.
void append_cells(std::vector<grid::Coords>& cells, const grid::Coords& box, StripFrame frame, const Stretch& stretch);

/// The cells from `low` up to, not including, `high` in every dimension.
struct CellBox {
  grid::Coords low, high;
};

/// Appends the cells of a stretch as disjoint boxes, at most two for each dimension.
void append_boxes(std::vector<CellBox>& boxes, const grid::Coords& box, StripFrame frame, const Stretch& stretch);

/// Weighs the edges between sets of cells that consist of boxes. Time depends on the number of boxes, not of cells.
class BoxWeight {
 public:
  BoxWeight(const grid::Grid& grid, const grid::Stencil& stencil);

  /// Weight of the directed edges from cells of `from` to cells of `to`. The boxes of either set are disjoint.
  double operator()(std::span<const CellBox> from, std::span<const CellBox> to) const;

 private:
  double cells(const CellBox& from, const CellBox& to, const grid::Coords& delta) const;

  const grid::Grid& grid_;
  std::vector<grid::Offset> offsets_;  ///< those along periodic dimensions are between 0 and the dim
};

}  // namespace cartwright::mapping
