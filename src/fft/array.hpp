// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/transpose.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// The part of a global array that a process holds, and how it lies in its memory. One entry per axis.
struct Array {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> count;
  std::vector<std::int64_t> stride;  ///< elements

  std::int64_t elements() const;
};

/// Which axis each dim of the process grid cuts, and in which order the axes lie in memory.
struct Distribution {
  std::vector<int> grid_dim;        ///< per axis: the dim of the process grid that cuts it, -1 when it is whole
  std::vector<std::size_t> memory;  ///< axes, outermost first
};

/// What the process at these coordinates of the grid holds, packed densely.
Array array_of(const std::vector<std::int64_t>& global, const Distribution& distribution,
               const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& coords);

/// The ranks of the line of a process grid along dim `g` that `rank` is in, in the order of their places. `cells` says
/// where each rank stands, row-major.
std::vector<int> line_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells, int rank,
                         std::size_t g);

/// Bytes between rows of `bytes`: whole cache lines, an odd number of them, so that rows of a power of two do not all
/// meet in a few sets of the cache.
std::int64_t padded_pitch(std::int64_t bytes);

/// Strides in bytes for axes of these lengths, outermost first and the last contiguous, each row padded.
std::vector<std::int64_t> padded_strides(const std::vector<std::int64_t>& lengths, std::int64_t element);

}  // namespace cartwright::fft
