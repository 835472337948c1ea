// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/place_graph.hpp"

#include "base/checked.hpp"
#include "choose/graph_bound.hpp"
#include "choose/partition.hpp"
#include "cost/graph_cut.hpp"

#include <algorithm>
#include <cstdlib>

namespace cartwright::choose {

namespace {

/// The graph between slots instead of ranks.
mapping::Graph between_slots(const mapping::Graph& graph, const RankLocations& locations) {
  const base::IndexVector<grid::Cell, machine::Slot> slots = mapping::slots_of(locations.original_order());
  const auto slot = [&](std::int32_t vertex) { return static_cast<std::int32_t>(slots[grid::Cell(vertex)].number()); };
  std::vector<mapping::GraphEdge> edges;
  edges.reserve(graph.edge_count());
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v))
      edges.push_back({slot(v), slot(target.to), target.weight});
  return {graph.size(), edges};
}

/// Whether the offsets lead to neighbors rather than across the grid. Boxes and strips are good only for neighbors.
bool is_local(const mapping::Recognized& recognized) {
  for (const grid::Offset& offset : recognized.stencil.offsets())
    for (std::size_t i = 0; i < recognized.grid.ndims(); ++i)
      if (std::abs(offset.delta[i]) > std::max<std::int64_t>(3, recognized.grid.dim(i) / 8)) return false;
  return true;
}

RankPlacement partitioned(const mapping::Graph& graph, const RankLocations& locations, const PlaceOptions& options) {
  const machine::Machine& machine = locations.machine();
  const mapping::Order original = locations.original_order();
  RankPlacement placement;
  placement.mapping = "as launched";
  placement.order = original;
  placement.before = cost::edge_cut(graph, machine, placement.order);
  placement.after = placement.before;
  placement.node_level = machine.node_level();
  placement.lower_bound = graph_bound(graph, machine.node_sizes()).cut;
  if (!options.reorder) return placement;
  if (options.mapping != "auto") {
    mapping::find_algorithm(options.mapping);
    placement.notes.push_back(fmt::format(
        "the mapping {} is for stencils, but this graph is not a stencil: it is partitioned", options.mapping));
  }

  // In terms of slots, the original order is 0, 1, 2, ..., and partition() is never worse than that.
  mapping::MapOptions map_options;
  map_options.seed = options.seed;
  map_options.budget_seconds = options.budget_seconds;
  // The process of rank 0 has slot 0.
  Choice choice = partition(between_slots(graph, locations), machine, options.tier, map_options, options.keep_rank_0);
  if (choice.algorithm == "blocked") {
    placement.notes.push_back(fmt::format("no better order {} was found: ranks are not reordered",
                                          options.keep_rank_0 ? "that keeps rank 0" : "than the original rank order"));
    return placement;
  }
  placement.mapping = std::move(choice.algorithm);
  for (std::string& note : choice.mapping.notes) placement.notes.push_back(std::move(note));
  for (const machine::Slot slot : original.ids())
    placement.order[slot] = original[machine::Slot(choice.mapping.order[slot].number())];
  placement.new_rank = new_ranks(locations, placement.order);
  placement.after = cost::edge_cut(graph, machine, placement.order);
  return placement;
}

}  // namespace

GraphPlacement place(const mapping::Graph& graph, const RankLocations& locations, const PlaceOptions& options) {
  if (graph.size() != locations.machine().size())
    base::fail(base::Status::invalid_argument, "a graph of {} vertices for {} processes", graph.size(),
               locations.machine().size());
  std::optional<mapping::Recognized> recognized = mapping::recognize(graph);
  if (recognized && (options.mapping != "auto" || is_local(*recognized))) {
    RankPlacement placement = place(recognized->grid, recognized->stencil, locations, options);
    return {std::move(placement), std::move(recognized)};
  }
  return {partitioned(graph, locations, options), std::move(recognized)};
}

}  // namespace cartwright::choose
