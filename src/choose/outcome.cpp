// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/outcome.hpp"

#include "bound/lower_bound.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::choose {

namespace {

Outcome outcome_of(const cost::LevelCut& before, const cost::LevelCut& after, double bound, double all_data,
                   std::int64_t nodes, const RankPlacement& placement) {
  Outcome outcome{.nodes = nodes,
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
      0.0, bound::gap(outcome.data_share, outcome.data_share_bound).value_or(std::numeric_limits<double>::infinity()));
  return outcome;
}

}  // namespace

Outcome outcome(const grid::Grid& grid, const grid::Stencil& messages, const grid::Stencil& data,
                const RankLocations& locations, const RankPlacement& placement) {
  const mapping::Problem problem(grid, messages, locations.machine());
  return outcome_of(cost::node_cut(problem, locations.original_order()), cost::node_cut(problem, placement.order),
                    bound::lower_bound(grid, messages, locations.machine().node_sizes()),
                    grid::total_weight(grid, data), locations.machine().node_sizes().count(), placement);
}

Outcome outcome(std::int64_t nodes, double all_data, const RankPlacement& placement) {
  return outcome_of(placement.nodes_before(), placement.nodes_after(), placement.lower_bound, all_data, nodes,
                    placement);
}

Outcome outcome(const mapping::Graph& graph, const RankLocations& locations, const RankPlacement& placement) {
  return outcome(locations.machine().node_sizes().count(), static_cast<double>(graph.total_weight()), placement);
}

}  // namespace cartwright::choose
