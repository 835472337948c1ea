// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/counter.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace cartwright::transport {
namespace {

TEST(Counter, SleepsNotIfItIsThere) {
  Counter bell{};
  EXPECT_TRUE(bell.sleep_unless([] { return true; }));
  EXPECT_EQ(bell.sleepers, 0U);
}

TEST(Counter, TellsThatNobodyRang) {
  Counter bell{};
  EXPECT_FALSE(bell.sleep_unless([] { return false; }));
}

TEST(Counter, RingsForNobodyWithoutACall) {
  Counter bell{};
  bell.ring();
  EXPECT_EQ(bell.count, 0U);
}

/// Two threads in turn. A lost ring costs a millisecond, and is counted.
TEST(Counter, IsHeardByASleeper) {
  constexpr int turns = 2000;
  Counter bells[2]{};
  std::atomic<int> turn = 0;
  std::atomic<int> lost = 0;
  const auto play = [&](int me) {
    for (int mine = me; mine < turns; mine += 2) {
      const auto there = [&] { return turn.load(std::memory_order_relaxed) == mine; };
      while (!there())
        if (!bells[me].sleep_unless(there) && there()) ++lost;
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

/// A crowd of random size waits for one that counts at random times. Nobody misses the last number.
TEST(Counter, WakesACrowd) {
  const auto seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int round = 0; round < 20; ++round) {
    const int size = static_cast<int>(1 + random.below(8));
    const auto last = static_cast<std::uint64_t>(1 + random.below(200));
    Counter counter{};
    std::atomic<int> arrived = 0;
    std::vector<std::jthread> crowd;
    for (int i = 0; i < size; ++i)
      crowd.emplace_back([&] {
        for (std::uint64_t seen = counter.get(); seen < last; seen = counter.get()) counter.sleep(seen);
        ++arrived;
      });
    for (std::uint64_t number = 1; number <= last; ++number) {
      if (random.below(10) == 0) std::this_thread::sleep_for(std::chrono::microseconds(random.below(300)));
      counter.set(number);
    }
    crowd.clear();
    EXPECT_EQ(arrived, size);
    EXPECT_EQ(counter.sleepers, 0U);
  }
}

}  // namespace
}  // namespace cartwright::transport
