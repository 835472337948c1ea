// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/id.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

using cartwright::base::Id;
using cartwright::base::ids;
using cartwright::base::IndexVector;

namespace {

using Apple = Id<struct AppleKind>;
using Pear = Id<struct PearKind, std::int64_t>;

// An id is made from a number only on purpose, and never from an id of another kind.
static_assert(!std::is_convertible_v<int, Apple> && std::is_constructible_v<Apple, int>);
static_assert(!std::is_constructible_v<Apple, Pear> && !std::is_convertible_v<Apple, int>);
static_assert(!std::is_invocable_v<decltype([](auto& v, auto i) -> decltype(v[i]) { return v[i]; }),
                                   IndexVector<Apple, int>&, Pear>);
static_assert(sizeof(Apple) == 4 && sizeof(Pear) == 8 && std::is_trivially_copyable_v<Apple>);

TEST(Id, CountsAndCompares) {
  std::int32_t expected = 0;
  for (const Apple apple : ids<Apple>(3)) EXPECT_EQ(apple, Apple(expected++));
  EXPECT_EQ(expected, 3);
  EXPECT_LT(Apple(1), Apple(2));
  EXPECT_EQ(Pear(1LL << 40).number(), 1LL << 40);
  EXPECT_EQ((std::unordered_set<Apple>{Apple(1), Apple(1), Apple(2)}).size(), 2U);
}

TEST(IndexVector, HasOneEntryForEachId) {
  IndexVector<Apple, double> weights(2, 1.5);
  weights[Apple(1)] = 2;
  weights.push_back(4);
  double sum = 0;
  for (const Apple apple : weights.ids()) sum += weights[apple];
  EXPECT_EQ(sum, 7.5);
  EXPECT_EQ(std::move(weights).items(), (std::vector<double>{1.5, 2, 4}));
}

}  // namespace
