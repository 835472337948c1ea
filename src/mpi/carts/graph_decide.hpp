// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "mapping/graph.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/settings.hpp"
#include "mpi/carts/graph.hpp"

namespace cartwright::mpi {

/// The decision of process 0 about a graph, broadcast as bytes.
struct GraphDecision {
  bool stays = true;  ///< all processes keep their ranks
  cw_cart_report report = {};
};

/// The graph of edges in transfer form: from, to and weight of each edge in sequence. Throws Error for an invalid
/// graph.
mapping::Graph graph_of(int vertices, const std::vector<int>& edges);

/// Places the processes of a graph. `new_ranks` has an entry for each vertex, or is empty if all processes keep their
/// ranks. Writes the report that the settings request. Local to process 0. If anything fails, all processes keep their
/// ranks.
GraphDecision decide_graph(const GraphCall& call, bool weighted, const std::vector<int>& edges,
                           const Settings& settings, const Location& location, std::vector<choose::RankLevel> levels,
                           std::vector<int>& new_ranks);

}  // namespace cartwright::mpi
