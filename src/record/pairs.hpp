// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/graph.hpp"
#include "record/record.hpp"

namespace cartwright::record {

/// Bytes from one process to another, over the whole recording.
struct Pair {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t messages = 0;
  double bytes = 0;
};

/// A record as traffic between pairs of processes: the flows as recorded, and the collectives by a model of their
/// algorithms (collective_model.hpp).
struct Pairs {
  std::int64_t ranks = 0;
  std::vector<Pair> pairs;    ///< ascending by `from`, then `to`; never from a process to itself
  double recorded_bytes = 0;  ///< of the flows: exact
  double modeled_bytes = 0;   ///< of the collectives
  /// All-to-alls of so many processes that a list of their pairs would be too long. Which nodes the processes are on
  /// then matters little. Their bytes are not in `pairs`.
  double spread_bytes = 0;
  /// Collectives whose group is unknown, because its first member left no record.
  double unknown_bytes = 0;
};
Pairs pairs_of(const Record& record);

/// The same as a graph of processes, weighted by bytes. If the bytes exceed 2^53, all are divided by a power of 2.
mapping::Graph graph_of(const Pairs& pairs);

}  // namespace cartwright::record
