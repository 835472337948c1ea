// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <optional>
#include <vector>

namespace cartwright::choose {

/// How a launcher deals ranks to nodes: node 0 gets the first ones, or each of equal nodes gets one in turn.
enum class Distribution { blocks, turns };

/// The slot of a rank that is dealt in turn to nodes of one size.
machine::Slot slot_in_turn(std::int64_t nodes, std::int64_t node_size, Rank rank);

/// A machine to which the ranks are dealt: in blocks, or in turn to equal domains.
struct DistributedRanks {
  machine::Machine machine;
  Distribution deal = Distribution::blocks;

  machine::Slot slot(Rank rank) const;
};

/// The domains of all ranks of a program, at every level. If the ranks are dealt, its memory grows at most with the
/// number of domains.
class RankTable {
 public:
  RankTable() = default;
  explicit RankTable(DistributedRanks dealt) : dealt_(std::move(dealt)) {}
  /// The nodes are the level `node_level`.
  RankTable(std::vector<RankLevel> levels, std::size_t node_level);

  std::int64_t size() const;
  /// The node of a rank. Nodes are numbered from 0, in the order of their lowest ranks.
  int node(Rank rank) const;
  int nodes() const;

  /// The levels of some ranks.
  std::vector<RankLevel> levels_of(std::span<const int> ranks) const;
  /// Those of all ranks, in memory in proportion to their number.
  std::vector<RankLevel> levels() const;

  /// Null if the ranks are not dealt.
  const DistributedRanks* dealt() const { return dealt_ ? &*dealt_ : nullptr; }

 private:
  std::optional<DistributedRanks> dealt_;
  // Otherwise:
  std::vector<RankLevel> levels_;
  std::vector<int> node_of_rank_;
  int nodes_ = 0;
};

}  // namespace cartwright::choose
