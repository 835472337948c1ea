// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "fft/choice/cost_model.hpp"
#include "network/network.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cartwright::fft::choice {

/// The array and the processes that a process grid is chosen for.
struct GridRequest {
  std::vector<std::int64_t> n;            ///< spectral sizes, as stored
  std::int64_t element_bytes = 16;        ///< of a spectral element
  std::vector<choose::RankLevel> levels;  ///< the domain of every rank, outermost level first; empty: one node
  std::int64_t processes = 1;
  std::size_t grid_ndims = 0;                       ///< 1 slabs, 2 pencils, ..., n.size() - 1; 0: slabs or pencils
  std::vector<int> grid;                            ///< empty, or grid_ndims dims, where 0 lets a dim be chosen
  std::string order = "auto";                       ///< auto, row-major, column-major, morton
  std::shared_ptr<const network::Network> network;  ///< with the node of every rank, if the wiring is known
  std::vector<network::Node> node_of_rank;
  CostModel model;
};

/// A process grid, and the cell of each rank in it. Grid dim i cuts axis i of the physical array into dims[i] parts.
/// When that axis is gathered, processes whose coordinates differ only in dim i exchange data.
struct GridChoice {
  std::vector<std::int64_t> dims;
  std::string order;                ///< row-major, column-major, morton, or mapped
  std::vector<std::int64_t> cells;  ///< per rank, row-major
  double seconds = 0;  ///< predicted for one forward transform: its transposes by their quickest methods, and the 1-D
                       ///< transforms of the process that has most of them
  std::string why;     ///< "lines of 4 along dim 1 lie inside nodes; lines of 8 along dim 0 cross nodes with 2 MB ..."
};

/// All grids that the request leaves open, by predicted time (cost_model.hpp), the best first; at most `most`. For each
/// grid the order "auto" takes the quickest of row-major, column-major, and orders that put lines or boxes of the grid
/// inside nodes, level by level. If the wiring is known, a transpose takes at least as long as its busiest link (up to
/// 20,000 processes). If candidates are equally quick, slabs, long first dims and row-major are preferred.
/// Deterministic. 27,648 processes take a fraction of a second, 100,000 a few seconds. Throws Error{invalid_argument}
/// if the grid does not multiply to the processes, if the number of dims or ranks is wrong, and for an unknown order.
std::vector<GridChoice> choose_grids(const GridRequest& request, std::size_t most);

}  // namespace cartwright::fft::choice
