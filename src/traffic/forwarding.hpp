// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/detours.hpp"

#include <optional>
#include <vector>

namespace cartwright::traffic {

/// Routes that are the same for every message between two nodes, as switches with static tables can provide them. With
/// Valiant routing, each pair of nodes has one detour, drawn at random, and each half of it is a single path.
class PairRoutes {
 public:
  /// Uses kind, paths and seed of `routing`; the network must outlive this. Throws Error{unsupported}: ugal, or Valiant
  /// with shared paths.
  PairRoutes(const network::Network& network, const Routing& routing);

  const network::Network& network() const { return network_; }
  const Routing& routing() const { return routing_; }
  /// The node where the traffic between two nodes turns, or `to` if it goes directly.
  network::Node turn(network::Node from, network::Node to) const;
  /// Appends the links between two nodes; their order is not that of the path.
  void route(network::Node from, network::Node to, network::Route& out) const;
  /// The loads of the given flows.
  LinkLoads loads(std::span<const Flow> flows) const;

 private:
  const network::Network& network_;
  Routing routing_;
  Detours detours_;
};

/// A table of a switch: where traffic for a node leaves. Parts of the links of an entry add up to 1. No link means that
/// the node is on this switch.
struct ForwardingTable {
  struct Entry {
    network::Node to;
    network::Route out;
  };
  std::optional<network::Node> from;  ///< the table applies to traffic from this node; to all traffic if not set
  std::optional<network::LinkId> in;  ///< and that came in over this link; -1: directly from the node
  std::vector<Entry> entries;         ///< by destination
};

/// The tables of a switch. The last one applies to all traffic. A table before it with an entry for the destination
/// takes precedence.
using SwitchTables = std::vector<ForwardingTable>;

/// The tables of all switches. Destinations decide wherever the routes allow it; exceptions have tables of their own.
/// O(nodes^2 x hops) time. Throws Error{unsupported} if the traffic between two nodes crosses a link twice.
base::IndexVector<network::Switch, SwitchTables> forwarding_tables(const PairRoutes& routes);

}  // namespace cartwright::traffic
