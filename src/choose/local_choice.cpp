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

}  // namespace

std::vector<const mapping::Algorithm*> local_algorithms(const mapping::Problem& problem) {
  std::vector<const mapping::Algorithm*> found = mapping::algorithms_for(problem);
  std::erase_if(found, [&](const mapping::Algorithm* algorithm) {
    return algorithm->local == nullptr ||
           (problem.size() > many_cells && algorithm->name != "fast" && algorithm->name != "blocked");
  });
  return found;
}

bool LocalChoice::possible(const std::string& mapping) {
  return mapping == "auto" || std::ranges::any_of(mapping::algorithms(), [&](const mapping::Algorithm& algorithm) {
           return algorithm.name == mapping && algorithm.local != nullptr;
         });
}

LocalChoice::LocalChoice(const mapping::Problem& problem, SlotOfRank slot_of, const std::string& mapping)
    : problem_(problem), automatic_(mapping == "auto"), slot_of_(std::move(slot_of)) {
  for (const machine::Level& level : problem.machine().levels()) {
    level_.push_back(row_);
    row_ += static_cast<std::size_t>(level.sizes.count());
  }
  orders_.push_back({"as launched", nullptr});
  if (!automatic_) {
    const mapping::Algorithm& algorithm = mapping::find_algorithm(mapping);
    if (algorithm.local == nullptr) base::fail(base::Status::unsupported, "{} needs all processes at once", mapping);
    orders_.push_back({mapping, algorithm.local(problem)});
    return;
  }
  for (const mapping::Algorithm* algorithm : local_algorithms(problem))
    orders_.push_back({std::string(algorithm->name), algorithm->local(problem)});
}

grid::Coords LocalChoice::cell_of(const NamedOrder& order, Rank rank) const {
  return order.order ? order.order->cell_of(slot_of_(rank)) : problem_.grid().coords(grid::Cell(rank.number()));
}

machine::Slot LocalChoice::slot_of(const NamedOrder& order, grid::Cell cell) const {
  return order.order ? order.order->slot_of(problem_.grid().coords(cell)) : slot_of_(Rank(cell.number()));
}

void LocalChoice::add(Rank rank, std::span<double> sums) const {
  const machine::Slot slot = slot_of_(rank);
  const std::vector<machine::Level>& levels = problem_.machine().levels();
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    const grid::Coords cell = cell_of(orders_[i], rank);
    for (const grid::Offset& offset : problem_.stencil().offsets()) {
      const grid::Cell neighbor = problem_.grid().neighbor(cell, offset.delta);
      if (neighbor == grid::no_cell) continue;
      const machine::Slot other = slot_of(orders_[i], neighbor);
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
  return problem_.grid().cell(cell_of(orders_[order], rank));
}

}  // namespace cartwright::choose
