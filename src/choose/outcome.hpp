// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place_graph.hpp"

namespace cartwright::choose {

/// Statistics of a placement at the node level. Messages are the weights of the stencil, data are sizes.
struct Outcome {
  std::int64_t nodes = 0;
  double j_sum = 0, j_max = 0;  ///< messages between nodes: all, and those of the busiest node
  double j_sum_before = 0, j_max_before = 0;
  double lower_bound = 0;  ///< lower bound on j_sum
  double data_share = 0;   ///< share of all data that goes between nodes, 0 to 1
  double data_share_before = 0;
  double data_share_bound = 0;
  double gap = 0;  ///< data_share / data_share_bound - 1: 0 if the bound is reached, infinite if only the bound is 0
};

/// For a Cartesian grid: `messages` is the stencil to count, `data` the one that the placement optimized.
Outcome outcome(const grid::Grid& grid, const grid::Stencil& messages, const grid::Stencil& data,
                const RankLocations& locations, const RankPlacement& placement);

/// The same from cuts at the node level, where every unit of weight counts as a message. `all_data` is the weight of
/// all edges.
Outcome outcome(std::int64_t nodes, double all_data, const RankPlacement& placement);

/// For a graph, where every unit of weight counts as a message.
Outcome outcome(const mapping::Graph& graph, const RankLocations& locations, const RankPlacement& placement);

}  // namespace cartwright::choose
