// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "mapping/recognize.hpp"

namespace cartwright::choose {

/// Where the processes of a graph communicator should be: RankPlacement::new_rank[r] is the vertex that the process of
/// rank r becomes.
struct GraphPlacement {
  RankPlacement placement;
  std::optional<mapping::Recognized> recognized;  ///< the stencil that the graph is, if it is one
};

/// Places processes that stand somewhere on a graph of as many vertices: as a stencil where it is one whose offsets do
/// not reach far across the grid (further than 3 and an eighth of the dim), by partitioning otherwise. No more weight
/// crosses the outermost level than as they stand, and of equal weights no more crosses the next, ... An algorithm that
/// the options name is for stencils; other graphs are partitioned all the same, and a note says so. Deterministic, but
/// for Tier::best. Throws Error: a graph of another size, an unknown algorithm.
GraphPlacement place(const mapping::Graph& graph, const Standing& standing, const PlaceOptions& options);

}  // namespace cartwright::choose
