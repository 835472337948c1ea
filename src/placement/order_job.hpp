// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/job.hpp"

namespace cartwright::placement {

/// A grid and a stencil that explain much of a job's messages.
struct MessageGrid {
  grid::Grid grid;
  grid::Stencil stencil;  ///< weights in bytes
};

/// What is known of a job's messages, and what an order of its ranks must keep.
struct OrderJobOptions {
  std::optional<MessageGrid> grid = {};
  /// Makes more orders to try: of a machine of the job's nodes, the rank in each slot.
  std::function<std::vector<mapping::Order>(const machine::Machine& nodes)> others = {};
  bool keep_rank_0 = false;  ///< rank 0 stays on the node of the launcher
};

/// A job of messages on its nodes, in the order of its ranks that relieves the busiest link most.
struct OrderedJob {
  PlacedJob job;  ///< `mapping` is "as launched" if no better order was found
  /// The order of the launcher: each node in turn is filled with consecutive ranks. Batch systems sort nodes by name.
  traffic::NodeOfRank launched;
  std::vector<std::string> notes;
};

/// Tries partitions of the graph of messages, mappings of the grid, if there is one, the other orders, and, except for
/// Tier::fast, the exchange of nodes, in this order. An order is better if its busiest link needs less time, or the
/// same time with fewer bytes between nodes. If rank 0 keeps its place, the best order is changed by the cheapest
/// exchange: all ranks of its node and of the one of the launcher, or rank 0 and one of the first 64 ranks there. The
/// traffic of the spec is messages; its dims and its mapping are ignored. Throws Error as place_job, and if there are
/// not as many slots as ranks.
OrderedJob order_job(JobSpec spec, const OrderJobOptions& options, const network::Network& network,
                     const inventory::NodeTable& table, const JobProgress& progress = {});

}  // namespace cartwright::placement
