// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

}  // namespace cartwright::bench
