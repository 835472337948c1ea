// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <memory>

namespace cartwright::network {

/// Shortest paths over the links of any wiring, found when first asked for. With groups (domain_of) a path between two
/// groups crosses exactly one link between groups, where there is one, and a path within a group stays there: so
/// dragonflies route minimally. Paths::shared gives each path the same part, parallel links making paths of their own;
/// Paths::single takes one of them, drawn by the two ends.
class ShortestPaths : public Network {
 public:
  ShortestPaths(std::string kind, Wiring wiring);
  ~ShortestPaths() override;
  void route(Node from, Node to, Paths paths, Route& out) const override;

 private:
  struct Tree;
  const Tree& tree(Switch root, std::int32_t group) const;
  Tree grow(Switch root, std::int32_t group) const;
  std::size_t place(const Tree& tree, Switch at) const;
  std::int32_t group_of(Switch at) const { return group_of_switch_[static_cast<std::size_t>(at)]; }

  std::vector<std::int32_t> group_of_switch_;
  std::vector<std::int32_t> place_in_group_;
  std::vector<std::int32_t> group_sizes_;
  std::int32_t groups_ = 1;
  mutable std::vector<std::unique_ptr<const Tree>> trees_;  ///< by root and group
  mutable std::size_t kept_bytes_ = 0;
  mutable std::vector<double> parts_;  ///< of the route that is being walked, by switch
};

}  // namespace cartwright::network
