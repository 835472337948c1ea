// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/blocks.hpp"
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace base = cartwright::base;
using cartwright::transport::Blocks;

TEST(Blocks, AreNeverHandedOutTwiceAndAllComeBack) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::Random random(seed);
    const auto count = std::uint32_t{1} << random.below(10);
    Blocks blocks(count);
    struct Run {
      std::uint32_t first, wanted;
    };
    std::vector<Run> taken;
    std::vector<bool> used(count, false);
    const auto give_back = [&](std::size_t i) {
      for (std::uint32_t k = 0; k < taken[i].wanted; ++k) used[taken[i].first + k] = false;
      blocks.give_back(taken[i].first, taken[i].wanted);
      taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
    };
    for (int step = 0; step < 2000; ++step) {
      const auto wanted = static_cast<std::uint32_t>(1 + random.below(1 + count / (1 + random.below(16))));
      if (const auto first = blocks.take(wanted)) {
        ASSERT_EQ(*first % std::bit_ceil(wanted), 0U);
        ASSERT_LE(*first + wanted, count);
        for (std::uint32_t k = 0; k < wanted; ++k) {
          ASSERT_FALSE(used[*first + k]);
          used[*first + k] = true;
        }
        taken.push_back({*first, wanted});
      } else {
        ASSERT_TRUE(wanted > count || !taken.empty()) << wanted << " of " << count << " free blocks";
      }
      if (!taken.empty() && random.below(2) == 0) give_back(random.below(std::ssize(taken)));
    }
    while (!taken.empty()) give_back(0);
    EXPECT_EQ(blocks.take(count), 0U) << "what came back is joined again";
  }
}

TEST(Blocks, AreHandedOutAgainWhileTheyAreInTheCache) {
  Blocks blocks(64);
  const auto lasting = blocks.take(3);
  const auto first = blocks.take(8);
  blocks.give_back(*first, 8);
  EXPECT_EQ(blocks.take(5), first);
  EXPECT_NE(lasting, first);
}
