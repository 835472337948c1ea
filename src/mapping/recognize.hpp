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

/// The grid and the stencil that draw exactly the edges of this graph, with their weights; nothing when there are
/// none. A dimension of 3 or more along which the graph looks the same everywhere is periodic; offsets along it are
/// at most half of it long.
///
/// A graph can be explained in several ways: columns of 50 x 48 are also a line of 2400 with steps of 48. The one
/// with the fewest offsets is returned, of those the one with the shortest, their lengths (sum of |delta|) added up,
/// then one with the fewest dims, and then the lexicographically largest dims. No dim is 1, but for a graph of one
/// vertex.
///
/// At most 128 offsets and 4 dimensions, or 6 for graphs that 4 do not explain. The work is bounded by a multiple of
/// the size of the graph; that is enough for all factorizations of any number of vertices into 4 dims.
std::optional<Recognized> recognize(const Graph& graph);

}  // namespace cartwright::mapping
