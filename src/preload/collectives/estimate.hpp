// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/node/measured_links.hpp"
#include "traffic/collective_ways.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace cartwright::preload {

enum class Collective : std::uint8_t {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
};
constexpr int collective_count = 17;

inline traffic::MessageCosts message_costs(const MeasuredLinks& links) {
  return {links.between_nodes, links.in_node, links.next_message};
}

/// How many times as fast a collective is by the memory of nodes as by algorithms that do not know nodes. None where
/// the difference lies in what was not measured: on one node, for sizes that a process does not know of others, and
/// where both send the same number of messages one after the other.
///     bytes: of a block
///     on_node: processes of the communicator on the largest node
inline std::optional<double> estimated_gain(Collective called, std::int64_t bytes, int nodes, int on_node,
                                            const MeasuredLinks& links) {
  if (links.between_nodes <= 0 || nodes < 2 || on_node < 2 || bytes <= 0) return std::nullopt;
  if (called != Collective::alltoall && called != Collective::allgather) return std::nullopt;
  const auto exchange = called == Collective::alltoall ? traffic::Exchange::alltoall : traffic::Exchange::allgather;
  const traffic::MessageCosts costs = message_costs(links);
  std::vector<std::vector<traffic::StepTime>> steps;
  for (const traffic::CollectiveWay& way : traffic::collective_ways(exchange)) {
    steps.emplace_back();
    for (const traffic::CollectiveStep& step : way.steps(nodes, on_node, costs.radix(nodes)))
      steps.back().push_back(
          step_time(step, costs, std::max(step.sent_by_node() * links.byte, step.in_node * links.copied_byte)));
  }
  return gain_by_joining(exchange, steps, static_cast<double>(bytes));
}

}  // namespace cartwright::preload
