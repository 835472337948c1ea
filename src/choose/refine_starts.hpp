// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "mapping/refine.hpp"

#include <chrono>

namespace cartwright::choose {

/// A division of a graph as a start for refinement, and its cut.
struct Start {
  std::string name;
  mapping::Labels labels;
  double cut;
};

/// The best result of refining one or more starts. Tier::best tries several, and spends the rest of
/// `options.budget_seconds`, counted from `begin`, on the most promising one. The other tiers refine the best start
/// with the given effort.
Start refine_starts(const mapping::CellGraph& graph, std::vector<Start> starts, std::int32_t parts,
                    mapping::RefineOptions effort, Tier tier, const mapping::MapOptions& options,
                    std::chrono::steady_clock::time_point begin);

/// The name of a start after its refinement.
std::string refined_name(const Start& start);

}  // namespace cartwright::choose
