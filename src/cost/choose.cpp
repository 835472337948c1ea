// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/choose.hpp"

#include "base/error.hpp"

namespace cartwright {

Tier parse_tier(std::string_view name) {
  for (const Tier tier : {Tier::fast, Tier::balanced, Tier::best})
    if (name == to_string(tier)) return tier;
  fail(Status::invalid_argument, "unknown tier '{}': use fast, balanced or best", name);
}

std::string_view to_string(Tier tier) {
  switch (tier) {
    case Tier::fast: return "fast";
    case Tier::balanced: return "balanced";
    case Tier::best: return "best";
  }
  return "unknown";
}

Choice choose(const Problem& problem, Tier, const MapOptions& options) {
  return {"blocked", run_algorithm(find_algorithm("blocked"), problem, options)};
}

}  // namespace cartwright
