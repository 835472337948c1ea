// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "../../bench/neighbor_alltoall/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cartwright::bench {
namespace {

TEST(BenchStatistics, OutliersAreBeyondOneAndAHalfInterQuartileRanges) {
  // Quartiles 3 and 7: what lies from -3 to 13 is kept.
  EXPECT_EQ(without_outliers({13, 1, 3, 4, 5, 6, 7, 8, -3}), (std::vector<double>{13, 1, 3, 4, 5, 6, 7, 8, -3}));
  EXPECT_EQ(without_outliers({13.1, 1, 3, 4, 5, 6, 7, 8, -3}), (std::vector<double>{1, 3, 4, 5, 6, 7, 8, -3}));
  EXPECT_EQ(without_outliers({7}), std::vector<double>{7});
  EXPECT_EQ(without_outliers({2, 2, 2, 2, 9}), (std::vector<double>{2, 2, 2, 2}));
}

TEST(BenchStatistics, TheMedianAndItsIntervalAreThoseOfWhatIsKept) {
  const PackTiming timing = timing_of({5, 1, 4, 2, 3, 100});
  EXPECT_EQ(timing.median, 3);
  // Quartiles of 1 ... 5: 2 and 4.
  EXPECT_DOUBLE_EQ(timing.high - timing.median, 1.57 * 2 / std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(timing.median - timing.low, 1.57 * 2 / std::sqrt(5.0));
  EXPECT_EQ(timing.samples, 6u);
  EXPECT_EQ(timing.outliers, 1u);
}

TEST(BenchStatistics, OneSampleIsItsOwnInterval) {
  const PackTiming timing = timing_of({0.25});
  EXPECT_EQ(timing.median, 0.25);
  EXPECT_EQ(timing.low, 0.25);
  EXPECT_EQ(timing.high, 0.25);
}

}  // namespace
}  // namespace cartwright::bench
