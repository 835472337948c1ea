// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/cell_graph.hpp"

#include <functional>

namespace cartwright::mapping {

/// How long and from where refinement works. The result is a function of these and of the input,
/// unless `budget_seconds` ends it before `rounds` do.
struct RefineOptions {
  std::uint64_t seed = 0;
  std::int64_t moves = 1'000'000;  ///< moves tried in the first round; every cycle of rounds doubles it
  int rounds = 4;
  double budget_seconds = 0;  ///< stop after this time; 0 means no limit
  double bound = 0;           ///< stop when the cut is down to this
  std::function<void(double)> progress = {};
};

/// A division of the vertices into parts: the part of every vertex.
using Labels = std::vector<std::int32_t>;

/// Weight of the edges between different parts.
double cut_of(const CellGraph& graph, const Labels& labels);

/// Lowers the cut, part sizes kept, by simulated annealing in rounds that each start from the best
/// labels so far. Two kinds of rounds take turns at several temperatures:
///  - swaps: a vertex and one of a neighboring part change places;
///  - drifts: single vertices move and part sizes may stray, at a price; only states whose sizes are
///    right count. They find the rotations over many parts that swaps cannot.
/// Never returns a larger cut than it was given. At last, at equal cut, evens out what the parts send
/// (J_max).
Labels refine(const CellGraph& graph, Labels labels, std::int32_t parts, const RefineOptions& options);

}  // namespace cartwright::mapping
