// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/join_trial.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace cartwright::preload {
namespace {

/// Counts collectives, which take so long. Returns which were joined.
std::vector<bool> run(JoinTrial& trial, int collectives, const std::function<std::int64_t(int, bool)>& time) {
  std::vector<bool> joined;
  for (int i = 0; i < collectives; ++i) {
    joined.push_back(trial.joins());
    if (trial.count(time(i, trial.joins()))) trial.decide();
  }
  return joined;
}

constexpr int tried = JoinTrial::batch * JoinTrial::batches;

TEST(JoinTrial, LeavesTheFirstCollectivesAlone) {
  JoinTrial trial;
  for (const bool joined : run(trial, JoinTrial::first, [](int, bool) { return 1; })) EXPECT_FALSE(joined);
}

TEST(JoinTrial, TriesBothWaysInPairs) {
  JoinTrial trial;
  const std::vector<bool> joined = run(trial, JoinTrial::first + tried, [](int, bool) { return 1; });
  for (int pair = 0; pair < JoinTrial::batches / 2; ++pair) {
    int of_pair = 0;
    for (int i = 0; i < 2 * JoinTrial::batch; ++i)
      of_pair += joined[JoinTrial::first + 2 * JoinTrial::batch * pair + i] ? 1 : 0;
    EXPECT_EQ(of_pair, JoinTrial::batch);
  }
  EXPECT_FALSE(trial.joins()) << "neither was faster";
}

TEST(JoinTrial, JoinsWhereThatIsFasterUntilItIsNot) {
  JoinTrial trial;
  const auto change = JoinTrial::first + JoinTrial::period;
  const auto time = [](int i, bool joined) { return (i < change) == joined ? 10 : 20; };
  const std::vector<bool> joined = run(trial, change + tried + 10, time);
  for (int i = JoinTrial::first + tried; i < change; ++i) EXPECT_TRUE(joined[i]) << i;
  for (int i = change + tried; i < change + tried + 10; ++i) EXPECT_FALSE(joined[i]) << i;
}

TEST(JoinTrial, ADisturbedBatchDecidesNothing) {
  JoinTrial trial;
  run(trial, JoinTrial::first + tried, [](int i, bool joined) {
    if (i == JoinTrial::first + JoinTrial::batch) return 1000000;  // the first that is joined
    return joined ? 10 : 11;
  });
  EXPECT_TRUE(trial.joins());
}

/// A program whose collectives take 1, 2, 4, 8, ... in turn.
TEST(JoinTrial, ARhythmOfTheProgramDecidesNothing) {
  for (const int rhythm : {2, 4, 8, 16, 32}) {
    JoinTrial trial;
    run(trial, JoinTrial::first + tried, [=](int i, bool joined) { return 100 * (i % rhythm) + (joined ? 1 : 0); });
    EXPECT_FALSE(trial.joins()) << rhythm;
  }
}

}  // namespace
}  // namespace cartwright::preload
