// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/layout.hpp"
#include "transport/layout_exchange.hpp"
#include "transport/outbox.hpp"
#include "transport/stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace cartwright::transport {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::shared_ptr<jit::Packer> columns(int stride) {
  return jit::Packer::of(datatype::normalize(*datatype::vector(50, 1, stride, datatype::basic_named("int"))));
}

TEST(LayoutThreads, PublishAndFindTheSameLayouts) {
  const std::shared_ptr<TaggedRegion> memory = TaggedRegion::create(Arena::memory_bytes(mebibyte));
  ASSERT_TRUE(memory);
  const Arena arena(memory, mebibyte);
  Outbox outbox(arena);
  PublishedLayouts published(arena, outbox);
  ForeignLayouts foreign;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        for (int round = 0; round < 200; ++round) {
          const auto packer = columns(2 + (round + thread) % 7);
          Source source{7, 0, 1};
          if (!published.publish(*packer, source)) continue;
          const auto found = foreign.find(0, arena, source);
          wrong += !found || found->layout() != packer->layout();
        }
      });
  }
  EXPECT_EQ(wrong, 0);
}

TEST(StreamThreads, FillAndDrainOneMessageAtOnce) {
  const std::shared_ptr<TaggedRegion> memory = TaggedRegion::create(Arena::memory_bytes(mebibyte));
  ASSERT_TRUE(memory);
  const Arena arena(memory, mebibyte);
  Outbox outbox(arena);
  for (int stride = 2; stride < 30; ++stride) {
    const auto packer = columns(stride);
    constexpr std::int64_t count = 100;
    std::vector<int> data(static_cast<std::size_t>(50 * stride * count));
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int>(i) + stride;
    Envelope envelope{0, 0, 0, 50 * count * sizeof(int)};
    const auto slot = outbox.reserve(envelope);
    ASSERT_TRUE(slot);
    std::vector<int> got(data.size());
    {
      const std::jthread sender(
          [&] { fill(arena, *slot, *packer, reinterpret_cast<const std::byte*>(data.data()), count, 1000); });
      ASSERT_TRUE(drain(arena, *slot, packer.get(), reinterpret_cast<std::byte*>(got.data()), count));
    }
    std::vector<int> expected(data.size());
    for (int element = 0; element < count; ++element)
      for (int i = 0; i < 50; ++i) {
        const auto at = static_cast<std::size_t>(element * (49 * stride + 1) + i * stride);
        expected[at] = data[at];
      }
    EXPECT_EQ(got, expected) << "stride " << stride;
  }
}

}  // namespace
}  // namespace cartwright::transport
