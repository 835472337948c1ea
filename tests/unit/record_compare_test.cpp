// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/compare.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace cartwright {
namespace {

record::Pairs pairs(std::int64_t ranks, std::vector<record::Pair> list) {
  record::Pairs made;
  made.ranks = ranks;
  made.pairs = std::move(list);
  return made;
}

TEST(Difference, IsNoneForTheSameTrafficMoreOften) {
  const record::Pairs once = pairs(3, {{.from = 0, .to = 1, .bytes = 30}, {.from = 1, .to = 2, .bytes = 10}});
  const record::Pairs often = pairs(3, {{.from = 0, .to = 1, .bytes = 300}, {.from = 1, .to = 2, .bytes = 100}});
  EXPECT_DOUBLE_EQ(record::difference(once, often), 0);
  EXPECT_DOUBLE_EQ(record::difference(pairs(3, {}), pairs(3, {})), 0);
}

TEST(Difference, IsOneIfNoPairIsTheSame) {
  const record::Pairs there = pairs(2, {{.from = 0, .to = 1, .bytes = 1}});
  const record::Pairs back = pairs(2, {{.from = 1, .to = 0, .bytes = 1}});
  EXPECT_DOUBLE_EQ(record::difference(there, back), 1);
  EXPECT_DOUBLE_EQ(record::difference(there, pairs(2, {})), 1);
  EXPECT_THROW(record::difference(there, pairs(3, {})), base::Error);
}

TEST(Difference, EqualsTheSumOverAMatrix) {
  base::Random random(7);
  for (int round = 0; round < 50; ++round) {
    const std::int64_t ranks = 2 + random.below(5);
    std::map<std::pair<std::int64_t, std::int64_t>, double> matrix[2];
    double sums[2] = {0, 0};
    record::Pairs lists[2];
    for (int which = 0; which < 2; ++which) {
      lists[which].ranks = ranks;
      for (std::int64_t from = 0; from < ranks; ++from)
        for (std::int64_t to = 0; to < ranks; ++to)
          if (from != to && (random.below(3) > 0 || (from == 0 && to == 1))) {
            const auto bytes = static_cast<double>(1 + random.below(100));
            matrix[which][{from, to}] = bytes;
            sums[which] += bytes;
            lists[which].pairs.push_back({.from = from, .to = to, .bytes = bytes});
          }
    }
    double expected = 0;
    for (std::int64_t from = 0; from < ranks; ++from)
      for (std::int64_t to = 0; to < ranks; ++to)
        expected += std::abs(matrix[0][{from, to}] / sums[0] - matrix[1][{from, to}] / sums[1]) / 2;
    EXPECT_NEAR(record::difference(lists[0], lists[1]), expected, 1e-12) << "round " << round;
  }
}

TEST(BetweenNodes, CountsEachWayByItself) {
  record::Record made;
  made.header.ranks = 4;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    one.flows.push_back({rank, (rank + 1) % 4, record::Way::messages, 1, 10 + rank});
    one.flows.push_back({rank, (rank + 2) % 4, record::Way::one_sided, 1, 100});
    made.ranks.push_back(one);
  }
  made.ranks[0].groups.push_back({5, {{0, 1, 4}}});
  for (record::RankRecord& one : made.ranks) one.collectives.push_back({5, "alltoall", -1, 1, 40});
  const record::BetweenNodes between = record::between_nodes(made, {0, 0, 1, 1});
  EXPECT_EQ(between.recorded, (std::array<std::int64_t, record::way_names.size()>{11 + 13, 0, 400, 0, 0}));
  EXPECT_DOUBLE_EQ(between.modeled, 4 * 2 * 10);
  // Counted: each process sends three messages of 10 bytes, as a program by itself would count them.
  for (record::RankRecord& one : made.ranks) {
    one.counted = true;
    for (std::int64_t step = 1; step < 4; ++step)
      one.flows.push_back({one.rank, (one.rank + step) % 4, record::Way::collectives, 1, 10});
  }
  const record::BetweenNodes counted = record::between_nodes(made, {0, 0, 1, 1});
  EXPECT_EQ(counted.recorded, (std::array<std::int64_t, record::way_names.size()>{11 + 13, 0, 400, 0, 4 * 2 * 10}));
  EXPECT_DOUBLE_EQ(counted.modeled, 0);
}

}  // namespace
}  // namespace cartwright
