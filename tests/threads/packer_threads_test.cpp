// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/interpreter.hpp"
#include "datatype/layout.hpp"
#include "jit/packer.hpp"
#include "random_type.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

namespace cartwright::jit {
namespace {

constexpr int threads = 4;

/// Runs `body` in several threads that begin together.
template <typename Body>
void together(const Body& body) {
  std::barrier start(threads);
  std::vector<std::jthread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      start.arrive_and_wait();
      body(thread);
    });
}

datatype::Layout columns(std::int64_t count, std::int64_t stride) {
  return datatype::normalize(*datatype::vector(count, 1, stride, datatype::basic_named("double")));
}

TEST(PackerThreads, ThatAskTogetherForOneLayoutShareOnePacker) {
  for (std::int64_t stride = 2; stride < 40; ++stride) {
    std::vector<std::shared_ptr<Packer>> seen(threads);
    together([&](int thread) { seen[static_cast<std::size_t>(thread)] = Packer::of(columns(5, stride)); });
    for (const auto& one : seen) EXPECT_EQ(one, seen[0]);
  }
}

TEST(PackerThreads, DropAPackerWhileOthersAskForIt) {
  std::atomic<int> wrong = 0;
  together([&](int thread) {
    for (int round = 0; round < 300; ++round) {
      const std::int64_t stride = 2 + (round + thread) % 3;
      const auto packer = Packer::of(columns(7, stride));
      wrong += packer->layout() != columns(7, stride);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(PackerThreads, PackAndUnpackWhileCodeIsGenerated) {
  for (std::int64_t stride = 2; stride < 12; ++stride) {
    constexpr std::int64_t count = 200;
    const auto packer = Packer::of(columns(count, stride));
    std::vector<double> data(static_cast<std::size_t>(count * stride));
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i);
    std::atomic<int> wrong = 0;
    together([&](int thread) {
      std::vector<double> packed(count);
      std::vector<double> back(data.size(), -1);
      for (int use = 0; use < 50; ++use) {
        if (thread == 0 && use == 3) packer->prepare();
        packer->pack(reinterpret_cast<std::byte*>(packed.data()), reinterpret_cast<const std::byte*>(data.data()), 1);
        packer->unpack(reinterpret_cast<std::byte*>(back.data()), reinterpret_cast<const std::byte*>(packed.data()), 1);
        for (std::size_t i = 0; i < packed.size(); ++i) {
          const std::size_t at = i * static_cast<std::size_t>(stride);
          wrong += packed[i] != data[at] || back[at] != data[at];
        }
        wrong += packer->statistics(Direction::pack).kernel.empty();
      }
    });
    EXPECT_EQ(wrong, 0) << "stride " << stride;
  }
}

TEST(PackerThreads, PackRangesOfOneMessage) {
  datatype::RandomTypes types(1);
  for (int round = 0; round < 30; ++round) {
    const datatype::TypePtr type = types.draw();
    const datatype::Elements elements(*type, 2);
    if (elements.bytes < threads) continue;
    std::vector<std::byte> data(static_cast<std::size_t>(elements.highest - elements.lowest));
    for (std::byte& byte : data) byte = static_cast<std::byte>(types.random().next());
    const std::byte* base = data.data() - elements.lowest;
    std::vector<std::byte> expected(static_cast<std::size_t>(elements.bytes));
    datatype::interpret_pack(*type, base, 2, expected.data());
    std::vector<std::byte> packed(expected.size());
    const auto packer = Packer::of(datatype::normalize(*type));
    together([&](int thread) {
      const std::int64_t first = elements.bytes * thread / threads;
      const std::int64_t last = elements.bytes * (thread + 1) / threads;
      packer->pack_range(packed.data() + first, base, first, last);
    });
    EXPECT_EQ(packed, expected) << "seed 1, round " << round;
  }
}

}  // namespace
}  // namespace cartwright::jit
