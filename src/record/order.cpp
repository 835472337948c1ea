// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/order.hpp"

#include "bound/lower_bound.hpp"
#include "choose/keep_first.hpp"
#include "choose/place_graph.hpp"
#include "cost/graph_cut.hpp"
#include "cost/least_cut.hpp"
#include "record/place_parts.hpp"

#include <algorithm>

namespace cartwright::record {

namespace {

/// A mapping of the structure, with its costs for the traffic itself.
choose::RankPlacement place_structure(const mapping::Graph& graph, const Structure& structure,
                                      const choose::RankLocations& locations, const choose::PlaceOptions& options) {
  choose::RankPlacement placement = choose::place(structure.grid, structure.stencil, locations, options);
  placement.before = cost::edge_cut(graph, locations.machine(), locations.original_order());
  placement.after = cost::edge_cut(graph, locations.machine(), placement.order);
  return placement;
}

/// An order of the parts as a placement, with the values of `like` that do not depend on the order.
choose::RankPlacement placement_of_parts(const mapping::Graph& graph, mapping::Order order,
                                         const choose::RankLocations& locations, const choose::RankPlacement& like) {
  choose::RankPlacement placement;
  placement.mapping = "parts";
  placement.before = like.before;
  placement.after = cost::edge_cut(graph, locations.machine(), order);
  placement.node_level = like.node_level;
  placement.lower_bound = like.lower_bound;
  placement.new_rank = choose::new_ranks(locations, order);
  placement.order = std::move(order);
  return placement;
}

/// A search for the least cut takes at most so many steps: about a second.
constexpr std::int64_t most_steps = 8'000'000;

/// The order with the bytes between nodes that no other one beats, if the processes are few enough to search for it.
void search_all(const mapping::Graph& graph, const choose::RankLocations& locations, RankOrder& made) {
  const machine::Machine& machine = locations.machine();
  const auto least = cost::least_cut(graph, machine.node_sizes(), made.placement.nodes_after().j_sum, most_steps);
  if (!least || least->cut < made.bound) return;
  made.bound = least->cut;
  made.bound_source = "search";
}

}  // namespace

NodeBound node_bound(const mapping::Graph& graph, const std::optional<Structure>& structure,
                     const machine::Sizes& sizes) {
  NodeBound bound{cost::degree_bound(graph, sizes), "degrees"};
  if (!structure) return bound;
  const double by_stencil = bound::lower_bound(structure->grid, structure->least, sizes);
  return by_stencil > bound.bytes ? NodeBound{by_stencil, "stencil"} : bound;
}

RankOrder order_ranks(const Pairs& pairs, const std::optional<Structure>& structure,
                      const choose::RankLocations& locations, const choose::PlaceOptions& options,
                      const std::vector<Part>& parts) {
  const mapping::Graph graph = graph_of(pairs);
  RankOrder made;
  made.proven = pairs.certain();
  made.placement = choose::place(graph, locations, options).placement;
  const NodeBound bound = node_bound(graph, structure, locations.machine().node_sizes());
  made.bound = std::max(bound.bytes, made.placement.lower_bound);
  made.bound_source = bound.bytes < made.placement.lower_bound ? "stencil" : bound.source;
  const auto offer = [&](choose::RankPlacement other) {
    // Fewer bytes between groups of nodes must not mean more between nodes.
    if (other.nodes_after().j_sum > other.nodes_before().j_sum) return;
    if (cost::score(other.after) < cost::score(made.placement.after)) made.placement = std::move(other);
  };
  if (structure) offer(place_structure(graph, *structure, locations, options));
  if (!parts.empty())
    for (mapping::Order& order : place_parts(parts, locations, options)) {
      if (options.keep_rank_0) order = choose::keep_first(graph, locations.machine(), order).order;
      offer(placement_of_parts(graph, std::move(order), locations, made.placement));
    }
  if (made.bound < made.placement.nodes_after().j_sum) search_all(graph, locations, made);
  return made;
}

}  // namespace cartwright::record
