// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/measured.hpp"
#include "traffic/link_loads.hpp"

namespace cartwright::traffic {

/// The messages and bytes of the busiest process and of the busiest node in one iteration. The maxima may be those of
/// different processes and nodes.
struct NodeTraffic {
  double bytes_between = 0;     ///< that a node sends to others, or receives from them
  double bytes_inside = 0;      ///< between the processes of one node
  double messages_between = 0;  ///< that a process sends to other nodes
  double messages_inside = 0;   ///< that a process sends within its node
};

/// Messages of no bytes, and those of a rank to itself, do not count. O(messages) time.
NodeTraffic node_traffic(const Traffic& traffic, const NodeOfRank& node_of_rank);

/// The time of one iteration, in seconds, from what was measured:
///   max(links, injection of the busiest node, copies in the busiest node) + latencies of the messages of a process
/// `link_seconds` is the time of the busiest link. Throws Error if the traffic uses links that were not measured.
double predicted_seconds(const NodeTraffic& traffic, double link_seconds, const machine::Measured& measured);

}  // namespace cartwright::traffic
