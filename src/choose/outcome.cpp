// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/outcome.hpp"

#include "bound/lower_bound.hpp"

#include <algorithm>
#include <limits>

namespace cartwright {

namespace {

Outcome outcome_of(const LevelCut& before, const LevelCut& after, double bound, double all_data,
                   const Standing& standing, const RankPlacement& placement) {
  Outcome outcome{.nodes = standing.machine().node_sizes().count(),
                  .j_sum = after.j_sum,
                  .j_max = after.j_max,
                  .j_sum_before = before.j_sum,
                  .j_max_before = before.j_max,
                  .lower_bound = bound};
  if (all_data > 0) {
    outcome.data_share = placement.nodes_after().j_sum / all_data;
    outcome.data_share_before = placement.nodes_before().j_sum / all_data;
    outcome.data_share_bound = placement.lower_bound / all_data;
  }
  outcome.gap = std::max(
      0.0, gap(outcome.data_share, outcome.data_share_bound).value_or(std::numeric_limits<double>::infinity()));
  return outcome;
}

}  // namespace

Outcome outcome(const Grid& grid, const Stencil& messages, const Stencil& data, const Standing& standing,
                const RankPlacement& placement) {
  const Problem problem(grid, messages, standing.machine());
  return outcome_of(node_cut(problem, standing.rank_of_slot()), node_cut(problem, placement.order),
                    lower_bound(grid, messages, standing.machine().node_sizes()), total_weight(grid, data), standing,
                    placement);
}

Outcome outcome(const Graph& graph, const Standing& standing, const RankPlacement& placement) {
  return outcome_of(placement.nodes_before(), placement.nodes_after(), placement.lower_bound,
                    static_cast<double>(graph.total_weight()), standing, placement);
}

}  // namespace cartwright
