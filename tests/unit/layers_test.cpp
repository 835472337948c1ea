// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/layers.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace cartwright {
namespace {

using Lengths = std::vector<std::int64_t>;

double value_of(const Lengths& lengths, const std::vector<double>& along, const std::vector<double>& across) {
  double sum = 0;
  for (const std::int64_t l : lengths) sum += along[l];
  for (std::int64_t t = 1; !lengths.empty() && t <= lengths.front(); ++t)
    sum += across[std::ranges::count_if(lengths, [t](std::int64_t l) { return l >= t; })];
  return sum;
}

/// The best value over all ways to write `left` more as a sum of numbers no larger than the last.
double best_partition(Lengths& lengths, std::int64_t left, const std::vector<double>& along,
                      const std::vector<double>& across) {
  if (left == 0) return value_of(lengths, along, across);
  double best = -std::numeric_limits<double>::infinity();
  if (lengths.size() + 1 == across.size()) return best;
  const std::int64_t longest = lengths.empty() ? std::ssize(along) - 1 : lengths.back();
  for (std::int64_t l = 1; l <= std::min(longest, left); ++l) {
    lengths.push_back(l);
    best = std::max(best, best_partition(lengths, left - l, along, across));
    lengths.pop_back();
  }
  return best;
}

TEST(Layers, AreTheBestOfAllPartitions) {
  constexpr std::uint64_t seed = 11;
  base::Random random(seed);
  const auto values = [&](std::int64_t size) {
    std::vector<double> some(static_cast<std::size_t>(size) + 1, 0.0);
    for (std::size_t i = 1; i < some.size(); ++i) some[i] = static_cast<double>(random.below(41) - 20);
    return some;
  };
  for (int round = 0; round < 50; ++round) {
    const std::vector<double> along = values(1 + random.below(8));
    const std::vector<double> across = values(1 + random.below(8));
    constexpr std::int64_t cells = 12;
    const bound::LayerProgram program(along, across, cells);
    const std::vector<double> most = bound::max_in_layers(along, across, cells);
    for (std::int64_t m = 1; m <= cells; ++m) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << ", m " << m);
      Lengths lengths;
      const double best = best_partition(lengths, m, along, across);
      ASSERT_EQ(most[m], best);
      ASSERT_EQ(program.most(m), best);
      if (best == -std::numeric_limits<double>::infinity()) continue;
      const Lengths fibres = program.fibres(m);
      ASSERT_EQ(std::accumulate(fibres.begin(), fibres.end(), std::int64_t{0}), m);
      ASSERT_EQ(value_of(fibres, along, across), best);
    }
  }
}

}  // namespace
}  // namespace cartwright
