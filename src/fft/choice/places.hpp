// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft::choice {

/// Where processes stand, as levels of nested, numbered domains, outermost first. Nodes are the level of that name;
/// without one the first level counts as the nodes, and without any level all are on one node.
class Places {
 public:
  struct Level {
    std::vector<std::int32_t> domain;  ///< of every rank
    std::vector<std::int32_t> nodes;   ///< in each domain; 1 for nodes and what is inside them
    std::int32_t domains() const { return static_cast<std::int32_t>(nodes.size()); }
  };

  /// Throws Error{invalid_argument}: a level with another number of ranks than processes.
  Places(std::int64_t processes, const std::vector<choose::RankLevel>& levels);

  std::int64_t size() const { return static_cast<std::int64_t>(slots_.size()); }
  const std::vector<Level>& levels() const { return levels_; }
  std::size_t node_level() const { return node_level_; }
  const Level& nodes() const { return levels_[node_level_]; }
  /// Ranks in the order in which their domains follow each other at every level; by number inside the innermost.
  const std::vector<std::int64_t>& slots() const { return slots_; }

 private:
  std::vector<Level> levels_;
  std::size_t node_level_ = 0;
  std::vector<std::int64_t> slots_;
};

}  // namespace cartwright::fft::choice
