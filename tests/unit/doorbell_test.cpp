// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/doorbell.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace cartwright::transport {
namespace {

TEST(Doorbell, SleepsNotIfItIsThere) {
  Doorbell bell{};
  EXPECT_TRUE(bell.sleep([] { return true; }));
  EXPECT_EQ(bell.sleepers, 0U);
}

TEST(Doorbell, TellsThatNobodyRang) {
  Doorbell bell{};
  EXPECT_FALSE(bell.sleep([] { return false; }));
}

TEST(Doorbell, RingsForNobodyWithoutACall) {
  Doorbell bell{};
  bell.ring();
  EXPECT_EQ(bell.rings, 0U);
}

/// Two threads in turn. A lost ring costs a millisecond, and is counted.
TEST(Doorbell, IsHeardByASleeper) {
  constexpr int turns = 2000;
  Doorbell bells[2]{};
  std::atomic<int> turn = 0;
  std::atomic<int> lost = 0;
  const auto play = [&](int me) {
    for (int mine = me; mine < turns; mine += 2) {
      const auto there = [&] { return turn.load(std::memory_order_relaxed) == mine; };
      while (!there())
        if (!bells[me].sleep(there) && there()) ++lost;
      turn.store(mine + 1, std::memory_order_relaxed);
      bells[1 - me].ring();
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
  EXPECT_EQ(turn, turns);
  EXPECT_LE(lost, turns / 10) << "unless a thread did not run for a millisecond";
}

}  // namespace
}  // namespace cartwright::transport
