// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/combine.hpp"
#include "halo/engine/shared_array.hpp"
#include "transport/epoch_flags.hpp"

#include "base/error.hpp"
#include "transport/waiting.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using namespace cartwright;
using namespace cartwright::halo::engine;

TEST(HaloSides, FacesAndAll) {
  EXPECT_EQ(face_sides(3).size(), 6U);
  EXPECT_EQ(all_sides(3).size(), 26U);
  EXPECT_EQ(all_sides(max_axes).size(), 6560U);
  for (const Side& side : all_sides(4)) EXPECT_EQ(opposite(opposite(side)), side);
  EXPECT_EQ(describe(Side{-1, 0, 1}), "(-1, 0, +1)");
}

TEST(HaloSides, ADiagonalOffsetReadsAcrossTwoFacesAndAnEdge) {
  const std::vector<Side> sides = sides_of(2, {{1, 2}});
  const std::vector<Side> expected = {{0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(sides, expected);
  EXPECT_TRUE(sides_of(2, {{0, 0}}).empty());
  EXPECT_EQ(sides_of(1, {{-3}, {2}}).size(), 2U);
}

Field field_of(const Numbers& sizes, const Numbers& strides, std::int64_t width) {
  Field field;
  field.sizes = sizes;
  field.strides = strides;
  field.low = field.high = Numbers(sizes.size(), width);
  return field;
}

TEST(HaloField, BoxesAtEachSide) {
  const Field field = field_of({4, 6}, {64, 8}, 2);
  const Box ghost = ghosts(field, {-1, 1}, 2);
  EXPECT_EQ(ghost.first, (Numbers{-2, 6}));
  EXPECT_EQ(ghost.count, (Numbers{2, 2}));
  const Box source = owned(field, field, {-1, 1}, 1);
  EXPECT_EQ(source.first, (Numbers{3, 0}));
  EXPECT_EQ(source.count, (Numbers{1, 1}));
  EXPECT_EQ(offset_of(field, ghost), -2 * 64 + 6 * 8);
}

TEST(HaloField, RunsOfBytes) {
  const Field field = field_of({4, 6}, {80, 8}, 2);
  EXPECT_EQ(run_of(field, ghosts(field, {1, 0}, 2), loop_order(field)), 48);
  EXPECT_EQ(run_of(field, ghosts(field, {0, 1}, 2), loop_order(field)), 16);
  EXPECT_EQ(run_of(field, ghosts(field, {0, 1}, 1), loop_order(field)), 8);
  // Axis 0 is the fastest one.
  const Field turned = field_of({4, 6}, {8, 64}, 1);
  EXPECT_EQ(run_of(turned, ghosts(turned, {0, 1}, 1), loop_order(turned)), 32);
  // All of a dense array is one run.
  const Field dense = field_of({4, 6}, {48, 8}, 0);
  EXPECT_EQ(run_of(dense, {{0, 0}, {4, 6}}, loop_order(dense)), 192);
}

TEST(HaloField, RefusesWhatCannotBe) {
  Field field = field_of({4, 6}, {64, 8}, 1);
  EXPECT_NO_THROW(check(field, "field 0"));
  field.sizes[1] = 0;
  EXPECT_THROW(check(field, "field 0"), base::Error);
  field = field_of({4, 6}, {64, 8}, -1);
  EXPECT_THROW(check(field, "field 0"), base::Error);
  field = field_of({4, std::int64_t{1} << 40}, {64, std::int64_t{1} << 40}, 1);
  EXPECT_THROW(check(field, "field 0"), base::Error);
}

TEST(HaloCombine, Operations) {
  const std::int32_t from[] = {5, -7, std::numeric_limits<std::int32_t>::max()};
  const auto combined = [&](Combination combination) {
    std::vector<std::int32_t> to = {1, 2, 3};
    const Combine work{{{3, 4, 4}}, ValueType::int32};
    work.run(combination, reinterpret_cast<std::byte*>(to.data()), reinterpret_cast<const std::byte*>(from));
    return to;
  };
  EXPECT_EQ(combined(Combination::sum),
            (std::vector<std::int32_t>{6, -5, std::numeric_limits<std::int32_t>::min() + 2}));
  EXPECT_EQ(combined(Combination::least), (std::vector<std::int32_t>{1, -7, 3}));
  EXPECT_EQ(combined(Combination::greatest), (std::vector<std::int32_t>{5, 2, from[2]}));
}

TEST(SharedArray, IsFoundByAnyOfItsBytes) {
  void* const data = allocate_array(1000);
  ASSERT_NE(data, nullptr);
  const auto* bytes = static_cast<const std::byte*>(data);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 128, 0U);
  EXPECT_TRUE(std::all_of(bytes, bytes + 1000, [](std::byte byte) { return byte == std::byte{0}; }));
  const auto array = find_array(bytes, bytes + 1000);
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(find_array(bytes + 999, bytes + 1000), array);
  EXPECT_EQ(find_array(bytes + 1, bytes + 1001), nullptr);
  EXPECT_EQ(find_array(bytes - 1, bytes + 5), nullptr);
  EXPECT_FALSE(free_array(static_cast<char*>(data) + 1000));
  EXPECT_TRUE(free_array(static_cast<char*>(data) + 999));
  EXPECT_TRUE(array->freed);
  EXPECT_FALSE(free_array(data));
  EXPECT_EQ(find_array(bytes, bytes + 1), nullptr);
  EXPECT_EQ(allocate_array(std::numeric_limits<std::int64_t>::max()), nullptr);
}

TEST(SharedArray, MayBelongToTheProgram) {
  std::byte data[100] = {};
  add_array(data, sizeof data, {7, -1, 100, 5, 20});
  const auto array = find_array(data + 10, data + 20);
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(array->place(data + 10).offset, 30);
  EXPECT_EQ(array->place(data + 10).tag, 5);
  EXPECT_TRUE(free_array(data));
  EXPECT_TRUE(array->freed);
  EXPECT_EQ(find_array(data, data + 1), nullptr);
}

TEST(SharedArray, AnotherProcessReadsIt) {
  auto* const data = static_cast<char*>(allocate_array(100));
  ASSERT_NE(data, nullptr);
  std::strcpy(data, "own points");
  const auto array = find_array(data, data + 100);
  transport::SharedPlace place = array->place(array->data);
  const pid_t child = fork();
  if (child == 0) {
    const auto opened = transport::TaggedRegion::open(place);
    bool right =
        opened && std::strcmp(reinterpret_cast<char*>(opened->region.data() + place.offset), "own points") == 0;
    // A wrong tag is another memory.
    place.tag ^= 1;
    right = right && !transport::TaggedRegion::open(place);
    _exit(right ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  free_array(data);
}

TEST(Waiting, SeesThatAProcessHasEnded) {
  EXPECT_FALSE(transport::has_ended(getpid()));
  const pid_t child = fork();
  if (child == 0) _exit(0);
  // It is a zombie, until its parent asks for its status.
  siginfo_t info{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(transport::has_ended(child));
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(transport::has_ended(child));
}

}  // namespace
