// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/choose.hpp"
#include "mapping/recognise.hpp"

namespace cartwright {

/// What was chosen for a graph: choice.mapping.order[slot] is the vertex that the process in that slot takes.
struct GraphChoice {
  Choice choice;
  std::optional<Recognised> recognised;  ///< the stencil that the graph is, if it is one
  double lower_bound = 0;                ///< no order has a smaller J_sum at the node level; 0 when none is known
};

/// Places the vertices of a graph so that little weight crosses the outermost level of the machine, then the levels
/// inside. A graph that is a stencil is mapped as one; any other is partitioned (by Scotch, or by Cartwright itself
/// where there is none: the notes say which) into parts of exactly the sizes of the domains, and refined.
/// Never more J_sum at the node level than with vertex i in slot i. Deterministic for a given seed in the tiers fast
/// and balanced, and in `best` whenever the bound is met before the budget ends.
/// Throws Error: graph and machine of different sizes.
GraphChoice choose(const Graph& graph, const Machine& machine, Tier tier, const MapOptions& options = {});

}  // namespace cartwright
