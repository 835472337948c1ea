// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/collective_ways.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
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

/// Whether blocks have sizes of their own, which a process may not know of others.
constexpr bool sizes_differ(Collective called) {
  using enum Collective;
  return called == gatherv || called == scatterv || called == allgatherv || called == alltoallv || called == alltoallw;
}

/// The number of a range of sizes. Each begins at 4 times the size of the one before.
constexpr std::size_t range_of(std::int64_t bytes) {
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(bytes)) + 1) / 2;
}

/// How many times as fast a collective is by the memory of nodes as by the MPI's algorithm. None where
/// the difference lies in what was not measured: on one node, for sizes that a process does not know of others, and
/// where both send the same number of messages one after the other.
///     bytes: of a block
///     on_node: processes of the communicator on the largest node
inline std::optional<double> estimated_gain(Collective called, std::int64_t bytes, int nodes, int on_node,
                                            const traffic::NodeLinks& links) {
  if (links.costs.latency <= 0 || nodes < 2 || on_node < 2 || bytes <= 0) return std::nullopt;
  if (called != Collective::alltoall && called != Collective::allgather) return std::nullopt;
  const auto exchange = called == Collective::alltoall ? traffic::Exchange::alltoall : traffic::Exchange::allgather;
  std::vector<std::vector<traffic::StepTime>> steps;
  for (const traffic::CollectiveWay& way : traffic::collective_ways(exchange))
    steps.push_back(times_of(way, nodes, on_node, links));
  return gain_by_joining(exchange, static_cast<std::int64_t>(nodes) * on_node, steps, static_cast<double>(bytes));
}

}  // namespace cartwright::preload
