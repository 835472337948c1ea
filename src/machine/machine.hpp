// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"
#include "machine/sizes.hpp"

#include <span>
#include <string>
#include <vector>

namespace cartwright::machine {

/// A position on the machine that holds one process.
using Slot = base::Id<struct SlotKind, std::int64_t>;
inline constexpr Slot no_slot{-1};

/// One level of the machine: its domains (nodes, sockets, ...) in slot order.
struct Level {
  std::string name;
  Sizes sizes;
  double weight = 0;  ///< seconds that a byte between two domains takes more than one inside them; 0 if not measured
};

/// The machine that processes run on. It has slots, numbered from 0, one per process, blocked by node: all slots of
/// node 0, then of node 1, ... It has levels of domains, outermost first; each level divides the domains of the level
/// before. Sizes may be unequal at every level.
class Machine {
 public:
  Machine() = default;
  /// Without a level named "node", the outermost level is taken as the nodes.
  /// Throws Error: no level, levels of different numbers of slots, a domain that crosses the boundary of a domain one
  /// level up, a number of host names that is not the number of nodes.
  explicit Machine(std::vector<Level> levels, std::vector<std::string> hosts = {});

  /// One level of nodes.
  static Machine nodes(Sizes sizes) { return Machine({{"node", std::move(sizes)}}); }

  std::int64_t size() const { return levels_.front().sizes.total(); }
  const std::vector<Level>& levels() const { return levels_; }
  /// One weight for each level (link_speeds.hpp).
  void set_weights(std::span<const double> weights);
  /// Index in levels() of the nodes, and their sizes.
  std::size_t node_level() const { return node_level_; }
  const Sizes& node_sizes() const { return levels_[node_level_].sizes; }
  /// The host name of each node, or empty when the source of the machine has no names.
  const std::vector<std::string>& hosts() const { return hosts_; }

 private:
  std::vector<Level> levels_;
  std::size_t node_level_ = 0;
  std::vector<std::string> hosts_;
};

}  // namespace cartwright::machine
