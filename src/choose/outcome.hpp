// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place_graph.hpp"

namespace cartwright::choose {

/// What became of a placement, at the level of nodes. Messages count by the weights of the stencil, data by their
/// sizes.
struct Outcome {
  std::int64_t nodes = 0;
  double j_sum = 0, j_max = 0;  ///< messages that cross nodes: all, and of the busiest node
  double j_sum_before = 0, j_max_before = 0;
  double lower_bound = 0;  ///< no placement has a smaller j_sum
  double data_share = 0;   ///< of all data, 0 to 1, what crosses nodes
  double data_share_before = 0;
  double data_share_bound = 0;
  double gap = 0;  ///< data_share / data_share_bound - 1: 0 when the bound is met, infinite when only it is 0
};

/// Of processes on a grid who send `messages` and were placed by `data`.
Outcome outcome(const grid::Grid& grid, const grid::Stencil& messages, const grid::Stencil& data, const Standing& standing,
                const RankPlacement& placement);

/// Of processes on a graph, where every unit of weight is a message.
Outcome outcome(const mapping::Graph& graph, const Standing& standing, const RankPlacement& placement);

}  // namespace cartwright::choose
