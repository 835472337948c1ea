// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/order.hpp"

#include "bound/lower_bound.hpp"
#include "choose/place_graph.hpp"
#include "cost/graph_cut.hpp"

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

}  // namespace

NodeBound node_bound(const mapping::Graph& graph, const std::optional<Structure>& structure,
                     const machine::Sizes& sizes) {
  NodeBound bound{cost::degree_bound(graph, sizes), "degrees"};
  if (!structure) return bound;
  const double by_stencil = bound::lower_bound(structure->grid, structure->least, sizes);
  return by_stencil > bound.bytes ? NodeBound{by_stencil, "stencil"} : bound;
}

RankOrder order_ranks(const Pairs& pairs, const std::optional<Structure>& structure,
                      const choose::RankLocations& locations, const choose::PlaceOptions& options) {
  const mapping::Graph graph = graph_of(pairs);
  RankOrder made;
  made.placement = choose::place(graph, locations, options).placement;
  const NodeBound bound = node_bound(graph, structure, locations.machine().node_sizes());
  made.bound = std::max(bound.bytes, made.placement.lower_bound);
  made.bound_source = bound.bytes < made.placement.lower_bound ? "stencil" : bound.source;
  if (!structure) return made;
  choose::RankPlacement other = place_structure(graph, *structure, locations, options);
  if (cost::score(other.after) < cost::score(made.placement.after)) made.placement = std::move(other);
  return made;
}

}  // namespace cartwright::record
