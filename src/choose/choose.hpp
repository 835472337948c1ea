// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright::choose {

/// How much work `auto` may put into a mapping.
enum class Tier {
  fast,      ///< only orders that each process can evaluate alone
  balanced,  ///< all constructions and some refinement: a fraction of a second up to thousands of processes
  best,      ///< refinement until the budget is spent or the lower bound is reached
};

Tier parse_tier(std::string_view name);
std::string_view to_string(Tier tier);

/// The choice of `auto`.
struct Choice {
  std::string algorithm;     ///< name of the algorithm whose order this is (before refinement)
  mapping::Mapping mapping;  ///< a note says if nothing beat blocked
};

/// The best order that the tier finds, by J_sum, then J_max at the node level. Never worse than blocked. Deterministic
/// for a given seed in the tiers fast and balanced, and in `best` if the bound is reached before the budget ends.
Choice choose(const mapping::Problem& problem, Tier tier, const mapping::MapOptions& options = {});

}  // namespace cartwright::choose
