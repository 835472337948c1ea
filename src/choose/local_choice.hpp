// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/rank.hpp"
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cartwright::choose {

using base::Rank;

/// The algorithms that tier fast tries for so many cells.
std::vector<const mapping::Algorithm*> local_algorithms(std::int64_t cells);

/// How a launcher deals ranks to nodes: node 0 gets the first ones, or each of equal nodes gets one in turn.
enum class Deal { blocks, turns };

/// The slot of a rank that is dealt in this way. The nodes and their size count for turns only.
std::int64_t dealt_slot(Deal deal, std::int64_t nodes, std::int64_t node_size, std::int64_t rank);

/// The choice of tier fast, or of one local algorithm, made by the processes together: each evaluates its own cell, the
/// sums of all decide, and no process holds an order. The result is that of choose::place().
///
/// Each process adds its own part to the sums. When those of all processes are added up, pick() names the order, and
/// new_rank() is local.
class LocalChoice {
 public:
  /// `mapping` is "auto" or a local algorithm. Throws Error: unequal nodes in turn, an unknown algorithm.
  LocalChoice(const mapping::Problem& problem, Deal deal, const std::string& mapping);

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
    std::unique_ptr<mapping::LocalOrder> order;
  };
  machine::Slot slot_of(Rank rank) const { return machine::Slot(dealt_slot(deal_, nodes_, node_size_, rank.number())); }

  const mapping::Problem& problem_;
  bool automatic_;
  std::vector<NamedOrder> orders_;  ///< the first is as launched
  std::vector<std::size_t> level_;  ///< where the domains of each level begin in the sums of an order
  std::size_t row_ = 0;             ///< the number of sums of an order
  Deal deal_;
  std::int64_t nodes_;
  std::int64_t node_size_;
};

}  // namespace cartwright::choose
