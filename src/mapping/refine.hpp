// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/cell_graph.hpp"

#include <functional>

namespace cartwright::mapping {

/// Options of refinement. The result depends only on these and on the input, unless `budget_seconds` ends it before all
/// `rounds` are done.
struct RefineOptions {
  std::uint64_t seed = 0;
  std::int64_t moves = 1'000'000;  ///< moves tried in the first round; every cycle of rounds doubles it
  int rounds = 4;
  double hot = 0;             ///< temperature at which each round starts, in mean edge weights; 0: several in turn
  double cold = 0.12;         ///< the one at which it ends: at 0.12, few accepted moves raise the cut
  double budget_seconds = 0;  ///< stop after this time; 0 means no limit
  double bound = 0;           ///< stop when the cut is at most this
  std::function<void(double)> progress = {};
};

/// One of the parts into which vertices are divided.
using Part = base::Id<struct PartKind>;

/// A division of the vertices: the part of every vertex.
using Labels = base::IndexVector<Vertex, Part>;

/// Weight of the edges between different parts.
double cut_of(const CellGraph& graph, const Labels& labels);

/// Lowers the cut by simulated annealing, without changing part sizes. Each round starts from the best labels so far.
/// Two kinds of rounds alternate:
///  - swaps: a vertex and a vertex of a neighboring part exchange their parts;
///  - drifts: single vertices move, and part sizes may deviate at a price. Only states with the right sizes count.
///    Drifts find rotations over many parts, which swaps cannot.
/// Never returns a larger cut than that of the given labels. At the end it evens out the weight that the parts send
/// (J_max), without changing the cut.
Labels refine(const CellGraph& graph, Labels labels, std::int32_t parts, const RefineOptions& options);

}  // namespace cartwright::mapping
