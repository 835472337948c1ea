// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "inventory/job_nodes.hpp"
#include "mapping/graph.hpp"
#include "placement/fit_network.hpp"

namespace cartwright::placement {

/// The processes of a running program, and where their nodes are.
struct RunningJob {
  const std::vector<choose::RankLevel>& levels;  ///< of the processes, outermost first
  std::size_t node_level = 0;                    ///< which of them is the nodes
  const inventory::JobNodes* nodes = nullptr;    ///< null if no network was asked for
};

/// The node in the network of each rank, if the wiring of all nodes is known.
std::vector<network::Node> nodes_of_ranks(const RunningJob& job);

/// Seconds that the busiest link of the network needs for its bytes; 0 if the wiring is not known.
struct LinkTimes {
  double before = 0, after = 0;
};

/// Places the processes on a grid, as choose::place(). If the wiring of all nodes is known, the order with the least
/// busy link is taken among this one, one for nodes alone (which often has the fewest bytes between them), and the one
/// as launched, and the processes of whole nodes may be exchanged. Notes say what decided, and what is not known of the
/// network.
choose::RankPlacement place(const RunningJob& job, const choose::RankLocations& standing, const grid::Grid& grid,
                            const grid::Stencil& stencil, const choose::PlaceOptions& options, LinkTimes& links);

/// The same for a graph that choose::place() has placed.
LinkTimes fit_to_network(const RunningJob& job, const choose::RankLocations& standing, const mapping::Graph& graph,
                         const choose::PlaceOptions& options, choose::RankPlacement& placement);

}  // namespace cartwright::placement
