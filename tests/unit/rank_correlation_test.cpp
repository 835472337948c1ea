// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/rank_correlation.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

TEST(RankCorrelation, EqualValuesShareTheirRank) {
  EXPECT_EQ(report::ranks_of({10, 30, 20, 20}), (std::vector<double>{1, 4, 2.5, 2.5}));
  EXPECT_EQ(report::ranks_of({5, 5, 5}), (std::vector<double>{2, 2, 2}));
}

TEST(RankCorrelation, DependsOnlyOnTheOrder) {
  EXPECT_DOUBLE_EQ(*report::rank_correlation({1, 2, 3, 4}, {1, 10, 11, 1000}), 1);
  EXPECT_DOUBLE_EQ(*report::rank_correlation({1, 2, 3, 4}, {9, 7, 5, 3}), -1);
  // 1 - 6 * sum d^2 / (n (n^2 - 1)), with d = 0, 1, -1, 0, 0
  EXPECT_DOUBLE_EQ(*report::rank_correlation({1, 2, 3, 4, 5}, {10, 30, 20, 40, 50}), 0.9);
  EXPECT_FALSE(report::rank_correlation({1, 2, 3}, {4, 4, 4}));
}

}  // namespace
}  // namespace cartwright
