// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "lib/program.hpp"
#include "mapping/cell_graph.hpp"
#include "mapping/refine.hpp"

// scotch.h uses FILE without including <cstdio>.
#include <scotch/scotch.h>
#include <cstdio>

namespace cartwright::bench {

/// Scotch's partition as from `gpart -cqb`: quality and balance before speed. Its sizes may be off by a few vertices,
/// which makes its task easier than ours.
inline mapping::Labels scotch_partition(const mapping::CellGraph& graph, int parts) {
  std::vector<SCOTCH_Num> starts{0}, neighbors, weights;
  for (const mapping::Vertex v : graph.vertices()) {
    for (const auto& edge : graph.edges(v)) {
      neighbors.push_back(edge.to.number());
      weights.push_back(static_cast<SCOTCH_Num>(edge.weight));
    }
    starts.push_back(static_cast<SCOTCH_Num>(neighbors.size()));
  }
  SCOTCH_Graph scotch;
  SCOTCH_Strat strategy;
  SCOTCH_graphInit(&scotch);
  SCOTCH_stratInit(&strategy);
  SCOTCH_randomReset();
  SCOTCH_graphBuild(&scotch, 0, graph.size(), starts.data(), nullptr, nullptr, nullptr,
                    static_cast<SCOTCH_Num>(neighbors.size()), neighbors.data(), weights.data());
  SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE, parts, 0.01);
  std::vector<SCOTCH_Num> part_of(graph.size());
  SCOTCH_graphPart(&scotch, parts, &strategy, part_of.data());
  SCOTCH_stratExit(&strategy);
  SCOTCH_graphExit(&scotch);
  mapping::Labels labels;
  for (const SCOTCH_Num part : part_of) labels.push_back(mapping::Part(part));
  return labels;
}

/// J_sum and J_max of a division of the grid whose sizes may differ from those of the nodes (Scotch's).
inline cost::LevelCut cut_of_labels(const mapping::Problem& problem, const mapping::Labels& labels) {
  const grid::Grid& grid = problem.grid();
  cost::LevelCut cut{"node", 0, 0, std::vector<double>(problem.machine().node_sizes().count(), 0.0)};
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : problem.stencil().offsets()) {
      const grid::Cell there = grid.neighbor(grid.coords(cell), offset.delta);
      const mapping::Part here = labels[mapping::Vertex(cell.number())];
      if (there != grid::no_cell && labels[mapping::Vertex(there.number())] != here)
        cut.per_domain[here.index()] += offset.weight;
    }
  for (const double edges : cut.per_domain) {
    cut.j_sum += edges;
    cut.j_max = std::max(cut.j_max, edges);
  }
  return cut;
}

/// A problem to measure, with its name in tables.
struct Instance {
  std::string name;
  mapping::Problem problem;
};

/// The three stencils of [Hunold2020, II].
struct NamedStencil {
  const char* name;
  grid::Stencil (*make)(std::size_t ndims);
};
inline constexpr NamedStencil stencils[] = {
    {"nn", grid::Stencil::nearest_neighbor}, {"hops", grid::Stencil::hops}, {"component", grid::Stencil::component}};

inline constexpr choose::Tier tiers[] = {choose::Tier::fast, choose::Tier::balanced, choose::Tier::best};

inline mapping::Problem on_equal_nodes(grid::Grid grid, grid::Stencil stencil, std::int64_t nodes, std::int64_t size) {
  return {std::move(grid), std::move(stencil), machine::Machine::nodes(machine::Sizes::equal(nodes, size))};
}

}  // namespace cartwright::bench
