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
std::uint64_t bytes_of_letter(std::uint64_t number) {
  base::Random random(number);
  return random.next() % (random.next() % 4 == 0 ? Letterbox::max_inside + 1 : 200);
}

std::byte byte_of_letter(std::uint64_t number, std::uint64_t i) { return static_cast<std::byte>(number * 31 + i * 7); }

TEST(LetterboxThreads, LettersArriveWholeAndInOrder) {
  constexpr std::uint64_t letters = 20'000;
  const auto box = std::make_unique<Letterbox>();
  std::jthread writing([&box] {
    LetterWriter writer(*box);
    for (std::uint64_t number = 0; number < letters;) {
      const std::uint64_t bytes = bytes_of_letter(number);
      Letter* letter = writer.write(bytes);
      if (letter == nullptr) {
        std::this_thread::yield();
        continue;
      }
      letter->label = {1, number, 2};
      letter->bytes = bytes;
      letter->slot = Letter::inside;
      for (std::uint64_t i = 0; i < bytes; ++i) letter->data()[i] = byte_of_letter(number, i);
      writer.post(*letter);
      ++number;
    }
  });
  LetterReader reader(*box);
  for (std::uint64_t number = 0; number < letters;) {
    const Letter* letter = reader.first();
    if (letter == nullptr) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(letter->label, (Label{1, number, 2}));
    ASSERT_EQ(letter->bytes, bytes_of_letter(number));
    for (std::uint64_t i = 0; i < letter->bytes; ++i) ASSERT_EQ(letter->data()[i], byte_of_letter(number, i));
    reader.remove();
    ++number;
  }
  EXPECT_EQ(reader.first(), nullptr);
}

TEST(LetterboxThreads, AFullBoxHasRoomAgainWhenLettersAreRemoved) {
  const auto box = std::make_unique<Letterbox>();
  LetterWriter writer(*box);
  LetterReader reader(*box);
  for (int lap = 0; lap < 5; ++lap) {
    int written = 0;
    while (Letter* letter = writer.write(1000)) {
      writer.post(*letter);
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
