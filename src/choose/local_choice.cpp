// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/local_choice.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::choose {

namespace {

/// Above this size, only one local order is tried.
constexpr std::int64_t many_cells = 100'000;

/// The order of the launcher: the cell of a process is its rank.
class LaunchedOrder : public mapping::LocalOrder {
 public:
  LaunchedOrder(const grid::Grid& grid, Deal deal, std::int64_t nodes, std::int64_t node_size)
      : grid_(grid), deal_(deal), nodes_(nodes), node_size_(node_size) {}

  grid::Coords cell_of(machine::Slot slot) const override {
    // Dealing in turn is a transposition: with nodes and their sizes exchanged, it is undone.
    return grid_.coords(grid::Cell(dealt_slot(deal_, node_size_, nodes_, slot.number())));
  }
  machine::Slot slot_of(const grid::Coords& cell) const override {
    return machine::Slot(dealt_slot(deal_, nodes_, node_size_, grid_.cell(cell).number()));
  }

 private:
  const grid::Grid& grid_;
  Deal deal_;
  std::int64_t nodes_;
  std::int64_t node_size_;
};

}  // namespace

std::int64_t dealt_slot(Deal deal, std::int64_t nodes, std::int64_t node_size, std::int64_t rank) {
  return deal == Deal::blocks ? rank : rank % nodes * node_size + rank / nodes;
}

std::vector<const mapping::Algorithm*> local_algorithms(std::int64_t cells) {
  std::vector<const mapping::Algorithm*> found;
  for (const mapping::Algorithm& algorithm : mapping::algorithms())
    if (algorithm.local != nullptr && (cells <= many_cells || algorithm.name == "fast" || algorithm.name == "blocked"))
      found.push_back(&algorithm);
  return found;
}

bool LocalChoice::possible(const std::string& mapping) {
  return mapping == "auto" || std::ranges::any_of(mapping::algorithms(), [&](const mapping::Algorithm& algorithm) {
           return algorithm.name == mapping && algorithm.local != nullptr;
         });
}

LocalChoice::LocalChoice(const mapping::Problem& problem, Deal deal, const std::string& mapping)
    : problem_(problem),
      automatic_(mapping == "auto"),
      deal_(deal),
      nodes_(problem.machine().node_sizes().count()),
      node_size_(problem.machine().node_sizes().largest()) {
  if (deal == Deal::turns && !problem.machine().node_sizes().uniform())
    base::fail(base::Status::unsupported, "nodes of {} to {} processes cannot get their ranks in turn here",
               problem.machine().node_sizes().smallest(), node_size_);
  for (const machine::Level& level : problem.machine().levels()) {
    level_.push_back(row_);
    row_ += static_cast<std::size_t>(level.sizes.count());
  }
  orders_.push_back({"as launched", std::make_unique<LaunchedOrder>(problem.grid(), deal, nodes_, node_size_)});
  if (!automatic_) {
    const mapping::Algorithm& algorithm = mapping::find_algorithm(mapping);
    if (algorithm.local == nullptr) base::fail(base::Status::unsupported, "{} needs all processes at once", mapping);
    orders_.push_back({mapping, algorithm.local(problem)});
    return;
  }
  for (const mapping::Algorithm* algorithm : local_algorithms(problem.size()))
    orders_.push_back({std::string(algorithm->name), algorithm->local(problem)});
}

void LocalChoice::add(Rank rank, std::span<double> sums) const {
  const machine::Slot slot = slot_of(rank);
  const std::vector<machine::Level>& levels = problem_.machine().levels();
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    const grid::Coords cell = orders_[i].order->cell_of(slot);
    for (const grid::Offset& offset : problem_.stencil().offsets()) {
      const grid::Cell neighbor = problem_.grid().neighbor(cell, offset.delta);
      if (neighbor == grid::no_cell) continue;
      const machine::Slot other = orders_[i].order->slot_of(problem_.grid().coords(neighbor));
      for (std::size_t level = 0; level < levels.size(); ++level) {
        const machine::Sizes& sizes = levels[level].sizes;
        const std::int64_t here = sizes.part_of(slot.number());
        if (here != sizes.part_of(other.number()))
          sums[i * row_ + level_[level] + static_cast<std::size_t>(here)] += offset.weight;
      }
    }
  }
}

std::vector<cost::LevelCut> LocalChoice::cuts(std::size_t order, std::span<const double> sums) const {
  std::vector<cost::LevelCut> made;
  const std::vector<machine::Level>& levels = problem_.machine().levels();
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const std::span domains =
        sums.subspan(order * row_ + level_[level], static_cast<std::size_t>(levels[level].sizes.count()));
    made.push_back(cost::cut_of_domains(levels[level], {domains.begin(), domains.end()}));
  }
  return made;
}

std::size_t LocalChoice::pick(std::span<const double> sums) const {
  if (!automatic_) return 1;
  const std::size_t nodes = problem_.machine().node_level();
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < orders_.size(); ++i)
    if (orders_[i].name == "blocked") limit = cuts(i, sums)[nodes].j_sum;
  // Only a better one takes the place of the one as launched, and never one with more edges between nodes.
  std::size_t best = 0;
  std::vector<double> least = cost::score(cuts(0, sums));
  limit = std::min(limit, cuts(0, sums)[nodes].j_sum);
  for (std::size_t i = 1; i < orders_.size(); ++i) {
    const std::vector<cost::LevelCut> candidate = cuts(i, sums);
    std::vector<double> score = cost::score(candidate);
    if (candidate[nodes].j_sum > limit || score >= least) continue;
    best = i;
    least = std::move(score);
  }
  return best;
}

std::size_t LocalChoice::pick_alone() const {
  if (!automatic_) return 1;
  std::vector<double> sums(size());
  for (std::int64_t rank = 0; rank < problem_.size(); ++rank) add(Rank(rank), sums);
  return pick(sums);
}

grid::Cell LocalChoice::new_rank(std::size_t order, Rank rank) const {
  return problem_.grid().cell(orders_[order].order->cell_of(slot_of(rank)));
}

}  // namespace cartwright::choose
