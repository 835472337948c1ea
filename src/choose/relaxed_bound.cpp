// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/relaxed_bound.hpp"

#include "bound/semidefinite_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cartwright::choose {

double relaxed_bound(const mapping::Graph& graph, const machine::Sizes& sizes, double known, Tier tier,
                     double budget_seconds) {
  constexpr double most_operations = 4e10;  // of Tier::balanced: two seconds
  constexpr int fewest_rounds = 150;        // fewer are worth little
  constexpr std::int64_t most_vertices = 1024;
  const std::int64_t filled = sizes.count() * sizes.largest();
  if (tier == Tier::fast || sizes.count() < 2 || sizes.largest() < 2 || filled < 4 || filled > most_vertices) return 0;
  bound::SemidefiniteOptions options{.rounds = 1000};
  const double affordable = most_operations / (15 * std::pow(static_cast<double>(filled), 3));
  if (tier == Tier::best) {
    options.rounds = 10'000;
    options.budget_seconds = budget_seconds;
  } else if (affordable < fewest_rounds) {
    return 0;
  } else {
    options.rounds = static_cast<int>(std::min<double>(options.rounds, affordable));
  }

  bound::SquareMatrix weights(filled);
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v)) {
      weights(v, target.to) += static_cast<double>(target.weight);
      weights(target.to, v) += static_cast<double>(target.weight);
    }
  std::int64_t divisor = 0;  // of every cut
  for (const double weight : weights.entries()) divisor = std::gcd(divisor, static_cast<std::int64_t>(weight));
  if (divisor == 0) return 0;
  const auto unit = static_cast<double>(divisor);
  if (known > 0) options.enough = known - unit / 2;  // rounded up, it is `known`
  return std::ceil(bound::semidefinite_bound(weights, sizes.count(), options) / unit) * unit;
}

}  // namespace cartwright::choose
