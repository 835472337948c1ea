// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "mapping/graph.hpp"

namespace cartwright::choose {

/// An order of the vertices of any graph: choice.mapping.order[slot] is the vertex that the process in that slot takes.
/// The graph is partitioned (by Scotch, or by Cartwright itself where there is none, which the notes say) into parts of
/// exactly the sizes of the domains of the outermost level, and refined; then each part among the domains inside it.
/// At the node level J_sum is never more than with vertex i in slot i, and then (J_sum, J_max) of no level, outermost
/// first, is worse. Deterministic for a given seed in the tiers fast and balanced, and in `best` whenever the bound is
/// met before the budget ends. Throws Error: graph and machine of different sizes.
Choice partition(const mapping::Graph& graph, const machine::Machine& machine, Tier tier, const mapping::MapOptions& options = {});

}  // namespace cartwright::choose
