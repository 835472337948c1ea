// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft::choice {

/// The domains of ranks, as levels of nested, numbered domains, outermost first. The level named "node" has the nodes.
/// Without it the first level counts as the nodes, and without any level all ranks are on one node.
class RankDomains {
 public:
  struct Level {
    std::vector<std::int32_t> domain;  ///< of every rank
    std::vector<std::int32_t> nodes;   ///< number of nodes in each domain; 1 for nodes and domains inside them
    std::int32_t domains() const { return static_cast<std::int32_t>(nodes.size()); }
  };

  /// Throws Error{invalid_argument} if the number of ranks in a level is not that of the processes.
  RankDomains(std::int64_t processes, const std::vector<choose::RankLevel>& levels);

  std::int64_t size() const { return static_cast<std::int64_t>(slots_.size()); }
  const std::vector<Level>& levels() const { return levels_; }
  std::size_t node_level() const { return node_level_; }
  const Level& nodes() const { return levels_[node_level_]; }
  /// Ranks sorted by their domains, from the outermost level to the innermost, and then by number.
  const std::vector<std::int64_t>& slots() const { return slots_; }

 private:
  std::vector<Level> levels_;
  std::size_t node_level_ = 0;
  std::vector<std::int64_t> slots_;
};

}  // namespace cartwright::fft::choice
