// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/packer.hpp"
#include "base/error.hpp"
#include "datatype/interpreter.hpp"
#include "datatype/layout.hpp"
#include "datatype/notation.hpp"

#include <gtest/gtest.h>

#include <numeric>

using namespace cartwright::datatype;
using cartwright::jit::Packer;

namespace {

TypePtr dbl() { return basic_named("double"); }
TypePtr flt() { return basic_named("float"); }
std::string form(const TypePtr& type) { return describe(normalize(*type)); }

/// A datatype of MILC: hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]].
TypePtr milc() { return hvector(2, 1, 6144, vector(8, 8, 32, contiguous(6, flt()))); }

/// The bytes of an element in packing order, as "start+length ...", by interpretation and by the compiled code.
std::string typemap(const TypePtr& type) {
  std::string text;
  std::int64_t end = INT64_MIN;
  std::vector<std::byte> memory(4096), wanted;
  std::byte* const base = memory.data() + memory.size() / 2;
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 + i / 256);
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;
  for_each_element(*type, 0, [&](std::int64_t at, std::int64_t bytes) {
    if (at != end) runs.emplace_back(at, 0);
    runs.back().second += bytes;
    end = at + bytes;
    wanted.insert(wanted.end(), base + at, base + end);
  });
  for (const auto& [at, bytes] : runs) text += fmt::format("{}{}+{}", text.empty() ? "" : " ", at, bytes);
  std::vector<std::byte> packed(wanted.size());
  Packer::of(normalize(*type))->pack(packed.data(), base, 1);
  EXPECT_EQ(packed, wanted) << text;
  return text;
}

}  // namespace

// Types that other software was reported to pack wrongly: tests/reports.
TEST(Typemap, IsThatWhichReportsAskFor) {
  struct Row {
    const char *type, *bytes;
    std::int64_t lb, extent;
  };
  for (const Row& row : {
           Row{"ctg(2)[resized(0 4)[ctg(8)[int]]]", "0+32 4+32", 0, 8},
           {"struct(1 1 1 1 1 1; 36 40 40 56 68 68)[vec(4 1 0)[int], int, vec(4 2 1)[int], vec(3 1 0)[int], int, "
            "idx(6 1 1 6 1; 0 5 8 8 13)[int]]",
            "36+4 36+4 36+4 36+8 40+8 44+8 48+8 52+8 56+4 56+4 56+4 68+4 68+24 88+4 100+4 100+24 120+4", 36, 88},
           {"ctg(3)[resized(6 -9)[int]]", "0+4 -9+4 -18+4", -12, 9},
           {"vec(2 4 10)[resized(6 -9)[int]]", "0+4 -9+4 -18+4 -27+4 -90+4 -99+4 -108+4 -117+4", -111, 108},
           {"vec(2 4 -10)[resized(6 -9)[int]]", "0+4 -9+4 -18+4 -27+4 90+4 81+4 72+4 63+4", -21, 108},
           {"ctg(3)[resized(-3 9)[int]]", "0+4 9+4 18+4", -3, 27},
           {"ctg(3)[resized(0 -4)[int]]", "0+4 -4+4 -8+4", -8, 4},
           {"ctg(3)[resized(0 0)[int]]", "0+4 0+4 0+4", 0, 0},
           {"struct(2 1 3; 0 16 26)[float, struct(1 1; 0 8)[double, char], char]", "0+8 16+9 26+3", 0, 32},
           {"darray(0; 6 4; cyclic block; 2 2; 2 2)[int]", "0+8 16+8 64+8 80+8", 0, 96},
           {"darray(3; 8 8; block block; 0 0; 2 2)[int]", "144+16 176+16 208+16 240+16", 0, 256},
           {"ctg(0)[char]", "", 0, 0},
           {"hidx(; )[char]", "", 0, 0},
           {"struct(1 1 1; 0 8 16)[ctg(0)[char], int, ctg(0)[int]]", "8+4", 8, 4},
           {"sub(4 8; 2 4; 1 4)[double]", "96+32 160+32", 0, 256},
           {"hidx(1; 4)[resized(4 12)[idx(1 1; 0 2)[int]]]", "4+4 12+4", 8, 12},
       }) {
    const TypePtr type = parse_type(row.type);
    EXPECT_EQ(typemap(type), row.bytes) << row.type;
    EXPECT_EQ(type->lb, row.lb) << row.type;
    EXPECT_EQ(type->extent(), row.extent) << row.type;
  }
  for (int extent = 1; extent <= 36; ++extent)
    EXPECT_EQ(typemap(parse_type(fmt::format("ctg(2)[resized(0 {})[ctg(8)[int]]]", extent))),
              extent == 32 ? "0+64" : fmt::format("0+32 {}+32", extent));
  std::string backward;
  for (int i = 0; i < 300; ++i) backward += fmt::format("{}{}+1", i == 0 ? "" : " ", -i);
  EXPECT_EQ(typemap(parse_type("vec(300 1 -1)[char]")), backward);
}

TEST(NormalForm, JoinsContiguousParts) {
  EXPECT_EQ(form(contiguous(4, contiguous(6, flt()))), "96 B");
  EXPECT_EQ(form(vector(4, 3, 3, flt())), "48 B");
  EXPECT_EQ(form(structure({2, 1}, {0, 16}, {dbl(), dbl()})), "24 B");
  EXPECT_EQ(form(contiguous(0, dbl())), "0 B");
}

TEST(NormalForm, KeepsStridedNests) {
  EXPECT_EQ(form(milc()), "16 x 768 B [192 B]") << "the outer loop continues the inner one";
  EXPECT_EQ(form(hvector(2, 1, 18432, milc())), "2 x 18432 B [16 x 768 B [192 B]]");
  EXPECT_EQ(form(hvector(3, 1, 80, vector(5, 1, 2, dbl()))), "15 x 16 B [8 B]");
  EXPECT_EQ(form(hvector(3, 1, -32, dbl())), "3 x -32 B [8 B]");
}

TEST(NormalForm, FindsLoopsInIndexLists) {
  // The same type as the code of MILC builds it: every site in a list.
  std::vector<std::int64_t> sites;
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 8; ++j)
      for (std::int64_t k = 0; k < 8; ++k) sites.push_back(i * 256 + j * 32 + k);
  const TypePtr listed = indexed_block(1, Integers(std::span<const std::int64_t>(sites)), contiguous(6, flt()));
  EXPECT_EQ(normalize(*listed).root->hash, normalize(*milc()).root->hash);
  EXPECT_EQ(form(listed), form(milc()));
}

TEST(NormalForm, IsNotMisledByGroupsThatHappenToContinue) {
  // Runs of three; the second run happens to continue the first.
  EXPECT_EQ(form(hindexed_block(1, {0, 16, 32, 48, 64, 80, 200, 216, 232}, dbl())),
            "list of 3 from 0 to 200 B [3 x 16 B [8 B]]");
}

TEST(NormalForm, FindsRepeatingPatterns) {
  EXPECT_EQ(form(hindexed_block(1, {0, 40, 56, 100, 140, 156, 200, 240, 256}, dbl())),
            "3 x 100 B [list of 3 from 0 to 56 B [8 B]]");
}

TEST(NormalForm, MergesBlocksThatTouch) {
  EXPECT_EQ(form(indexed({1, 1, 2}, {0, 1, 5}, dbl())), "2 x 40 B [16 B]");
  EXPECT_EQ(form(indexed({3, 1}, {0, 7}, dbl())), "2 blocks of 8 to 24 B from 0 to 56 B");
}

TEST(NormalForm, KeepsListsWhoseJoinedBlocksWouldBeUnequalAndMany) {
  const auto listed = [](int gap) {  // a gap after about every `gap` of 100 particles
    std::vector<std::int64_t> particles;
    for (std::int64_t i = 0, at = 0; i < 100; ++i) particles.push_back(at += (i * i * i) % gap == 0 ? 2 : 1);
    return form(indexed_block(1, Integers(std::span<const std::int64_t>(particles)), contiguous(3, dbl())));
  };
  EXPECT_EQ(listed(7).substr(0, 12), "list of 100 ");
  EXPECT_EQ(listed(61).substr(0, 12), "2 blocks of ");
}

TEST(Packer, IsSharedByEqualLayouts) {
  const auto one = Packer::of(normalize(*milc()));
  EXPECT_EQ(one, Packer::of(normalize(*milc())));
  EXPECT_NE(one, Packer::of(normalize(*milc()), {.count = 3}));
}

TEST(Packer, RefusesInvalidHints) {
  EXPECT_THROW(Packer::of(normalize(*milc()), {.count = -1}), cartwright::base::Error);
}

TEST(Packer, UsesOneCopyIfTheCountIsFixed) {
  const Layout layout = normalize(*milc());
  std::vector<std::byte> data(6 * layout.extent);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 7 + i / 256);
  for (const std::int64_t count : {1, 3, 5, 6}) {
    std::vector<std::byte> expected(count * layout.size);
    std::vector<std::byte> packed(expected.size());
    interpret_pack(*milc(), data.data(), count, expected.data());
    for (int use = 0; use < 3; ++use) {
      std::ranges::fill(packed, std::byte{0});
      Packer::of(layout, {.count = 3})->pack(packed.data(), data.data(), count);
      EXPECT_EQ(packed, expected) << count << " elements, use " << use;
    }
  }
}

TEST(Packer, MovesSingleBytes) {
  const auto every_third = Packer::of(normalize(*vector(4, 1, 3, basic_named("char"))));
  const auto backwards = Packer::of(normalize(*vector(4, 1, -1, basic_named("char"))));
  const std::string from = "a..b..c..d";
  std::string to = "....";
  move(*every_third, reinterpret_cast<const std::byte*>(from.data()), 1, *backwards,
       reinterpret_cast<std::byte*>(to.data() + 3), 1);
  EXPECT_EQ(to, "dcba");
}
