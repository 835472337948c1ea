// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/graph.hpp"

#include <optional>
#include <vector>

namespace cartwright::cost {

/// A division of a small graph into parts that no other one beats.
struct LeastCut {
  double cut = 0;                     ///< the least of any division
  std::vector<std::int32_t> part_of;  ///< of each vertex; empty if no division is better than the known one
};

/// Searches all divisions of a graph into parts of these sizes for one with a smaller cut than `known`, the cut of some
/// division. Leaves out those whose beginning already costs as much. Returns nothing if that takes more than `steps`
/// looks at a vertex, about 0.1 us each, or if the graph has more than 64 vertices.
std::optional<LeastCut> least_cut(const mapping::Graph& graph, const machine::Sizes& sizes, double known,
                                  std::int64_t steps);

}  // namespace cartwright::cost
