// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <vector>

namespace cartwright::mapping {

/// The dimensions that grid and stencil treat alike: for each dimension the first one that it could be
/// exchanged with. What a box is worth then counts once for all the ways to turn it.
std::vector<std::size_t> alike_dims(const grid::Grid& grid, const grid::Stencil& stencil);

/// A box turned so that among dimensions that are alike the longest comes first, and how to turn back:
/// dimension i of the box is dimension `from[i]` of the turned one.
struct Turned {
  grid::Coords box;
  base::FixedVector<std::size_t, grid::max_dims> from;
};

Turned turn(const grid::Coords& box, const std::vector<std::size_t>& alike);

/// Coordinates in the turned box as coordinates in the box.
grid::Coords turn_back(const grid::Coords& coords, const Turned& turned);

/// The grid turned: every turned box of the grid fits into it.
grid::Grid turned_grid(const grid::Grid& grid, const std::vector<std::size_t>& alike);

}  // namespace cartwright::mapping
