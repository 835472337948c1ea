// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "mapping/graph.hpp"

namespace cartwright::choose {

/// An order of the vertices of any graph: the cell choice.mapping.order[slot] is the vertex of that number.
/// The graph is partitioned into parts of exactly the sizes of the domains of the outermost level, by Scotch or,
/// without it, by Cartwright (a note says so), and refined by V-cycles. Then each part is divided among the domains
/// inside it. Compared with vertex i in slot i, J_sum at the node level is never larger, and the scores (J_sum, J_max)
/// of the levels, outermost first, are never worse. With `keep_vertex_0`, slot 0 has vertex 0, and a note gives the
/// cost, if any. Deterministic for a given seed in the tiers fast and balanced, and in `best` if the bound is reached
/// before the budget ends. Throws Error: graph and machine of different sizes.
Choice partition(const mapping::Graph& graph, const machine::Machine& machine, Tier tier,
                 const mapping::MapOptions& options = {}, bool keep_vertex_0 = false);

}  // namespace cartwright::choose
