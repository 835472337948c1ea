// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <iosfwd>
#include <span>
#include <string>

namespace cartwright::report {

/// What a platform file holds.
struct SimgridPlatform {
  std::int64_t links = 0;    ///< that some route crosses, those between nodes and switches included
  std::int64_t crossed = 0;  ///< links of all routes, one after the other
};

/// Writes a platform file for SimGrid (version 4.1 of its XML): the nodes as hosts, and for each ordered pair of them
/// the network's own single path, link by link; no routing is left to SimGrid. Hosts and links bear the numbers that
/// they have in the network, their names are properties. Every link takes `latency` seconds. `nodes` are distinct.
/// Throws Error: more crossed links than a file should hold, two nodes with no path between them.
SimgridPlatform write_simgrid_platform(const network::Network& network, std::span<const network::Node> nodes, double latency,
                                       std::ostream& out);

/// The host file that puts every rank on its node.
std::string simgrid_hosts(std::span<const network::Node> node_of_rank);

}  // namespace cartwright::report
