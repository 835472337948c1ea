// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "mapping/graph.hpp"
#include "mpi/graph.hpp"
#include "mpi/settings.hpp"

namespace cartwright::mpi {

/// What process 0 decides about a graph and broadcasts, as it lies in memory.
struct GraphDecision {
  bool stays = true;  ///< all processes keep their ranks
  cw_cart_report report = {};
};

/// Edges as they travel: from, to and weight of one after the other. Throws Error: they are no graph.
mapping::Graph graph_of(int places, const std::vector<int>& edges);

/// Places the processes of a graph: `new_ranks` of those that have a place, unless they stay. What became of it goes to
/// the report that the settings ask for. Local to process 0. Whatever fails, the processes stay.
GraphDecision decide_graph(const GraphCall& call, bool weighted, const std::vector<int>& edges,
                           const Settings& settings, bool pretended, std::vector<choose::RankLevel> levels,
                           std::vector<int>& new_ranks);

}  // namespace cartwright::mpi
