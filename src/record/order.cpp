// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/order.hpp"

#include "bound/lower_bound.hpp"
#include "choose/graph_bound.hpp"
#include "choose/keep_first.hpp"
#include "choose/place_graph.hpp"
#include "choose/relaxed_bound.hpp"
#include "cost/graph_cut.hpp"
#include "cost/least_cut.hpp"
#include "record/place_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cartwright::record {

namespace {

/// An order is worth it if it takes this part of the time as launched, or less.
constexpr double worth = 0.99;

/// The stencil of a structure, weighted as graph_of() weights messages.
grid::Stencil weighted(const Structure& structure, double bytes_of_message) {
  std::vector<grid::Offset> offsets = structure.stencil.offsets();
  for (std::size_t i = 0; i < offsets.size(); ++i)
    offsets[i].weight += bytes_of_message * structure.messages.offsets()[i].weight;
  return {structure.grid.ndims(), std::move(offsets)};
}

/// A mapping of the structure, with its costs for the traffic itself.
choose::RankPlacement place_structure(const mapping::Graph& graph, const Structure& structure, double bytes_of_message,
                                      const choose::RankLocations& locations, const choose::PlaceOptions& options) {
  choose::RankPlacement placement =
      choose::place(structure.grid, weighted(structure, bytes_of_message), locations, options);
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
constexpr std::int64_t max_steps = 8'000'000;

NodeBound node_bound(const mapping::Graph& graph, const std::optional<Structure>& structure,
                     const machine::Sizes& sizes) {
  const choose::GraphBound by_graph = choose::graph_bound(graph, sizes);
  const NodeBound bound{by_graph.cut, std::string(by_graph.source)};
  if (!structure) return bound;
  const double by_stencil = bound::lower_bound(structure->grid, structure->least, sizes);
  return by_stencil > bound.bytes ? NodeBound{by_stencil, "stencil"} : bound;
}

/// Bounds of all bytes and of the certain ones by `bound(pairs, structure)`.
template <class Bound>
Bounds bounds_by(const Pairs& pairs, const std::optional<Structure>& structure, const Bound& bound) {
  Bounds made;
  made.all = made.certain = bound(pairs, structure);
  made.certain_bytes = pairs.total_bytes();
  if (pairs.certain()) return made;
  const Pairs certain = certain_part(pairs);
  made.certain_bytes = certain.total_bytes();
  made.other_bytes = pairs.total_bytes() - made.certain_bytes + pairs.spread_bytes + pairs.unknown_bytes;
  made.by_nodes = pairs.by_nodes && pairs[Source::counted].bytes > 0;
  if (made.certain_bytes == 0)
    made.certain = {0, "degrees"};
  else if (made.certain_bytes < pairs.total_bytes())
    made.certain =
        bound(certain, structure ? std::optional(structure_on(structure->grid.dims(), certain)) : std::nullopt);
  return made;
}

/// The best bound. For few processes it is the least of all orders, of which `order` is one; for up to some hundred,
/// and if it is `thorough`, that of a relaxed problem.
NodeBound best_bound(const Pairs& pairs, const std::optional<Structure>& structure,
                     const choose::RankLocations& locations, choose::PlaceOptions options, const mapping::Order& order,
                     bool thorough) {
  const machine::Machine& machine = locations.machine();
  const mapping::Graph graph = graph_of(pairs);
  NodeBound made = node_bound(graph, structure, machine.node_sizes());
  options.reorder = false;
  const double by_graph = choose::place(graph, locations, options).placement.lower_bound;
  if (by_graph > made.bytes) made = {by_graph, "stencil"};
  const double known = cost::node_cut(graph, machine, order).j_sum;
  if (made.bytes >= known) return made;
  const auto least = cost::least_cut(graph, machine.node_sizes(), known, max_steps);
  if (least && least->cut >= made.bytes) return {least->cut, "search"};
  if (!thorough) return made;
  const double relaxed =
      choose::relaxed_bound(graph, machine.node_sizes(), known, options.tier, options.budget_seconds);
  return relaxed > made.bytes ? NodeBound{relaxed, "semidefinite program"} : made;
}

/// The options of each of the searches, which share the budget: of the graph, its structure, the parts with a structure
/// in two ways, and a thorough bound.
choose::PlaceOptions options_of_each(choose::PlaceOptions options, bool structure, const std::vector<Part>& parts,
                                     bool thorough) {
  const auto of_parts = std::ranges::count_if(parts, [](const Part& part) { return part.structure.has_value(); });
  options.budget_seconds /= static_cast<double>(1 + int{structure} + 2 * of_parts + int{thorough});
  return options;
}

/// Whether an order takes at least 1 % less at some level.
bool is_worth_it(const choose::RankPlacement& placement) {
  for (std::size_t i = 0; i < placement.after.size(); ++i)
    if (placement.after[i].j_sum < worth * placement.before[i].j_sum) return true;
  return false;
}

void keep_ranks(const choose::RankLocations& locations, choose::RankPlacement& placement) {
  placement.mapping = "as launched";
  placement.order = locations.original_order();
  placement.new_rank = {};
  placement.notes = {"the best order that was found takes less than 1 % less time between nodes: the ranks stay"};
}

}  // namespace

Bounds node_bounds(const Pairs& pairs, const std::optional<Structure>& structure, const machine::Sizes& sizes) {
  return bounds_by(pairs, structure, [&](const Pairs& of, const std::optional<Structure>& grid) {
    return node_bound(graph_of(of), grid, sizes);
  });
}

MessageTime message_time(const machine::LinkSpeeds& speeds) {
  const machine::LinkSpeed* const nodes = speeds.between("node");
  return nodes == nullptr ? MessageTime{}
                          : MessageTime{nodes->latency, nodes->bandwidth, speeds.source(), base::Obtained::measured};
}

NodeTraffic between_nodes(const Pairs& pairs, const machine::Machine& machine, const mapping::Order& order) {
  const base::IndexVector<grid::Cell, std::int64_t> node = cost::domains_of(machine.node_sizes(), order);
  NodeTraffic made;
  for (const Pair& pair : pairs.pairs) {
    if (node[grid::Cell(pair.from)] == node[grid::Cell(pair.to)]) continue;
    made.bytes += pair.bytes;
    made.messages += static_cast<double>(pair.messages);
  }
  return made;
}

Amounts between_nodes(const Record& record, const machine::Machine& machine, const mapping::Order& order) {
  const base::IndexVector<grid::Cell, std::int64_t> node = cost::domains_of(machine.node_sizes(), order);
  return amounts_of(record,
                    [&](std::int64_t from, std::int64_t to) { return node[grid::Cell(from)] != node[grid::Cell(to)]; });
}

RankOrder order_ranks(const Pairs& pairs, const std::optional<Structure>& structure,
                      const choose::RankLocations& locations, const choose::PlaceOptions& all,
                      const std::vector<Part>& parts, const MessageTime& time, bool thorough) {
  const machine::Machine& machine = locations.machine();
  const choose::PlaceOptions options = options_of_each(all, structure.has_value(), parts, thorough);
  const mapping::Graph graph = graph_of(pairs, time.bytes_of_message());
  RankOrder made;
  choose::RankPlacement& placement = made.placement = choose::place(graph, locations, options).placement;
  const auto offer = [&](choose::RankPlacement other) {
    // Less time between groups of nodes must not mean more between nodes.
    if (other.nodes_after().j_sum > other.nodes_before().j_sum) return;
    if (cost::score(other.after) < cost::score(placement.after)) placement = std::move(other);
  };
  if (structure) offer(place_structure(graph, *structure, time.bytes_of_message(), locations, options));
  if (!parts.empty())
    for (mapping::Order& order : place_parts(parts, locations, options)) {
      if (options.keep_rank_0) order = choose::keep_first(graph, machine, order).order;
      offer(placement_of_parts(graph, std::move(order), locations, placement));
    }
  if (!placement.new_rank.empty() && !is_worth_it(placement)) keep_ranks(locations, placement);

  const mapping::Graph bytes = graph_of(pairs);
  placement.before = cost::edge_cut(bytes, machine, locations.original_order());
  placement.after = cost::edge_cut(bytes, machine, placement.order);
  made.before = between_nodes(pairs, machine, locations.original_order());
  made.after = between_nodes(pairs, machine, placement.order);
  if (const std::string note = growth_note(made.before, made.after, time); !note.empty())
    placement.notes.push_back(note);

  made.bounds = bounds_by(pairs, structure, [&](const Pairs& of, const std::optional<Structure>& grid) {
    return best_bound(of, grid, locations, options, placement.order, thorough);
  });
  placement.lower_bound = made.bounds.all.bytes;
  return made;
}

std::string growth_note(const NodeTraffic& before, const NodeTraffic& after, const MessageTime& time) {
  const bool more_bytes = after.bytes > before.bytes * (1 + 1e-9);
  const bool more_messages = after.messages > before.messages;
  if ((!more_bytes && !more_messages) || before.bytes == 0 || before.messages == 0) return "";
  const auto change = [](double from, double to, std::string_view fewer = "fewer") {
    return fmt::format("{:.1f} % {}", 100 * std::abs(to - from) / from, to > from ? "more" : fewer);
  };
  return fmt::format(
      "the order has {} messages and {} bytes between nodes: by {:.3g} us a message and {:.3g} GB/s ({}), that is {} "
      "time",
      change(before.messages, after.messages), change(before.bytes, after.bytes), 1e6 * time.latency,
      time.bandwidth / 1e9, time.source, change(before.seconds(time), after.seconds(time), "less"));
}

}  // namespace cartwright::record
