// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <vector>

namespace cartwright::mapping {

/// The dimensions that are alike for grid and stencil: for each dimension, the first one that it could be exchanged
/// with. The worth of a box is then the same for all its rotations.
std::vector<std::size_t> alike_dims(const grid::Grid& grid, const grid::Stencil& stencil);

/// A box turned so that the longest of its alike dimensions comes first. Dimension i of the box is dimension `from[i]`
/// of the turned one.
struct Turned {
  grid::Coords box;
  base::FixedVector<std::size_t, grid::max_dims> from;
};

Turned turn(const grid::Coords& box, const std::vector<std::size_t>& alike);

/// Converts coordinates in the turned box to coordinates in the box.
grid::Coords turn_back(const grid::Coords& coords, const Turned& turned);

/// The grid turned: every turned box of the grid fits into it.
grid::Grid turned_grid(const grid::Grid& grid, const std::vector<std::size_t>& alike);

}  // namespace cartwright::mapping
