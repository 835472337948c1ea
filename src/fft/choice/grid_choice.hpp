// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::fft::choice {

/// What a process grid is wanted for.
struct GridRequest {
  std::vector<std::int64_t> n;      ///< spectral sizes, as they are stored
  std::int64_t element_bytes = 16;  ///< of a spectral element
  std::vector<choose::RankLevel> levels;    ///< where every rank is, outermost level first; empty: all on one node
  std::int64_t processes = 1;
  std::size_t grid_ndims = 0;  ///< 1 slabs, 2 pencils, ..., n.size() - 1; 0: any of slabs and pencils
  std::vector<int> grid;       ///< empty, or grid_ndims dims, 0 to be chosen
  std::string order = "auto";  ///< auto, row-major, column-major, morton
};

/// A process grid, and who stands where in it. Grid dim i cuts axis i of the physical array into dims[i] parts;
/// processes whose coordinates differ in dim i alone exchange data with each other when that axis is gathered.
struct GridChoice {
  std::vector<std::int64_t> dims;
  std::string order;                ///< that was taken: row-major, column-major, morton, or mapped
  std::vector<std::int64_t> cells;  ///< per rank, row-major
  double seconds = 0;  ///< predicted for one forward transform: its transposes by their quickest methods, and the 1-D
                       ///< transforms of the process that has most of them
  std::string why;     ///< "lines of 4 along dim 1 lie inside nodes; lines of 8 along dim 0 cross nodes with 2 MB ..."
};

/// All grids that the request leaves open, by predicted time (cost_model.hpp), the best first; at most `most`. The
/// order "auto" takes per grid the quickest of row-major, column-major and those by which lines or boxes of the grid
/// lie inside nodes, level by level; never a slower one than row-major. Of equally quick ones: slabs, long first dims,
/// row-major. Deterministic. 27,648 processes take a fraction of a second, 100,000 a few. Throws
/// Error{invalid_argument}: a grid that does not multiply to the processes, dims or levels of another number, an
/// unknown order.
std::vector<GridChoice> choose_grids(const GridRequest& request, std::size_t most);

}  // namespace cartwright::fft::choice
