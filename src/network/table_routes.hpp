// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/rails.hpp"

namespace cartwright::network {

/// An entry of a forwarding table: traffic for a node leaves the switch through this link.
struct TableEntry {
  Switch at;
  Node to;
  LinkId link;
  std::int32_t rail = 0;  ///< of the destination
};

/// Routes by forwarding tables, as in InfiniBand: there is one path, for both values of Paths. A route that goes in a
/// circle, or that reaches a switch without an entry, is an Error{unsupported} that names switch and destination.
class TableRoutes : public Network {
 public:
  /// Throws Error{invalid_argument}: a link that does not leave the switch of its entry, two different entries for one
  /// switch, node and rail, a rail that the node does not have.
  TableRoutes(std::string kind, Wiring wiring, std::vector<TableEntry> entries);
  void route(Node from, Node to, Paths paths, Route& out) const override;
  bool routes_by_switch(Paths) const override { return false; }

  const std::vector<TableEntry>& entries() const { return entries_; }  ///< by switch, node and rail

 private:
  /// Appends the route between two rails. Returns why there is none, or an empty text.
  std::string follow(Node from, Node to, const RailPair& pair, Route& out) const;

  std::vector<TableEntry> entries_;
  std::vector<std::size_t> rows_;  ///< by switch: begin of its entries
};

}  // namespace cartwright::network
