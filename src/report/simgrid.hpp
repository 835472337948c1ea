// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <iosfwd>
#include <span>
#include <string>

namespace cartwright::report {

/// The size of a platform file.
struct SimgridPlatform {
  std::int64_t links = 0;    ///< links that a route crosses, including those between nodes and switches
  std::int64_t crossed = 0;  ///< total length of all routes, in links
};

/// Writes a platform file for SimGrid (version 4.1 of its XML): the nodes as hosts, and for each ordered pair of nodes
/// the network's single path, link by link. SimGrid computes no routes itself. Ids of hosts and links are their numbers
/// in the network; their names are properties. Every link has a latency of `latency` seconds. `nodes` are distinct.
/// Throws Error if the routes are too long for a file, or if two nodes have no path between them.
SimgridPlatform write_simgrid_platform(const network::Network& network, std::span<const network::Node> nodes,
                                       double latency, std::ostream& out);

/// The host file with the node of each rank.
std::string simgrid_hosts(std::span<const network::Node> node_of_rank);

}  // namespace cartwright::report
