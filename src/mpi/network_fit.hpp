// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "mapping/graph.hpp"
#include "mpi/discover.hpp"
#include "placement/fit_network.hpp"

namespace cartwright::mpi {

/// Seconds that the busiest link of the network needs for its bytes; 0 if the wiring is not known.
struct LinkTimes {
  double before = 0, after = 0;
};

/// Messages along the edges of a graph.
std::unique_ptr<traffic::Traffic> traffic_of(const mapping::Graph& graph);

/// Chooses between the order of a placement, other orders and the one as launched by the links of the network, if the
/// location has a network with all nodes, and changes the placement. Notes say what decided, and what is not known of
/// the network. For process 0. The ranks of `traffic` are the cells of the orders.
LinkTimes fit_to_network(const Location& location, const std::vector<choose::RankLevel>& levels,
                         const choose::RankLocations& standing, const traffic::Traffic& traffic,
                         std::vector<placement::NamedOrder> others, const choose::PlaceOptions& options,
                         choose::RankPlacement& placement);

/// The order without the levels above the nodes: it often has the fewest bytes between nodes. Slots are those of
/// `standing`. None if the placement has no such levels.
std::vector<placement::NamedOrder> without_network(const Location& location,
                                                   const std::vector<choose::RankLevel>& levels,
                                                   const choose::RankLocations& standing, const grid::Grid& grid,
                                                   const grid::Stencil& stencil, const choose::PlaceOptions& options);

}  // namespace cartwright::mpi
