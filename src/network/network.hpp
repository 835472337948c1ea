// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/wiring.hpp"

#include <memory>

namespace cartwright::network {

/// A link that traffic crosses, and which part of the traffic does.
struct Share {
  LinkId link = 0;
  double part = 1;
};
using Route = std::vector<Share>;

/// Which minimal paths traffic takes: all of them, in equal parts, or one that depends on nothing but the two ends.
enum class Paths { shared, single };

/// A wiring and how it routes. One network is one file in this folder that derives from this class or makes a wiring
/// and leaves routing to ShortestPaths (shortest_paths.hpp), and one line in the registry (networks.cpp). Not safe to
/// share between threads: routes may be kept once found.
class Network {
 public:
  Network(std::string kind, Wiring wiring) : kind_(std::move(kind)), wiring_(std::move(wiring)) {}
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const std::string& kind() const { return kind_; }  ///< its name in the registry
  const Wiring& wiring() const { return wiring_; }

  /// Appends the links of the minimal route between two nodes. Parts of the links that leave the switch of `from` add
  /// up to 1 where the switches differ; nothing is appended where they are the same. Throws Error{unsupported} when
  /// there is no path.
  virtual void route(Node from, Node to, Paths paths, Route& out) const = 0;

  /// Whether all nodes of a switch are routed to and from alike. Forwarding tables may tell them apart.
  virtual bool routes_by_switch(Paths) const { return true; }

  // Indirect routing (Valiant): first to a place in between, chosen at random at the source, then on to the
  // destination.

  /// The domain of a node that its traffic leaves or enters: supernode, group; 0 for all where there are no such
  /// domains. By default that of the outermost level when it is named "group".
  virtual std::int32_t domain_of(Node node) const;
  virtual std::int32_t domains() const;
  /// How many places in between there are, and the domain that each lies in. By default the switches with nodes.
  virtual std::int32_t detours() const;
  virtual std::int32_t domain_of_detour(std::int32_t detour) const;
  /// The node where traffic from a domain turns when it goes by that place. A route by it is route(from, turn) and
  /// route(turn, to).
  virtual Node turn(std::int32_t from_domain, std::int32_t detour) const;
  /// Traffic between two domains goes by any place outside of both. Within one domain: by any place of it, or, where
  /// this is false, directly.
  virtual bool detours_within_domain() const { return true; }

 private:
  const std::vector<Node>& turns() const;

  std::string kind_;
  Wiring wiring_;
  mutable std::vector<Node> turns_;  ///< the first node of each switch with nodes
};

}  // namespace cartwright::network
