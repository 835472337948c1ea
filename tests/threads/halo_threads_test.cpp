// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Threads in the place of processes: they exchange a ring of ghost points by flags, passes and streams, with random
// delays. The values of every step are checked.
#include "base/random.hpp"
#include "halo/engine/pass.hpp"
#include "transport/epoch_flags.hpp"
#include "transport/waiting.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>

namespace {

using namespace cartwright;
using namespace cartwright::halo::engine;
using transport::EpochFlags;

constexpr std::int64_t points = 5;
constexpr std::int64_t width = 2;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// What a process of the ring has. Both neighbors may be the same.
struct Member {
  std::vector<double> array = std::vector<double>(points + 2 * width);
  std::vector<std::byte> memory;
  std::optional<EpochFlags> flags;
  std::vector<std::byte> streams[2];
  std::unique_ptr<Moves> moves = std::make_unique<Moves>();
  std::unique_ptr<Pass> pass;
  std::vector<Peer> peers;           ///< the neighbor before, and the one after
  std::vector<std::size_t> readers;  ///< the number of this one among the readers of each peer
};

class Ring {
 public:
  Ring(std::size_t members, std::int64_t shortest_read) : members_(members) {
    Field field;
    field.sizes = {points};
    field.strides = {sizeof(double)};
    field.low = field.high = {width};
    for (Member& member : members_) {
      member.memory.assign(EpochFlags::bytes(2) + 128, std::byte{0});
      const auto address = reinterpret_cast<std::uintptr_t>(member.memory.data());
      member.flags.emplace(member.memory.data() + (128 - address % 128) % 128);
      for (auto& stream : member.streams) stream.resize(2 * 2 * width * sizeof(double));
    }
    for (std::size_t i = 0; i < members; ++i) {
      Member& member = members_[i];
      for (const int step : {-1, 1}) {
        Peer& peer = member.peers.emplace_back();
        peer.rank = static_cast<int>((i + members + step) % members);
        peer.theirs = fields_of(members_[peer.rank], field);
        peer.sides = {Side{static_cast<std::int8_t>(step)}};
        peer.their_sides = {Side{static_cast<std::int8_t>(-step)}};
        peer.shares = true;
        // Reader 0 is the one before, reader 1 the one after.
        member.readers.push_back(step < 0 ? 1 : 0);
      }
      const Pattern pattern{Pattern::Direction::fill, Combination::sum, {true}, width};
      member.pass = std::make_unique<Pass>(pattern, fields_of(member, field), std::vector{ValueType::float64},
                                           member.peers, std::nullopt, shortest_read, *member.moves);
    }
  }

  /// One member, on a thread of its own. Returns the number of wrong ghost points.
  int run(std::size_t number, int steps, std::uint64_t seed) {
    base::Random random(seed + number);
    Member& me = members_[number];
    int wrong = 0;
    for (int step = 1; step <= steps; ++step) {
      const auto exchange = static_cast<std::uint64_t>(step);
      for (std::int64_t i = 0; i < points; ++i) me.array[width + i] = value(number, step, i);
      if (exchange > 2) await([&] { return taken(me) >= exchange - 2; });
      for (std::size_t peer = 0; peer < 2; ++peer) me.pass->pack(peer, stream(me, exchange, peer));
      delay(random);
      me.flags->publish(exchange, exchange * 3);
      for (std::size_t peer = 0; peer < 2; ++peer) {
        Member& other = members_[me.peers[peer].rank];
        await([&] { return other.flags->published() >= exchange; });
        wrong += other.flags->pass(exchange) == exchange * 3 ? 0 : 1;
        delay(random);
        me.pass->take(peer, stream(other, exchange, 1 - peer));
        other.flags->consume(me.readers[peer], exchange);
      }
      if (me.pass->is_read_by(0)) await([&] { return taken(me) >= exchange; });
      for (std::int64_t i = 0; i < width; ++i) {
        wrong += me.array[i] == value(me.peers[0].rank, step, points - width + i) ? 0 : 1;
        wrong += me.array[width + points + i] == value(me.peers[1].rank, step, i) ? 0 : 1;
      }
    }
    return wrong;
  }

 private:
  static Fields fields_of(Member& member, const Field& field) {
    return {{field}, {reinterpret_cast<std::byte*>(member.array.data() + width)}, {true}};
  }
  static double value(std::size_t number, int step, std::int64_t i) {
    return static_cast<double>(number) * 1e6 + step * 100.0 + static_cast<double>(i);
  }
  static std::byte* stream(Member& owner, std::uint64_t exchange, std::size_t peer) {
    return owner.streams[exchange % 2].data() + peer * 2 * width * sizeof(double);
  }
  static std::uint64_t taken(const Member& member) {
    return std::min(member.flags->consumed(0), member.flags->consumed(1));
  }
  template <typename Ready>
  static void await(Ready ready) {
    transport::Backoff backoff({.processes = 2, .cores = 1}, 100);
    while (!ready()) backoff.wait(transport::nap);
  }
  static void delay(base::Random& random) {
    if (random.below(8) == 0) std::this_thread::sleep_for(std::chrono::microseconds(random.below(50)));
  }

  std::vector<Member> members_;
};

void exchange(std::size_t members, std::int64_t shortest_read) {
  const auto seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Ring ring(members, shortest_read);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < members; ++i) threads.emplace_back([&, i] { wrong += ring.run(i, 400, seed); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(HaloThreads, ReadInPlace) {
  exchange(2, 1);
  exchange(4, 1);
}

TEST(HaloThreads, PackForEachOther) {
  exchange(2, never);
  exchange(3, never);
}

TEST(HaloThreads, SleepersAreWoken) {
  std::vector<std::byte> memory(EpochFlags::bytes(1) + 128);
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  EpochFlags flags(memory.data() + (128 - address % 128) % 128);
  std::thread other([&] {
    for (std::uint64_t n = 1; n <= 200; ++n) {
      while (flags.published() < n) flags.sleep_published(n - 1);
      flags.consume(0, n);
    }
  });
  for (std::uint64_t n = 1; n <= 200; ++n) {
    flags.publish(n, 0);
    while (flags.consumed(0) < n) flags.sleep_consumed(0, n - 1);
  }
  other.join();
  EXPECT_FALSE(flags.closed());
  flags.close();
  EXPECT_TRUE(flags.closed());
}

}  // namespace
