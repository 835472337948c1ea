// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// layout.h and layout.hpp as a program sees them: nothing but the public headers.
#include <cartwright/layout.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <thread>

namespace {

using Ints = std::vector<std::int64_t>;

std::vector<int> numbered(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

std::vector<int> packed_ints(const cw::Layout& layout, const std::vector<int>& from, std::int64_t count = 1) {
  std::vector<int> packed(layout.size() * static_cast<std::size_t>(count) / sizeof(int), -1);
  layout.pack(from.data(), count, packed.data());
  return packed;
}

TEST(Layout, PacksWhatEveryConstructorNames) {
  const std::vector<int> data = numbered(64);
  const cw::Layout one = cw::Layout::basic("int");
  EXPECT_EQ(packed_ints(one.contiguous(3), data), (std::vector{0, 1, 2}));
  EXPECT_EQ(packed_ints(one.vector(2, 2, 5), data), (std::vector{0, 1, 5, 6}));
  EXPECT_EQ(packed_ints(one.hvector(2, 1, 12), data), (std::vector{0, 3}));
  EXPECT_EQ(packed_ints(one.indexed(Ints{1, 0, 2}, Ints{7, 9, 3}), data), (std::vector{7, 3, 4}));
  EXPECT_EQ(packed_ints(one.hindexed(Ints{1, 2}, Ints{40, 4}), data), (std::vector{10, 1, 2}));
  EXPECT_EQ(packed_ints(one.indexed_block(2, Ints{8, 0}), data), (std::vector{8, 9, 0, 1}));
  EXPECT_EQ(packed_ints(one.hindexed_block(1, Ints{8, 0, 20}), data), (std::vector{2, 0, 5}));
  const cw::Layout pair = one.contiguous(2);
  const std::array parts{&pair, &one};
  EXPECT_EQ(packed_ints(cw::Layout::structure(Ints{1, 2}, Ints{16, 0}, parts), data), (std::vector{4, 5, 0, 1}));
  EXPECT_EQ(packed_ints(one.resized(0, 16), data, 3), (std::vector{0, 4, 8}));
  EXPECT_EQ(packed_ints(one.subarray(Ints{4, 5}, Ints{2, 2}, Ints{1, 3}), data), (std::vector{8, 9, 13, 14}));
  EXPECT_EQ(packed_ints(one.subarray(Ints{4, 5}, Ints{2, 2}, Ints{1, 3}, CW_ORDER_FORTRAN), data),
            (std::vector{13, 14, 17, 18}));
  const std::array<int, 2> kinds{CW_DISTRIBUTE_CYCLIC, CW_DISTRIBUTE_BLOCK};
  EXPECT_EQ(packed_ints(one.darray(3, Ints{4, 4}, kinds, Ints{0, 0}, Ints{2, 2}), data), (std::vector{6, 7, 14, 15}));
  EXPECT_EQ(packed_ints(cw::Layout::parse("vec(2 2 5)[int]"), data), (std::vector{0, 1, 5, 6}));
}

TEST(Layout, KnowsItsSizesAndWhatItIs) {
  const cw::Layout layout = cw::Layout::basic("double").vector(3, 2, -4).resized(-8, 128);
  EXPECT_EQ(layout.size(), 48U);
  EXPECT_EQ(layout.bounds(), (cw::Bounds{-8, 128}));
  EXPECT_EQ(layout.true_bounds(), (cw::Bounds{-64, 80}));
  EXPECT_EQ(layout.notation(), "resized(-8 128)[vec(3 2 -4)[double]]");
  EXPECT_EQ(layout.describe(), cw::Layout::parse("resized(-8 128)[hvec(3 1 -32)[ctg(16)[char]]]").describe());
}

TEST(Layout, UnpacksNothingButWhatItNames) {
  const cw::Layout layout = cw::Layout::basic("int").vector(4, 1, 2);
  const std::vector<int> packed = {1, 2, 3, 4};
  std::vector<int> target(8, -1);
  layout.unpack(packed.data(), 1, target.data());
  EXPECT_EQ(target, (std::vector{1, -1, 2, -1, 3, -1, 4, -1}));
}

TEST(Layout, PacksAndUnpacksInParts) {
  const std::vector<int> data = numbered(100);
  const cw::Layout layout = cw::Layout::basic("int").vector(5, 3, 7).resized(0, 4 * 40);
  const std::vector<int> whole = packed_ints(layout, data, 2);
  const auto bytes = static_cast<std::int64_t>(whole.size() * sizeof(int));
  for (std::int64_t cut = 0; cut <= bytes; ++cut) {
    std::vector<int> joined(whole.size(), -1);
    auto* const start = reinterpret_cast<std::byte*>(joined.data());
    layout.pack_range(data.data(), 2, 0, cut, start);
    layout.pack_range(data.data(), 2, cut, bytes, start + cut);
    ASSERT_EQ(joined, whole) << cut;
    std::vector<int> target(data.size(), -1);
    std::vector<int> expected(data.size(), -1);
    layout.unpack(whole.data(), 2, expected.data());
    layout.unpack_range(start, 2, 0, cut, target.data());
    layout.unpack_range(start + cut, 2, cut, bytes, target.data());
    ASSERT_EQ(target, expected) << cut;
  }
}

TEST(Layout, MovesFromOneToAnother) {
  const std::vector<int> data = numbered(36);
  const cw::Layout column = cw::Layout::basic("int").vector(6, 1, 6);
  const cw::Layout block = cw::Layout::basic("int").vector(2, 3, 6);
  std::vector<int> target(36, -1);
  column.move(data.data() + 2, 1, block, 1, target.data());
  EXPECT_EQ(packed_ints(block, target), (std::vector{2, 8, 14, 20, 26, 32}));
  EXPECT_EQ(std::accumulate(target.begin(), target.end(), 0), 2 + 8 + 14 + 20 + 26 + 32 - 30);
}

TEST(Layout, GivesOutFunctionsThatLastAsLongAsItDoes) {
  const std::vector<int> data = numbered(64);
  const cw::Layout layout = cw::Layout::basic("int").vector(8, 1, 3);
  const std::vector<int> expected = packed_ints(layout, data, 2);
  const cw_layout_functions functions = layout.functions();
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) {
      std::vector<int> packed(16, -1);
      functions.pack(functions.context, data.data(), 2, packed.data());
      ASSERT_EQ(packed, expected);
      std::vector<int> target(64, -1);
      functions.unpack(functions.context, packed.data(), 2, target.data());
      ASSERT_EQ(packed_ints(layout, target, 2), expected);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}

TEST(Layout, PacksTheSameWithAnyOptions) {
  const std::vector<int> data = numbered(400);
  const cw::Layout plain = cw::Layout::basic("int").vector(8, 2, 3).resized(0, 4 * 30);
  for (const cw::Layout& layout : {plain.with(1), plain.with(1000), plain.with(0, 4), plain.with(0, 3)})
    for (const std::int64_t count : {0, 1, 3, 4, 8, 12})
      EXPECT_EQ(packed_ints(layout, data, count), packed_ints(plain, data, count)) << count;
  EXPECT_STREQ(plain.with(1).stats().pack_kernel, "precompiled");
  EXPECT_EQ(plain.with(1).stats().pack_code_bytes, 0);
  EXPECT_STREQ(cw::Layout::parse("ctg(7)[double]").stats().unpack_kernel, "contiguous");
}

TEST(Layout, OutlivesWhatItWasMadeFrom) {
  cw_layout *one = nullptr, *row = nullptr, *face = nullptr;
  ASSERT_EQ(cw_layout_basic("short", &one), CW_OK);
  ASSERT_EQ(cw_layout_contiguous(4, one, &row), CW_OK);
  cw_layout_free(one);
  ASSERT_EQ(cw_layout_vector(3, 1, 2, row, &face), CW_OK);
  cw_layout_free(row);
  std::int64_t size = 0;
  ASSERT_EQ(cw_layout_size(face, &size), CW_OK);
  EXPECT_EQ(size, 24);
  cw_layout_free(face);
  cw_layout_free(nullptr);
}

/// The status of the Error that a call throws.
template <typename Call>
cw_status status_of(Call call) {
  try {
    call();
  } catch (const cw::Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return CW_OK;
}

TEST(Layout, RefusesWhatIsNoLayout) {
  const cw::Layout one = cw::Layout::basic("double");
  EXPECT_EQ(status_of([&] { one.contiguous(-1); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.vector(2, -1, 1); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.indexed(Ints{1, -1}, Ints{0, 1}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.indexed(Ints{1}, Ints{0, 1}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.contiguous(std::int64_t{1} << 60); }), CW_OVERFLOW);
  EXPECT_EQ(status_of([&] { one.hvector(3, 1, std::int64_t{1} << 62); }), CW_OVERFLOW);
  EXPECT_EQ(status_of([&] { one.hindexed_block(1, Ints{INT64_MAX - 4}); }), CW_OVERFLOW);
  EXPECT_EQ(status_of([&] { one.subarray(Ints{4}, Ints{5}, Ints{0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.subarray(Ints{4}, Ints{2}, Ints{0}, 7); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.darray(0, Ints{4}, std::array{9}, Ints{0}, Ints{1}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.darray(2, Ints{4}, std::array<int, 1>{CW_DISTRIBUTE_BLOCK}, Ints{0}, Ints{2}); }),
            CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::Layout::basic("quaternion"); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::Layout::parse("ctg(2)[float"); }), CW_PARSE);
  EXPECT_EQ(status_of([&] { one.with(-1); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { one.with(0, -1); }), CW_INVALID_ARGUMENT);
}

TEST(Layout, RefusesWhatCannotBePacked) {
  const cw::Layout layout = cw::Layout::basic("double").vector(2, 1, 2);
  std::array<double, 8> data{}, packed{};
  EXPECT_EQ(status_of([&] { layout.pack(data.data(), -1, packed.data()); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { layout.pack(nullptr, 1, packed.data()); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { layout.unpack(packed.data(), 1, nullptr); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { layout.pack(nullptr, 0, nullptr); }), CW_OK);
  EXPECT_EQ(status_of([&] { layout.pack(data.data(), INT64_MAX / 8, packed.data()); }), CW_OVERFLOW);
  for (const auto& [first, last] : {std::pair{-1, 4}, {4, 3}, {0, 17}, {17, 17}})
    EXPECT_EQ(status_of([&, a = first, b = last] { layout.pack_range(data.data(), 1, a, b, packed.data()); }),
              CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { layout.move(data.data(), 2, layout, 1, packed.data()); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { layout.move(nullptr, 1, layout, 1, packed.data()); }), CW_INVALID_ARGUMENT);
}

TEST(C, LeavesLayoutsAloneWhenItFails) {
  cw_layout* const before = reinterpret_cast<cw_layout*>(std::uintptr_t{64});
  cw_layout* layout = before;
  const std::int64_t one = 1;
  EXPECT_EQ(cw_layout_parse(nullptr, &layout), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_layout_basic("double", nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_layout_contiguous(1, nullptr, &layout), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_layout_struct(1, &one, &one, nullptr, &layout), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_layout_with_options(nullptr, nullptr, &layout), CW_INVALID_ARGUMENT);
  EXPECT_EQ(layout, before);
  ASSERT_EQ(cw_layout_basic("double", &layout), CW_OK);
  EXPECT_EQ(cw_layout_indexed(1, nullptr, &one, layout, &layout), CW_INVALID_ARGUMENT);
  cw_layout_options options = CW_LAYOUT_OPTIONS_INIT;
  options.size = 0;
  EXPECT_EQ(cw_layout_with_options(layout, &options, &layout), CW_INVALID_ARGUMENT);
  std::int64_t lower = -1;
  EXPECT_EQ(cw_layout_extent(layout, &lower, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(lower, -1);
  EXPECT_EQ(cw_layout_size(nullptr, &lower), CW_INVALID_ARGUMENT);
  cw_layout_stats stats{};
  EXPECT_EQ(cw_layout_get_stats(layout, &stats), CW_INVALID_ARGUMENT);
  cw_layout_free(layout);
}

TEST(C, PrintsMachineCodeOfBothDirectionsOrOfNone) {
  cw_layout* layout = nullptr;
  ASSERT_EQ(cw_layout_parse("vec(4 1 2)[int]", &layout), CW_OK);
  const char *pack = nullptr, *unpack = nullptr;
  EXPECT_EQ(cw_layout_disassembly(layout, &pack, &unpack), CW_OK);
  EXPECT_EQ(pack[0] == '\0', unpack[0] == '\0');
  cw_layout_free(layout);
}

}  // namespace
