// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/graph_cut.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::cost {

namespace {

LevelCut level_cut(const mapping::Graph& graph, const machine::Level& level, const mapping::Order& order) {
  const base::IndexVector<grid::Cell, std::int64_t> domain = domains_of(level.sizes, order);
  std::vector<double> per_domain(level.sizes.count(), 0.0);
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    const std::int64_t here = domain[grid::Cell(v)];
    for (const mapping::Graph::Target& target : graph.edges(v))
      if (domain[grid::Cell(target.to)] != here) per_domain[here] += static_cast<double>(target.weight);
  }
  return cut_of_domains(level, std::move(per_domain));
}

}  // namespace

std::vector<LevelCut> edge_cut(const mapping::Graph& graph, const machine::Machine& machine,
                               const mapping::Order& order) {
  std::vector<LevelCut> cuts;
  for (const machine::Level& level : machine.levels()) cuts.push_back(level_cut(graph, level, order));
  return cuts;
}

LevelCut node_cut(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order) {
  return level_cut(graph, machine.levels()[machine.node_level()], order);
}

double degree_bound(const mapping::Graph& graph, const machine::Sizes& sizes) {
  const std::size_t room = sizes.largest() - 1;
  std::int64_t bound = 0;
  std::vector<std::int64_t> weights;
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    if (graph.edges(v).size() <= room) continue;
    weights.clear();
    for (const mapping::Graph::Target& target : graph.edges(v)) weights.push_back(target.weight);
    const auto inside = weights.end() - static_cast<std::ptrdiff_t>(room);
    std::nth_element(weights.begin(), inside, weights.end());
    bound = std::accumulate(weights.begin(), inside, bound);
  }
  return static_cast<double>(bound);
}

}  // namespace cartwright::cost
