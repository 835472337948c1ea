// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "mapping/recognize.hpp"

namespace cartwright::choose {

/// New ranks for a graph communicator: RankPlacement::new_rank[r] is the vertex of the process of rank r.
struct GraphPlacement {
  RankPlacement placement;
  std::optional<mapping::Recognized> recognized;  ///< the grid and stencil, if the graph is a stencil
};

/// Places running processes on a graph of as many vertices. A graph that is a stencil with short offsets (at most 3, or
/// an eighth of the dim) is mapped as a stencil, any other graph is partitioned. The outermost level has no more weight
/// than in the original rank order; if equal, the next level has no more, ... If the options name an algorithm, it is
/// used for stencils; other graphs are partitioned all the same, and a note says so. Deterministic, except for
/// Tier::best. Throws Error: a graph of another size, an unknown algorithm.
GraphPlacement place(const mapping::Graph& graph, const RankLocations& locations, const PlaceOptions& options);

}  // namespace cartwright::choose
