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

/// A job of messages on its nodes, in the order of its ranks that relieves the busiest link most.
struct OrderedJob {
  PlacedJob job;  ///< `mapping` is "as launched" if no better order was found
  /// The order of the launcher: each node in turn is filled with consecutive ranks. Batch systems sort nodes by name.
  traffic::NodeOfRank launched;
};

/// Tries partitions of the graph of messages, mappings of the grid, if there is one, and, except for Tier::fast, the
/// exchange of nodes, in this order. An order is better if its busiest link needs less time, or the same time with fewer
/// bytes between nodes. The traffic of the spec is messages; its dims and its mapping are ignored. Throws Error as
/// place_job, and if there are not as many slots as ranks.
OrderedJob order_job(JobSpec spec, const std::optional<MessageGrid>& grid, const network::Network& network,
                     const inventory::NodeTable& table, const JobProgress& progress = {});

}  // namespace cartwright::placement
