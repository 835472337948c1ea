// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/place.hpp"

#include "base/checked.hpp"
#include "bound/lower_bound.hpp"
#include "choose/keep_first.hpp"
#include "mapping/level_blocks.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::choose {

namespace {

/// Numbers the domains of a level by their lowest ranks. Equal ids in different domains of the level before are
/// different domains.
std::vector<int> number_domains(const std::vector<int>& outer, const std::vector<int>& ids) {
  std::map<std::pair<int, int>, int> number;
  std::vector<int> numbered;
  numbered.reserve(ids.size());
  for (std::size_t rank = 0; rank < ids.size(); ++rank)
    numbered.push_back(number.try_emplace({outer[rank], ids[rank]}, static_cast<int>(number.size())).first->second);
  return numbered;
}

struct Placed {
  std::string name;
  mapping::Mapping mapping;
  std::vector<cost::LevelCut> cuts;
};

std::vector<Placed> candidates_for(const mapping::Problem& problem, const PlaceOptions& options, double bound) {
  std::vector<Placed> candidates;
  const auto enter = [&](std::string name, mapping::Mapping mapping) {
    std::vector<cost::LevelCut> cuts = cost::edge_cut(problem, mapping.order);
    candidates.push_back({std::move(name), std::move(mapping), std::move(cuts)});
  };
  const bool automatic = options.mapping == "auto";
  if (options.cuts && (automatic || options.only_cuts)) {
    if (grid::product(*options.cuts) != problem.grid().dims())
      base::fail(base::Status::invalid_argument, "the cuts make dims {}, the grid has {}",
                 grid::to_string(grid::product(*options.cuts)), grid::to_string(problem.grid().dims()));
    mapping::Mapping blocks;
    const auto order = mapping::level_blocks(*options.cuts);
    for (const machine::Slot slot : base::ids<machine::Slot>(problem.size()))
      blocks.order.push_back(problem.grid().cell(order->cell_of(slot)));
    enter("level-blocks", std::move(blocks));
    if (options.only_cuts) return candidates;
  }
  mapping::MapOptions map_options;
  map_options.seed = options.seed;
  map_options.budget_seconds = options.budget_seconds;
  map_options.proven_bound = bound;
  if (automatic) {
    Choice choice = choose(problem, options.tier, map_options);
    enter(choice.algorithm, std::move(choice.mapping));
    // Its note says that ranks are not reordered, but here the original rank order may be another one.
    if (choice.algorithm == "blocked") candidates.back().mapping.notes.clear();
  } else {
    enter(options.mapping, mapping::run_algorithm(mapping::find_algorithm(options.mapping), problem, map_options));
  }
  return candidates;
}

/// Gives cell 0 to slot 0, the slot of rank 0.
void keep_rank_0(const mapping::Problem& problem, Placed& candidate) {
  KeptFirst kept = keep_first(problem, candidate.mapping.order);
  candidate.mapping.order = std::move(kept.order);
  if (kept.free) return;
  const double before = candidate.cuts.front().j_sum;
  candidate.cuts = cost::edge_cut(problem, candidate.mapping.order);
  candidate.mapping.notes.push_back(kept_at_a_cost(before, candidate.cuts.front().j_sum));
}

}  // namespace

RankLocations::RankLocations(const std::vector<RankLevel>& levels) {
  if (levels.empty())
    base::fail(base::Status::invalid_argument, "the processes have no locations: give at least one level");
  const std::size_t size = levels.front().domain_of_rank.size();
  std::vector<std::vector<int>> domains;
  std::vector<std::string> names;
  std::vector<int> outer(size, 0);
  const bool has_nodes = std::ranges::find(levels, "node", &RankLevel::name) != levels.end();
  for (const RankLevel& level : levels) {
    if (level.domain_of_rank.size() != size)
      base::fail(base::Status::invalid_argument, "level {} has {} ranks, level {} has {}", level.name,
                 level.domain_of_rank.size(), levels.front().name, size);
    std::vector<int> numbered = number_domains(outer, level.domain_of_rank);
    const std::size_t count = numbered.empty() ? 0 : std::ranges::max(numbered) + 1;
    const bool first = domains.empty();
    if (level.name == "node") {
      // The nodes always count. A level above them that has one node in each domain does not.
      if (!first && numbered == outer) {
        domains.pop_back();
        names.pop_back();
      }
    } else if (first ? count == 1 && has_nodes : numbered == outer || count == size) {
      continue;
    }
    outer = numbered;
    domains.push_back(std::move(numbered));
    names.push_back(level.name);
  }

  rank_of_slot_ = base::IndexVector<machine::Slot, Rank>(size);
  std::iota(rank_of_slot_.begin(), rank_of_slot_.end(), Rank(0));
  const auto domain = [&](std::size_t level, Rank rank) { return domains[level][rank.index()]; };
  std::ranges::stable_sort(rank_of_slot_, [&](Rank a, Rank b) {
    for (std::size_t level = 0; level < domains.size(); ++level)
      if (domain(level, a) != domain(level, b)) return domain(level, a) < domain(level, b);
    return false;
  });

  std::vector<machine::Level> made;
  for (std::size_t level = 0; level < domains.size(); ++level) {
    machine::Sizes sizes;
    for (auto first = rank_of_slot_.begin(); first != rank_of_slot_.end();) {
      const auto outside = [&](Rank rank) { return domain(level, rank) != domain(level, *first); };
      const auto end = std::find_if(first, rank_of_slot_.end(), outside);
      sizes.append(end - first);
      first = end;
    }
    made.push_back({names[level], std::move(sizes)});
  }
  machine_ = machine::Machine(std::move(made));
}

mapping::Order RankLocations::original_order() const {
  mapping::Order order;
  order.reserve(rank_of_slot_.size());
  for (const Rank rank : rank_of_slot_) order.push_back(grid::Cell(rank.number()));
  return order;
}

RankPlacement place(const grid::Grid& grid, const grid::Stencil& stencil, const RankLocations& locations,
                    const PlaceOptions& options) {
  const mapping::Problem problem(grid, stencil, locations.machine());
  RankPlacement placement;
  placement.mapping = "as launched";
  placement.order = locations.original_order();
  placement.before = cost::edge_cut(problem, placement.order);
  placement.after = placement.before;
  placement.node_level = locations.machine().node_level();
  placement.lower_bound = bound::lower_bound(grid, stencil, locations.machine().node_sizes());
  const double outermost_bound = placement.node_level == 0
                                     ? placement.lower_bound
                                     : bound::lower_bound(grid, stencil, locations.machine().levels().front().sizes);
  if (!options.reorder) return placement;
  const bool free = options.mapping == "auto" && !options.only_cuts;
  if (free && std::ranges::all_of(placement.before, [](const cost::LevelCut& cut) { return cut.j_sum == 0; }))
    return placement;

  std::vector<Placed> candidates = candidates_for(problem, options, outermost_bound);
  if (options.keep_rank_0)
    for (Placed& candidate : candidates) keep_rank_0(problem, candidate);
  // With levels above the nodes, fewer edges between groups must not mean more edges between nodes than as launched.
  if (free)
    std::erase_if(candidates, [&](const Placed& candidate) {
      return candidate.cuts[placement.node_level].j_sum > placement.nodes_before().j_sum;
    });
  if (candidates.empty()) {
    placement.notes = {std::string(no_better_order)};
    return placement;
  }
  Placed& best =
      *std::ranges::min_element(candidates, {}, [](const Placed& candidate) { return cost::score(candidate.cuts); });
  if (free && cost::score(best.cuts) >= cost::score(placement.before)) {
    placement.notes = {std::string(no_better_order)};
    return placement;
  }
  placement.mapping = best.name;
  placement.notes = std::move(best.mapping.notes);
  placement.order = std::move(best.mapping.order);
  placement.after = std::move(best.cuts);
  placement.new_rank = new_ranks(locations, placement.order);
  return placement;
}

base::IndexVector<Rank, int> new_ranks(const RankLocations& locations, const mapping::Order& order) {
  base::IndexVector<Rank, int> ranks(order.size());
  for (const machine::Slot slot : order.ids())
    ranks[locations.rank_of_slot()[slot]] = base::checked_int(order[slot].number(), "a new rank");
  return ranks;
}

}  // namespace cartwright::choose
