// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/way_trial.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace cartwright::preload {
namespace {

/// Counts collectives, which take so long. Returns which went the other way.
std::vector<bool> run(WayTrial& trial, int collectives, const std::function<std::int64_t(int, bool)>& time) {
  std::vector<bool> other;
  for (int i = 0; i < collectives; ++i) {
    other.push_back(trial.other());
    if (trial.count(time(i, trial.other()))) trial.decide();
  }
  return other;
}

constexpr int first = 64;
constexpr int tried = WayTrial::length;

TEST(WayTrial, LeavesTheFirstCollectivesAlone) {
  WayTrial trial(first);
  for (const bool other : run(trial, first, [](int, bool) { return 1; })) EXPECT_FALSE(other);
}

TEST(WayTrial, TriesBothWaysInPairs) {
  WayTrial trial(first);
  const std::vector<bool> other = run(trial, first + tried, [](int, bool) { return 1; });
  for (int pair = 0; pair < WayTrial::batches / 2; ++pair) {
    int of_pair = 0;
    for (int i = 0; i < 2 * WayTrial::batch; ++i) of_pair += other[first + 2 * WayTrial::batch * pair + i] ? 1 : 0;
    EXPECT_EQ(of_pair, WayTrial::batch);
  }
  EXPECT_FALSE(trial.other()) << "neither was faster";
}

TEST(WayTrial, TakesTheOtherWayUntilItIsSlower) {
  WayTrial trial(first);
  const auto change = first + WayTrial::period;
  const auto time = [](int i, bool other) { return (i < change) == other ? 10 : 20; };
  const std::vector<bool> other = run(trial, change + tried + 10, time);
  for (int i = first + tried; i < change; ++i) EXPECT_TRUE(other[i]) << i;
  for (int i = change + tried; i < change + tried + 10; ++i) EXPECT_FALSE(other[i]) << i;
}

TEST(WayTrial, LooksMoreAndMoreRarelyAndNotInATrial) {
  WayTrial trial(first);
  trial.look_after(first / 2);
  std::vector<int> looks;
  for (int i = 0; i < 1200; ++i) {
    if (trial.looks()) {
      EXPECT_FALSE(trial.usual());
      looks.push_back(i);
      trial.looked();
    }
    if (trial.count(1)) trial.decide();
  }
  EXPECT_EQ(looks, std::vector({first / 2, first + tried, 2 * (first + tried), 512, 768, 1024}));
}

TEST(WayTrial, ADisturbedBatchDecidesNothing) {
  for (const WayTrial::Shape shape : {WayTrial::medium, WayTrial::of_short, WayTrial::of_long}) {
    WayTrial trial(first, 1, false, shape);
    run(trial, first + shape.length(), [&](int i, bool other) {
      if (i == first + 2 * shape.each - 1) return 1000000;  // the last of the first batch that goes the other way
      return other ? 100 : 110;
    });
    EXPECT_TRUE(trial.other());
  }
}

TEST(WayTrial, TheFirstQuarterOfABatchDecidesNothing) {
  for (const WayTrial::Shape shape : {WayTrial::medium, WayTrial::of_short, WayTrial::of_long}) {
    WayTrial trial(first, 1, false, shape);
    run(trial, first + shape.length(), [&](int i, bool other) {
      if (i >= first && (i - first) % shape.each < shape.each / 4) return other ? 10000 : 1;
      return other ? 90 : 100;
    });
    EXPECT_TRUE(trial.other());
  }
}

/// A program whose collectives take 1, 2, 3, ... in turn.
TEST(WayTrial, ARhythmOfTheProgramDecidesNothing) {
  for (const int rhythm : {2, 4, 8, 16, 32}) {
    WayTrial trial(first);
    run(trial, first + tried, [=](int i, bool other) { return 100 * (i % rhythm + 1) + (other ? 1 : 0); });
    EXPECT_FALSE(trial.other()) << rhythm;
    WayTrial faster(first);
    run(faster, first + tried, [=](int i, bool other) { return (other ? 95 : 100) * (i % rhythm + 1); });
    EXPECT_TRUE(faster.other()) << rhythm;
  }
}

}  // namespace
}  // namespace cartwright::preload
