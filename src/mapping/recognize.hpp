// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <optional>

namespace cartwright::mapping {

/// A graph that is a stencil on a grid whose cells are numbered row-major.
struct Recognized {
  grid::Grid grid;
  grid::Stencil stencil;
};

/// The grid and the stencil that give exactly the edges of this graph, with their weights, or nothing. A dimension of 3
/// or more along which the graph looks the same everywhere is periodic. Offsets along it are at most half as long.
///
/// A graph may have several explanations: the columns of 50 x 48 are also a line of 2400 with steps of 48. The result
/// has the fewest offsets, then the shortest offsets (by the sum of all |delta|), then the fewest dims, then the
/// lexicographically largest dims. No dim is 1, except for a graph of one vertex.
///
/// Looks for at most 128 offsets, and for 4 dimensions, or 6 if 4 do not explain the graph. The work is bounded by a
/// multiple of the size of the graph. That is enough for all factorizations of any number of vertices into 4 dims.
std::optional<Recognized> recognize(const Graph& graph);

}  // namespace cartwright::mapping
