// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

namespace cartwright::mapping {

/// Some dimensions, by index: the slowest varying first.
using Axes = base::FixedVector<std::size_t, grid::max_dims>;

// The cells of a box in serpentine order: the last axis alternates between forward and backward, and each cell is a
// neighbor of the one before (the reflected mixed-radix Gray code). `backward` starts as if an odd number of rows came
// before. Coordinates of axes that are not listed do not change.

inline void snake_coords(std::int64_t rank, const grid::Coords& dims, const Axes& axes, bool backward,
                         grid::Coords& coords) {
  std::int64_t size = 1;
  for (const std::size_t i : axes) size *= dims[i];
  for (const std::size_t i : axes) {
    size /= dims[i];
    const std::int64_t step = rank / size;
    rank -= step * size;
    coords[i] = backward ? dims[i] - 1 - step : step;
    backward ^= (coords[i] & 1) != 0;
  }
}

inline std::int64_t snake_rank(const grid::Coords& coords, const grid::Coords& dims, const Axes& axes, bool backward) {
  std::int64_t rank = 0;
  for (const std::size_t i : axes) {
    rank = rank * dims[i] + (backward ? dims[i] - 1 - coords[i] : coords[i]);
    backward ^= (coords[i] & 1) != 0;
  }
  return rank;
}

}  // namespace cartwright::mapping
