// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

#include <optional>
#include <vector>

namespace cartwright::choose {

/// A map of a grid onto itself that maps every edge of a stencil to an edge of the same weight: it reflects some
/// dimensions, then shifts the grid along dimensions that wrap around.
struct Symmetry {
  bound::DimSet reflected = 0;
  bound::DimSet wrapping = 0;
  grid::Coords shift;

  grid::Coords image(const grid::Grid& grid, grid::Coords coords) const;
};

/// The reflections and translations that leave a stencil on a grid unchanged. A dimension wraps around if it is
/// periodic, or if no edge moves along it.
class Symmetries {
 public:
  Symmetries(const grid::Grid& grid, const grid::Stencil& stencil);

  /// A symmetry that maps a cell to cell 0, if there is one.
  std::optional<Symmetry> to_first(grid::Cell cell) const;

 private:
  grid::Grid grid_;
  bound::DimSet wrapping_ = 0;
  std::vector<bound::DimSet> reflections_;  ///< sets of dimensions that can be reflected together, with the empty set
};

}  // namespace cartwright::choose
