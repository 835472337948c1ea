// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"

#include <string>
#include <vector>

namespace cartwright::machine {

/// One level of the machine: the domains (nodes, sockets, ...) that its slots fall into, in slot order.
struct Level {
  std::string name;
  Sizes sizes;
};

/// Where processes run: slots numbered from 0, one per process, in the order of the launcher blocked by
/// node (all slots of node 0, then of node 1, ...), and levels of domains, outermost first, each level
/// dividing the domains of the one before. Sizes may be unequal at every level.
class Machine {
 public:
  Machine() = default;
  /// Throws Error: no level, a level that holds another number of slots than the first, a domain that
  /// crosses the boundary of a domain one level up, host names that are not one per node.
  /// Without a level named "node" the outermost level counts as the nodes.
  explicit Machine(std::vector<Level> levels, std::vector<std::string> hosts = {});

  /// One level of nodes.
  static Machine nodes(Sizes sizes) { return Machine({{"node", std::move(sizes)}}); }

  std::int64_t size() const { return levels_.front().sizes.total(); }
  const std::vector<Level>& levels() const { return levels_; }
  /// Index in levels() of the nodes, and their sizes.
  std::size_t node_level() const { return node_level_; }
  const Sizes& node_sizes() const { return levels_[node_level_].sizes; }
  /// Host name per node, or empty when the source of the machine has none.
  const std::vector<std::string>& hosts() const { return hosts_; }

 private:
  std::vector<Level> levels_;
  std::size_t node_level_ = 0;
  std::vector<std::string> hosts_;
};

}  // namespace cartwright::machine
