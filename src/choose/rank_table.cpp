// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/rank_table.hpp"

#include <numeric>
#include <unordered_map>

namespace cartwright::choose {

namespace {

/// The domain of a rank at a level.
int domain_of(const DistributedRanks& dealt, std::size_t level, std::int64_t rank) {
  return static_cast<int>(dealt.machine.levels()[level].sizes.part_of(dealt.slot(Rank(rank)).number()));
}

}  // namespace

machine::Slot slot_in_turn(std::int64_t nodes, std::int64_t node_size, Rank rank) {
  return machine::Slot(rank.number() % nodes * node_size + rank.number() / nodes);
}

machine::Slot DistributedRanks::slot(Rank rank) const {
  const machine::Sizes& nodes = machine.node_sizes();
  return deal == Distribution::blocks ? machine::Slot(rank.number()) : slot_in_turn(nodes.count(), nodes[0], rank);
}

RankTable::RankTable(std::vector<RankLevel> levels, std::size_t node_level) : levels_(std::move(levels)) {
  std::unordered_map<int, int> number;
  node_of_rank_.reserve(levels_[node_level].domain_of_rank.size());
  for (const int id : levels_[node_level].domain_of_rank)
    node_of_rank_.push_back(number.try_emplace(id, static_cast<int>(number.size())).first->second);
  nodes_ = static_cast<int>(number.size());
}

std::int64_t RankTable::size() const { return dealt_ ? dealt_->machine.size() : std::ssize(node_of_rank_); }

int RankTable::node(Rank rank) const {
  return dealt_ ? domain_of(*dealt_, dealt_->machine.node_level(), rank.number()) : node_of_rank_[rank.index()];
}

int RankTable::nodes() const { return dealt_ ? static_cast<int>(dealt_->machine.node_sizes().count()) : nodes_; }

std::vector<RankLevel> RankTable::levels_of(std::span<const int> ranks) const {
  std::vector<RankLevel> made;
  const std::size_t count = dealt_ ? dealt_->machine.levels().size() : levels_.size();
  for (std::size_t level = 0; level < count; ++level) {
    made.push_back({dealt_ ? dealt_->machine.levels()[level].name : levels_[level].name, {}});
    made.back().domain_of_rank.reserve(ranks.size());
    for (const int rank : ranks)
      made.back().domain_of_rank.push_back(dealt_ ? domain_of(*dealt_, level, rank)
                                                  : levels_[level].domain_of_rank[static_cast<std::size_t>(rank)]);
  }
  return made;
}

std::vector<RankLevel> RankTable::levels() const {
  if (!dealt_) return levels_;
  std::vector<int> all(static_cast<std::size_t>(size()));
  std::iota(all.begin(), all.end(), 0);
  return levels_of(all);
}

}  // namespace cartwright::choose
