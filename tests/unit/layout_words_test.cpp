// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/layout_words.hpp"
#include "base/error.hpp"
#include "datatype/interpreter.hpp"
#include "jit/packer.hpp"
#include "random_type.hpp"

#include <gtest/gtest.h>

using namespace cartwright::datatype;
using cartwright::transport::read_layout;
using cartwright::transport::write_layout;

TEST(LayoutWords, DescribeTheLayout) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTypes types(seed);
    const TypePtr type = types.draw();
    const Layout layout = normalize(*type);
    const auto words = write_layout(layout, 100000);
    ASSERT_TRUE(words);
    const Layout read = read_layout(*words);
    ASSERT_TRUE(read == layout) << describe(read) << "\nis not " << describe(layout);
    ASSERT_FALSE(write_layout(layout, words->size() - 1));
    // What was read packs the bytes that the interpreter packs of the type.
    const Elements elements(*type, 2);
    std::vector<std::byte> data(elements.highest - elements.lowest), packed(elements.bytes), expected(packed.size());
    for (std::byte& byte : data) byte = static_cast<std::byte>(types.random().next());
    interpret_pack(*type, data.data() - elements.lowest, 2, expected.data());
    cartwright::jit::Packer::of(read)->pack(packed.data(), data.data() - elements.lowest, 2);
    ASSERT_EQ(packed, expected) << describe(read);
  }
}

TEST(LayoutWords, AreRefusedIfTheyEndTooEarlyOrAreInvalid) {
  const Layout layout = normalize(*hindexed({1, 3, 2}, {0, 20, 60}, basic_named("double")));
  auto words = *write_layout(layout, 1000);
  words.pop_back();
  EXPECT_THROW(read_layout(words), cartwright::base::Error);
  EXPECT_THROW(read_layout(std::vector<std::int64_t>{0, 0, 77}), cartwright::base::Error);
  EXPECT_THROW(read_layout(std::vector<std::int64_t>{0, 0, 2, -5, 0}), cartwright::base::Error);
}
