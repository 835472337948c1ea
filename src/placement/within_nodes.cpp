// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/within_nodes.hpp"

#include "base/error.hpp"
#include "choose/place_graph.hpp"

#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace cartwright::placement {

namespace {

/// The traffic between the ranks of one node, by their indices in `ranks`. Weights are rounded, because they are only
/// compared.
std::vector<mapping::GraphEdge> edges_between(const grid::Grid& grid, const grid::Stencil& stencil,
                                              std::span<const grid::Cell> ranks) {
  std::unordered_map<grid::Cell, std::int32_t> index;
  for (const grid::Cell rank : ranks) index.emplace(rank, static_cast<std::int32_t>(index.size()));
  double largest = 0;
  for (const grid::Offset& offset : stencil.offsets()) largest = std::max(largest, offset.weight);
  std::vector<mapping::GraphEdge> edges;
  for (std::size_t from = 0; from < ranks.size() && largest > 0; ++from)
    for (const grid::Offset& offset : stencil.offsets())
      if (const auto to = index.find(grid.neighbor(grid.coords(ranks[from]), offset.delta)); to != index.end())
        edges.push_back({static_cast<std::int32_t>(from), to->second, std::llround(1e6 * offset.weight / largest)});
  return edges;
}

}  // namespace

void order_within_nodes(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Machine& machine,
                        mapping::Order& order) {
  const machine::Sizes& nodes = machine.node_sizes();
  const machine::Sizes& sockets = machine.levels().back().sizes;
  // Most nodes hold blocks of the same shape, with the same traffic between their ranks.
  std::map<std::vector<std::array<std::int64_t, 3>>, std::vector<int>> known;
  for (std::int64_t node = 0; node < nodes.count(); ++node) {
    const std::int64_t first = nodes.start(node);
    const std::vector<grid::Cell> ranks(order.begin() + first, order.begin() + nodes.start(node + 1));
    const std::vector<mapping::GraphEdge> edges = edges_between(grid, stencil, ranks);
    std::vector<std::array<std::int64_t, 3>> shape = {{nodes[node], 0, 0}};
    for (const mapping::GraphEdge& edge : edges) shape.push_back({edge.from, edge.to, edge.weight});
    const auto [entry, fresh] = known.try_emplace(std::move(shape));
    if (fresh) {
      choose::RankLevel level{"socket", {}};
      for (std::int64_t slot = first; slot < nodes.start(node + 1); ++slot)
        level.domain_of_rank.push_back(static_cast<int>(sockets.part_of(slot) - sockets.part_of(first)));
      entry->second = choose::place(mapping::Graph(nodes[node], edges), choose::RankLocations({level}), {})
                          .placement.new_rank.items();
    }
    for (std::size_t slot = 0; slot < entry->second.size(); ++slot)
      order[machine::Slot(first + static_cast<std::int64_t>(slot))] = ranks[entry->second[slot]];
  }
}

}  // namespace cartwright::placement
