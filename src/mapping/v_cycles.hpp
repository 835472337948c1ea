// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// Options of V-cycles. The result depends only on these and on the input, unless `budget_seconds` ends it before all
/// `cycles` are done.
struct CycleOptions {
  std::uint64_t seed = 0;
  int cycles = 8;
  double moves_per_vertex = 200;  ///< moves tried at every level of a cycle, for each of its vertices
  double budget_seconds = 0;      ///< stop after this time; 0 means no limit
  double bound = 0;               ///< stop when the cut is at most this
  std::function<void(double)> progress = {};
};

/// Lowers the cut by V-cycles, and keeps the sizes of the parts. A cycle contracts heavy edges inside the parts, level
/// by level, until a part has a few vertices. From the coarsest level to the finest, it then moves vertices to
/// neighboring parts by simulated annealing, with a price on deviations from the sizes. Last, the sizes are repaired.
/// A cycle that does not raise the cut gives the start of the next one. Cycles differ in temperature, in price and in
/// the weight up to which vertices are contracted. Never returns a larger cut than that of the given labels.
Labels v_cycles(const CellGraph& graph, Labels labels, const machine::Sizes& sizes, const CycleOptions& options);

}  // namespace cartwright::mapping
