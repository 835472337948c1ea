// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/place.hpp"

#include "base/checked.hpp"
#include "cost/lower_bound.hpp"

#include <unordered_map>

namespace cartwright::mpi {

namespace {

/// The ranks sorted by (node, rank): rank_of_slot[slot]. Slots are what the mapping algorithms count in.
std::vector<std::int64_t> ranks_by_node(const Nodes& nodes, const Sizes& sizes) {
  std::vector<std::int64_t> next(static_cast<std::size_t>(nodes.count));
  for (std::int64_t node = 0; node < sizes.count(); ++node) next[static_cast<std::size_t>(node)] = sizes.start(node);
  std::vector<std::int64_t> rank_of_slot(nodes.of_rank.size());
  for (std::size_t rank = 0; rank < nodes.of_rank.size(); ++rank) {
    std::int64_t& slot = next[static_cast<std::size_t>(nodes.of_rank[rank])];
    rank_of_slot[static_cast<std::size_t>(slot++)] = static_cast<std::int64_t>(rank);
  }
  return rank_of_slot;
}

Sizes sizes_of(const Nodes& nodes) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(nodes.count), 0);
  for (const int node : nodes.of_rank) ++sizes[static_cast<std::size_t>(node)];
  return Sizes(sizes);
}

bool better(const LevelCut& a, const LevelCut& b) {
  return a.j_sum < b.j_sum || (a.j_sum == b.j_sum && a.j_max < b.j_max);
}

}  // namespace

Nodes number_nodes(const std::vector<int>& ids) {
  Nodes nodes;
  std::unordered_map<int, int> number;
  nodes.of_rank.reserve(ids.size());
  for (const int id : ids) {
    const auto [entry, first] = number.try_emplace(id, nodes.count);
    if (first) ++nodes.count;
    nodes.of_rank.push_back(entry->second);
  }
  return nodes;
}

Placement place(const Grid& grid, const Stencil& stencil, const Nodes& nodes, const Settings& settings) {
  const Sizes sizes = sizes_of(nodes);
  const Problem problem(grid, stencil, Machine::nodes(sizes));
  const Order launched = ranks_by_node(nodes, sizes);

  Placement placement;
  placement.mapping = "as launched";
  placement.before = node_cut(problem, launched);
  placement.after = placement.before;
  placement.lower_bound = lower_bound(grid, stencil, sizes);
  if (!settings.reorder || placement.before.j_sum == 0) return placement;

  MapOptions options;
  options.seed = settings.seed;
  options.budget_seconds = settings.budget_seconds;
  options.proven_bound = placement.lower_bound;
  const bool automatic = settings.mapping == "auto";
  Choice choice = automatic
                      ? choose(problem, settings.tier, options)
                      : Choice{settings.mapping, run_algorithm(find_algorithm(settings.mapping), problem, options)};
  placement.notes = std::move(choice.mapping.notes);
  LevelCut cut = node_cut(problem, choice.mapping.order);
  if (automatic && !better(cut, placement.before)) {
    placement.notes.push_back("nothing better than the order in which the processes stand was found: it is kept");
    return placement;
  }
  // That note is about processes that stand in this order already, which these do not.
  if (automatic && choice.algorithm == "blocked") placement.notes.clear();
  placement.mapping = choice.algorithm;
  placement.after = std::move(cut);
  placement.new_rank.resize(launched.size());
  for (std::size_t slot = 0; slot < launched.size(); ++slot)
    placement.new_rank[static_cast<std::size_t>(launched[slot])] =
        checked_int(choice.mapping.order[slot], "a new rank");
  return placement;
}

}  // namespace cartwright::mpi
