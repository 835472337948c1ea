// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/gather_rounds.hpp"

#include <cmath>
#include <limits>

namespace cartwright::traffic {

std::vector<GatherRound> gather_rounds(std::int64_t nodes, std::int64_t radix) {
  std::vector<GatherRound> rounds;
  for (std::int64_t held = 1; held < nodes; held = rounds.back().end)
    rounds.push_back({held, held > nodes / radix ? nodes : held * radix});
  return rounds;
}

std::int64_t gather_radix(std::int64_t nodes, double overhead) {
  std::int64_t best = 2, radix = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int rounds = 1; radix != 2; ++rounds) {
    // The smallest one that needs no more rounds. A root that is an integer may be computed as slightly more.
    constexpr double rounding = 1e-9;
    const double root = std::pow(static_cast<double>(nodes), 1.0 / rounds);
    radix = std::max<std::int64_t>(2, std::llround(std::ceil(root - rounding)));
    double time = 0;
    for (const GatherRound& round : gather_rounds(nodes, radix))
      time += 1 + static_cast<double>(round.partners() - 1) * overhead;
    if (time < least) best = radix;
    least = std::min(least, time);
  }
  return best;
}

}  // namespace cartwright::traffic
