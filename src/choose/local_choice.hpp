// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/rank.hpp"
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cartwright::choose {

using base::Rank;

/// The algorithms that tier fast tries.
std::vector<const mapping::Algorithm*> local_algorithms(const mapping::Problem& problem);

/// The slot in which a process was launched, by its rank.
using SlotOfRank = std::function<machine::Slot(Rank)>;

/// The choice of tier fast, or of one local algorithm, made by the processes together: each evaluates its own cell, the
/// sums of all decide, and no process holds an order. The result is that of choose::place().
///
/// Each process adds its own part to the sums. When those of all processes are added up, pick() names the order, and
/// new_rank() is local.
class LocalChoice {
 public:
  /// `mapping` is "auto" or a local algorithm. `slot_of` has to know a process and its neighbors on the grid when the
  /// process adds its part. Throws Error: an unknown algorithm.
  LocalChoice(const mapping::Problem& problem, SlotOfRank slot_of, const std::string& mapping);

  /// Whether `mapping` can be chosen in this way.
  static bool possible(const std::string& mapping);

  /// The number of sums: O(domains).
  std::size_t size() const { return orders_.size() * row_; }
  /// Adds the edges that leave the domains of this process under each order.
  void add(Rank rank, std::span<double> sums) const;

  /// The best order by the sums of all processes; 0 if it is the one as launched.
  std::size_t pick(std::span<const double> sums) const;
  /// The same without the other processes, in time in proportion to their number.
  std::size_t pick_alone() const;
  const std::string& name(std::size_t order) const { return orders_[order].name; }
  std::vector<cost::LevelCut> cuts(std::size_t order, std::span<const double> sums) const;

  grid::Cell new_rank(std::size_t order, Rank rank) const;

 private:
  struct NamedOrder {
    std::string name;
    std::unique_ptr<mapping::LocalOrder> order;  ///< null as launched: the number of the cell is the rank
  };
  grid::Coords cell_of(const NamedOrder& order, Rank rank) const;
  machine::Slot slot_of(const NamedOrder& order, grid::Cell cell) const;

  const mapping::Problem& problem_;
  bool automatic_;
  std::vector<NamedOrder> orders_;  ///< the first is as launched
  std::vector<std::size_t> level_;  ///< where the domains of each level begin in the sums of an order
  std::size_t row_ = 0;             ///< the number of sums of an order
  SlotOfRank slot_of_;
};

}  // namespace cartwright::choose
