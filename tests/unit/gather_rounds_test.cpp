// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/gather_rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

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

/// Carries out the rounds: what each node holds after them, by place; -1: nothing.
std::vector<std::vector<std::int64_t>> gathered(const std::vector<GatherRound>& rounds, std::int64_t nodes) {
  std::vector<std::vector<std::int64_t>> data(nodes, std::vector<std::int64_t>(nodes, -1));
  for (std::int64_t node = 0; node < nodes; ++node) data[node][0] = node;
  for (const GatherRound& round : rounds) {
    const auto before = data;
    for (std::int64_t node = 0; node < nodes; ++node)
      for (std::int64_t away = round.held; away < round.end; away += round.held)
        for (std::int64_t block = away; block < std::min(away + round.held, round.ring); ++block)
          data[node][block] = before[round.before(node, away)][block - away];
  }
  return data;
}

/// An all-to-all by them: the node from which each block came, by place, where a node had one for each.
std::vector<std::vector<std::int64_t>> relayed(const std::vector<GatherRound>& rounds, std::int64_t nodes) {
  using Block = std::pair<std::int64_t, std::int64_t>;
  std::vector<std::vector<Block>> data(nodes, std::vector<Block>(nodes));
  for (std::int64_t from = 0; from < nodes; ++from)
    for (std::int64_t to = 0; to < nodes; ++to) data[from][distance(rounds, from, to)] = {from, to};
  for (const GatherRound& round : rounds) {
    const auto before = data;
    for (std::int64_t node = 0; node < nodes; ++node)
      for (std::int64_t away = round.held; away < round.end; away += round.held)
        for_each_relayed(nodes, round, away, [&](std::int64_t first, std::int64_t end) {
          for (std::int64_t block = first; block < end; ++block)
            data[node][block] = before[round.before(node, away)][block];
        });
  }
  std::vector<std::vector<std::int64_t>> came(nodes);
  for (std::int64_t node = 0; node < nodes; ++node)
    for (const auto& [from, to] : data[node]) {
      EXPECT_EQ(to, node);
      came[node].push_back(from);
    }
  return came;
}

TEST(GatherRounds, BringEveryBlockToItsPlaceLevelByLevel) {
  using Rings = std::vector<NodeRing>;
  for (const Rings& rings :
       {Rings{{1, 1}}, Rings{{7, 1}}, Rings{{2, 1}, {4, 1}}, Rings{{3, 1}, {6, 2}}, Rings{{4, 1}, {16, 1}},
        Rings{{5, 1}, {15, 3}}, Rings{{2, 1}, {6, 2}, {24, 3}}, Rings{{3, 1}, {9, 2}, {27, 9}}})
    for (const double overhead : {0.0, 0.2, 0.5, 1.0, 1e9}) {
      const std::int64_t nodes = rings.back().nodes;
      const std::vector<GatherRound> rounds = gather_rounds(rings, overhead);
      SCOPED_TRACE(testing::Message() << nodes << " nodes, switches of " << rings.front().nodes << ", overhead "
                                      << overhead);
      const auto data = gathered(rounds, nodes), came = relayed(rounds, nodes);
      for (std::int64_t to = 0; to < nodes; ++to)
        for (std::int64_t from = 0; from < nodes; ++from) {
          EXPECT_EQ(data[to][distance(rounds, from, to)], from);
          EXPECT_EQ(came[to][distance(rounds, from, to)], from);
        }
    }
}

TEST(GatherRounds, CrossSwitchesOnlyBetweenNodesOfOnePlace) {
  const auto crossing = [](const std::vector<GatherRound>& rounds) {
    std::int64_t messages = 0;
    for (const GatherRound& round : rounds)
      for (std::int64_t away = round.held; away < round.end; away += round.held)
        for (std::int64_t node = 0; node < 16; ++node)
          if (round.after(node, away) / 4 != node / 4) ++messages;
    return messages;
  };
  const std::vector<NodeRing> rings = {{4, 1}, {16, 1}}, slow = {{4, 1}, {16, 5}};
  EXPECT_EQ(crossing(gather_rounds(rings, 0.2)), 16 * 3);
  EXPECT_EQ(crossing(gather_rounds(16, 4)), 4 * 6 + 16 * 3);
  EXPECT_EQ(crossing(gather_rounds(16, 16)), 16 * 12);
  // One round for all takes less time if messages cost nothing to send.
  EXPECT_EQ(gather_rounds(rings, 0).size(), 1U);
  EXPECT_EQ(crossing(gather_rounds(slow, 0.1)), 16 * 3);
}

TEST(GatherRounds, DoNotOverflow) {
  constexpr std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(gather_rounds(nodes, nodes).size(), 1U);
  EXPECT_EQ(gather_rounds(nodes, 2).size(), 63U);
}

}  // namespace
}  // namespace cartwright::traffic
