// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/wiring.hpp"

#include <memory>

namespace cartwright::network {

/// A link, and the part of the traffic that crosses it.
struct Share {
  LinkId link;
  double part = 1;
};
using Route = std::vector<Share>;

/// With several minimal paths, `shared` splits traffic evenly, and `single` uses one that depends only on the two ends.
enum class Paths { shared, single };

/// A wiring and its routes. A network is one file in this folder, which derives from this class, or makes a wiring and
/// leaves routing to ShortestPaths (shortest_paths.hpp), and one line in the registry (networks.cpp). Safe to share
/// between threads.
class Network {
 public:
  Network(std::string kind, Wiring wiring);
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const std::string& kind() const { return kind_; }  ///< its name in the registry
  const Wiring& wiring() const { return wiring_; }

  /// Appends the links of the minimal route between two nodes. If their switches differ, the parts of the links that
  /// leave the switch of `from` add up to 1; if not, nothing is appended. Nodes with several switches use the pairs
  /// with the shortest routes: Paths::shared all alike, Paths::single one. Throws Error{unsupported} when there is no
  /// path.
  virtual void route(Node from, Node to, Paths paths, Route& out) const = 0;

  /// Whether nodes with the same switches have the same routes. Forwarding tables may have different routes for each.
  virtual bool routes_by_switch(Paths) const { return true; }

  // Indirect routing (Valiant) takes a detour, chosen at random at the source: a minimal route to the node where the
  // detour turns, then a minimal route to the destination.

  /// The domain of a node for detours: its supernode or group. By default the domain of the outermost level if that is
  /// named "group", else 0 for all nodes.
  virtual std::int32_t domain_of(Node node) const;
  virtual std::int32_t domains() const;
  /// The number of detours, and the domain of each. By default there is one for each switch with nodes.
  virtual std::int32_t detours() const;
  virtual std::int32_t domain_of_detour(std::int32_t detour) const;
  /// The node where traffic from a domain turns on that detour: it takes route(from, turn), then route(turn, to).
  virtual Node turn(std::int32_t from_domain, std::int32_t detour) const;
  /// Traffic between two domains may take any detour outside of both. Traffic within one domain may take any detour in
  /// it, or, if this is false, goes directly.
  virtual bool detours_within_domain() const { return true; }

 private:
  std::string kind_;
  Wiring wiring_;
  std::vector<Node> turns_;  ///< the first node of each switch with nodes
};

}  // namespace cartwright::network
