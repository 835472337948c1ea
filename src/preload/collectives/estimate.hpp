// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/node/measured_links.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

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

/// How many times as fast a collective is by the memory of nodes as by algorithms that do not know nodes. None where
/// the difference lies in what was not measured: on one node, for sizes that a process does not know of others, and
/// where both send the same number of messages one after the other.
///     bytes: of a block
///     processes, on_node: of the communicator, and of it on the largest node
inline std::optional<double> estimated_gain(Collective called, std::int64_t bytes, int processes, int nodes,
                                            int on_node, const MeasuredLinks& links) {
  if (links.between_nodes <= 0 || nodes < 2 || on_node < 2 || bytes <= 0) return std::nullopt;
  const bool exchange = called == Collective::alltoall;
  if (!exchange && called != Collective::allgather) return std::nullopt;
  const auto steps = [](int of) { return static_cast<double>(std::bit_width(static_cast<unsigned>(of - 1))); };
  const double others = processes - on_node;
  const double block = static_cast<double>(bytes) * links.byte;
  const double doubling = steps(processes) * links.between_nodes;
  // In the memory of a node, its processes wait for each other three times.
  const double node = 3 * links.in_node;
  if (exchange) {
    // Every block once, or in each step half of all of them (Bruck et al. 1997).
    const double direct = links.between_nodes + others * links.next_message + on_node * others * block;
    const double bruck = doubling + steps(processes) * on_node * processes / 2 * block;
    const double messages = std::max(1, (nodes - 1 + on_node - 1) / on_node);
    const double joined = node + links.between_nodes + messages * links.next_message + on_node * others * block;
    return std::min(direct, bruck) / joined;
  }
  // Each process gets all blocks in steps that double them, or each node gets them from the one before.
  const double ring = (processes - 1) * links.between_nodes + others * block;
  const double apart = doubling + on_node * others * block;
  return std::min(ring, apart) / (node + steps(nodes) * links.between_nodes + others * block);
}

}  // namespace cartwright::preload
