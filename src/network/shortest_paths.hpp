// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <memory>
#include <mutex>

namespace cartwright::network {

/// Shortest paths over the links of any wiring. With groups (domain_of), a path between two groups crosses exactly one
/// link between groups, if there is one, and a path within a group stays there; this is minimal routing on dragonflies.
/// Paths::shared gives each path the same part, and parallel links count as different paths. Paths::single takes one
/// path, drawn by a hash of the two ends.
class ShortestPaths : public Network {
 public:
  ShortestPaths(std::string kind, Wiring wiring);
  ~ShortestPaths() override;
  void route(Node from, Node to, Paths paths, Route& out) const override;

 private:
  struct Tree;
  const Tree& tree(Switch root, std::int32_t group) const;
  /// The length of the shortest paths, or -1 if there is none. The mutex is locked.
  std::int32_t hops(Switch source, Switch target) const;
  void append(Switch source, Switch target, Paths paths, Route& out) const;
  Tree grow(Switch root, std::int32_t group) const;
  std::size_t index_of(const Tree& tree, Switch at) const;
  std::int32_t group_of(Switch at) const { return group_of_switch_[at]; }

  base::IndexVector<Switch, std::int32_t> group_of_switch_;
  base::IndexVector<Switch, std::int32_t> index_in_group_;
  std::vector<std::int32_t> group_sizes_;
  std::int32_t groups_ = 1;
  // All trees together can take too much memory, so they are found on demand. The mutex guards the next three.
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<const Tree>> trees_;  ///< by root and group
  mutable std::size_t kept_bytes_ = 0;
  mutable base::IndexVector<Switch, double> parts_;  ///< for the route in progress
};

}  // namespace cartwright::network
