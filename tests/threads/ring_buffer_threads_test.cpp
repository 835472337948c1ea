// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/ring_buffer.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

namespace cartwright::transport {
namespace {

/// Random, but the same for writer and reader.
std::uint64_t bytes_of_packet(std::uint64_t number) {
  base::Random random(number);
  return random.next() % (random.next() % 4 == 0 ? RingBuffer::max_inside + 1 : 200);
}

std::byte byte_of_packet(std::uint64_t number, std::uint64_t i) { return static_cast<std::byte>(number * 31 + i * 7); }

TEST(RingBufferThreads, PacketsArriveWholeAndInOrder) {
  constexpr std::uint64_t packets = 20'000;
  const auto ring = std::make_unique<RingBuffer>();
  std::jthread writing([&ring] {
    RingWriter writer(*ring);
    for (std::uint64_t number = 0; number < packets;) {
      const std::uint64_t bytes = bytes_of_packet(number);
      Packet* packet = writer.write(bytes);
      if (packet == nullptr) {
        std::this_thread::yield();
        continue;
      }
      packet->id = {1, number, 2};
      packet->bytes = bytes;
      packet->slot = Packet::inside;
      for (std::uint64_t i = 0; i < bytes; ++i) packet->data()[i] = byte_of_packet(number, i);
      writer.post(*packet);
      ++number;
    }
  });
  RingReader reader(*ring);
  for (std::uint64_t number = 0; number < packets;) {
    const Packet* packet = reader.first();
    if (packet == nullptr) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(packet->id, (MessageId{1, number, 2}));
    ASSERT_EQ(packet->bytes, bytes_of_packet(number));
    for (std::uint64_t i = 0; i < packet->bytes; ++i) ASSERT_EQ(packet->data()[i], byte_of_packet(number, i));
    reader.remove();
    ++number;
  }
  EXPECT_EQ(reader.first(), nullptr);
}

TEST(RingBufferThreads, AFullRingHasRoomAgainWhenPacketsAreRemoved) {
  const auto ring = std::make_unique<RingBuffer>();
  RingWriter writer(*ring);
  RingReader reader(*ring);
  for (int lap = 0; lap < 5; ++lap) {
    int written = 0;
    while (Packet* packet = writer.write(1000)) {
      writer.post(*packet);
      ++written;
    }
    EXPECT_GE(written, 28);
    for (int i = 0; i < written; ++i) {
      ASSERT_NE(reader.first(), nullptr);
      reader.remove();
    }
    EXPECT_EQ(reader.first(), nullptr);
  }
}

}  // namespace
}  // namespace cartwright::transport
