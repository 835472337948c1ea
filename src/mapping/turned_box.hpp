// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <vector>

namespace cartwright {

/// The dimensions that grid and stencil treat alike: for each dimension the first one that it could be
/// exchanged with. What a box is worth then counts once for all the ways to turn it.
std::vector<std::size_t> alike_dims(const Grid& grid, const Stencil& stencil);

/// A box turned so that among dimensions that are alike the longest comes first, and how to turn back:
/// dimension i of the box is dimension `from[i]` of the turned one.
struct Turned {
  Coords box;
  FixedVector<std::size_t, max_dims> from;
};

Turned turn(const Coords& box, const std::vector<std::size_t>& alike);

/// Coordinates in the turned box as coordinates in the box.
Coords turn_back(const Coords& coords, const Turned& turned);

/// The grid turned: every turned box of the grid fits into it.
Grid turned_grid(const Grid& grid, const std::vector<std::size_t>& alike);

}  // namespace cartwright
