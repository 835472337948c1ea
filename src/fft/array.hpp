// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/transpose.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// The part of a global array that one process holds. One entry per axis.
struct Array {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> count;
  std::vector<std::int64_t> stride;  ///< in memory, in elements

  std::int64_t elements() const;
};

/// A global array that is cut by a process grid.
struct DistributedArray {
  std::vector<std::int64_t> lengths;
  std::vector<int> grid_dim;        ///< per axis: the dim of the process grid that cuts it, -1 if the axis is whole
  std::vector<std::size_t> memory;  ///< axes in memory order, outermost first

  /// How a grid of these dims cuts an axis, and which part the process at these coordinates holds.
  base::Split split(std::size_t axis, const std::vector<std::int64_t>& grid) const {
    const int dim = grid_dim[axis];
    return {lengths[axis], dim < 0 ? 1 : grid[dim]};
  }
  std::int64_t part(std::size_t axis, const std::vector<std::int64_t>& coords) const {
    const int dim = grid_dim[axis];
    return dim < 0 ? 0 : coords[dim];
  }
};

/// The part of the process at these coordinates, packed densely.
Array array_of(const DistributedArray& array, const std::vector<std::int64_t>& grid,
               const std::vector<std::int64_t>& coords);

/// The coordinates of `rank` in a process grid. `cells` has the cell of each rank, row-major.
std::vector<std::int64_t> coords_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells,
                                    int rank);

/// The ranks of the line along dim `g` of a process grid that contains `rank`, in the order of their coordinates.
std::vector<int> line_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells, int rank,
                         std::size_t g);

/// The distance of rows of `bytes` bytes: an odd number of cache lines. With a power of two, all rows would share a few
/// sets of the cache.
std::int64_t padded_pitch(std::int64_t bytes);

/// Strides in bytes for axes of these lengths, outermost first and the last contiguous, each row padded.
std::vector<std::int64_t> padded_strides(const std::vector<std::int64_t>& lengths, std::int64_t element);

}  // namespace cartwright::fft
