// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/interpreter.hpp"
#include "datatype/layout.hpp"
#include "pack/layouts.hpp"
#include "pack/measure.hpp"
#include "pack/work.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cartwright::bench {
namespace {

std::int64_t bytes_of(const std::string& name) { return case_named(name).bytes(); }

TEST(BenchPack, LayoutsHaveTheSizesThatArePublished) {
  EXPECT_EQ(bytes_of("NAS_LU_y 12"), 480);
  EXPECT_EQ(bytes_of("NAS_MG_x 34"), 2048);
  EXPECT_EQ(bytes_of("SPECFEM3D_oc 3225"), 12900);
  EXPECT_EQ(bytes_of("LAMMPS_full 2243"), 2243 * 8 * 8);
  EXPECT_EQ(bytes_of("face x n=32 h=2"), 16384);
  // Four 2-D arrays, and five parts of 65 levels.
  EXPECT_EQ(bytes_of("WRF_x_vec 8x8"), 3 * 16 * 4 * (4 + 5 * 65));
  EXPECT_EQ(bytes_of("MILC hvec(2 1 6144)[vec(8 8 32)]"), 3072);
  EXPECT_EQ(bytes_of("nested 2 x 8 x 192 B"), 3072);
  EXPECT_EQ(bytes_of("random 16 x 4 doubles"), 512);
}

TEST(BenchPack, WorkCountsMovesAndLines) {
  const datatype::TypePtr element = datatype::basic_named("double");
  // 100 blocks of 24 bytes, 64 apart: each in a line of its own, or one more where it crosses the end.
  const Work strided = work_of(*datatype::vector(100, 3, 8, element), 64);
  EXPECT_EQ(strided.bytes, 2400);
  EXPECT_EQ(strided.blocks, 100);
  EXPECT_EQ(strided.narrow, 0);
  EXPECT_EQ(strided.wide, 100);
  EXPECT_EQ(strided.packed, 38);
  EXPECT_EQ(strided.lines, 100);
  EXPECT_EQ(strided.packed_lines, 38);
  // Adjacent blocks are one block.
  const Work dense = work_of(*datatype::vector(32, 1, 1, element), 32);
  EXPECT_EQ(dense.blocks, 1);
  EXPECT_EQ(dense.wide, 8);
  EXPECT_EQ(dense.lines, 4);
  // One vector reaches the two blocks in the first line, which come last.
  const Work crossing = work_of(*datatype::indexed_block(1, {std::int64_t{100}, 0, 1, 3}, element), 64);
  EXPECT_EQ(crossing.blocks, 3);
  EXPECT_EQ(crossing.narrow, 1);
  EXPECT_EQ(crossing.wide, 1);
  EXPECT_EQ(crossing.lines, 2);
}

TEST(BenchPack, SubarraysNameTheBytesThatVectorsDo) {
  const Case vectors = case_named("WRF_x_vec 8x8"), subarrays = case_named("WRF_x_sa 8x8");
  std::vector<std::pair<std::int64_t, std::int64_t>> a, b;
  datatype::for_each_element(*vectors.type, 0, [&](std::int64_t at, std::int64_t size) { a.emplace_back(at, size); });
  datatype::for_each_element(*subarrays.type, 0, [&](std::int64_t at, std::int64_t size) { b.emplace_back(at, size); });
  EXPECT_EQ(a, b);
}

TEST(BenchPack, NoTwoLayoutsShareAName) {
  std::set<std::string> names;
  for (const auto& cases : {message_cases(), tiny_cases(), large_cases(), nested_cases(), random_cases()})
    for (const Case& each : cases) EXPECT_TRUE(names.insert(each.name).second) << each.name;
}

TEST(BenchPack, NoLayoutReachesBelowItsBuffer) {
  for (const Case& each : message_cases()) {
    EXPECT_GE(each.at + each.type->true_lb, 0) << each.name;
    EXPECT_GE(each.reach(), each.bytes()) << each.name;
  }
}

TEST(BenchPack, ANameMayBeADatatype) {
  EXPECT_EQ(bytes_of("vec(32 2 8)[ctg(6)[float]]"), 1536);
  EXPECT_THROW(case_named("no such layout"), std::exception);
}

TEST(BenchPack, RunsTakeTurnsAndAreDividedByTheirCalls) {
  std::vector<int> order;
  const auto taking = [&order](int who, double seconds) {
    return bench::Run([&order, who, seconds](std::int64_t calls) {
      order.push_back(who);
      return seconds * static_cast<double>(calls);
    });
  };
  const std::vector<bench::Run> runs = {taking(0, 2.0), taking(1, 5.0)};
  const Rounds rounds = measure(runs, {3, 1.0});
  EXPECT_EQ(rounds, (Rounds{{2, 2, 2}, {5, 5, 5}}));
  // Each twice at first: to compile, and to see how long it takes.
  EXPECT_EQ(order, (std::vector<int>{0, 0, 1, 1, 0, 1, 1, 0, 0, 1}));
  EXPECT_EQ(ratio(rounds[1], rounds[0]), 2.5);
}

TEST(BenchPack, TheRatioIsTheMedianOverRounds) { EXPECT_EQ(ratio({2, 90, 6}, {1, 10, 2}), 3); }

}  // namespace
}  // namespace cartwright::bench
