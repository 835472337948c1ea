// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/gather_rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace cartwright::traffic {
namespace {

/// The time of all rounds with a radix, where one message takes 1.
double time_of(std::int64_t nodes, std::int64_t radix, double overhead) {
  double time = 0;
  for (const GatherRound& round : gather_rounds(nodes, radix))
    time += 1 + static_cast<double>(round.partners() - 1) * overhead;
  return time;
}

TEST(GatherRounds, BringEveryBlockOnce) {
  for (std::int64_t nodes = 1; nodes <= 40; ++nodes)
    for (std::int64_t radix = 2; radix <= nodes + 1; ++radix) {
      std::int64_t held = 1;
      for (const GatherRound& round : gather_rounds(nodes, radix)) {
        EXPECT_EQ(round.held, held);
        EXPECT_LE(round.partners(), radix - 1);
        std::int64_t partners = 0;
        for (std::int64_t away = round.held; away < round.end; away += round.held, ++partners)
          held += std::min(round.held, nodes - away);
        EXPECT_EQ(partners, round.partners());
        EXPECT_EQ(held, round.end);
      }
      EXPECT_EQ(held, nodes);
    }
}

TEST(GatherRounds, HaveTheRadixOfLeastTime) {
  for (std::int64_t nodes = 1; nodes <= 200; ++nodes)
    for (const double overhead : {0.0, 0.01, 0.2, 0.5, 1.0, 10.0}) {
      double least = std::numeric_limits<double>::infinity();
      for (std::int64_t radix = 2; radix <= std::max<std::int64_t>(nodes, 2); ++radix)
        least = std::min(least, time_of(nodes, radix, overhead));
      EXPECT_NEAR(time_of(nodes, gather_radix(nodes, overhead), overhead), least, 1e-9) << nodes << ", " << overhead;
    }
  EXPECT_EQ(gather_radix(8, 0.2), 8);
  EXPECT_EQ(gather_radix(1000, 0), 1000);
  EXPECT_EQ(gather_radix(1000, 100), 2);
}

TEST(GatherRounds, DoNotOverflow) {
  constexpr std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(gather_rounds(nodes, nodes).size(), 1U);
  EXPECT_EQ(gather_rounds(nodes, 2).size(), 63U);
}

}  // namespace
}  // namespace cartwright::traffic
