// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "machine/sizes.hpp"
#include "mapping/graph.hpp"

namespace cartwright::choose {

/// A lower bound on the cut of every division of a graph into parts of these sizes, by the semidefinite relaxation
/// (bound/semidefinite_bound.hpp). It needs no structure in the graph, and much time: half a second for 64 vertices and
/// two for 256, the most in Tier::balanced; Tier::best takes the budget and up to 1024 vertices. Returns 0 for
/// Tier::fast and for more vertices. Stops at `known`, the cut of some division. Parts that are smaller than the
/// largest one are filled with vertices without edges.
double relaxed_bound(const mapping::Graph& graph, const machine::Sizes& sizes, double known, Tier tier,
                     double budget_seconds);

}  // namespace cartwright::choose
