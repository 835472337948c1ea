// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rescale.hpp"

#include "base/error.hpp"
#include "stencil_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace cartwright {
namespace {

record::Structure structure_of(const grid::Coords& dims, const base::FixedVector<bool, grid::max_dims>& periods = {}) {
  const grid::Grid grid = periods.empty() ? grid::Grid(dims) : grid::Grid(dims, periods);
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(grid.ndims()).offsets();
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i].weight = static_cast<double>(100 * (i + 1));
  const grid::Stencil stencil(grid.ndims(), offsets);
  return {.grid = grid,
          .stencil = stencil,
          .messages = grid::Stencil::nearest_neighbor(grid.ndims()),
          .least = stencil,
          .explained = 1,
          .described = 1,
          .complete = 1};
}

TEST(Rescale, KeepsTheRuleOfTheDims) {
  EXPECT_EQ(record::rescale(structure_of({4, 3}), 24).structure.grid.dims(), (grid::Coords{6, 4}));
  EXPECT_EQ(record::rescale(structure_of({3, 4}), 24).structure.grid.dims(), (grid::Coords{4, 6}));
  EXPECT_EQ(record::rescale(structure_of({4, 2, 2}), 128).structure.grid.dims(), (grid::Coords{8, 4, 4}));
  EXPECT_EQ(record::rescale(structure_of({7}), 11).structure.grid.dims(), (grid::Coords{11}));
  // Not by the rule: the shape stays.
  EXPECT_EQ(record::rescale(structure_of({8, 2}), 64).structure.grid.dims(), (grid::Coords{16, 4}));
  EXPECT_EQ(record::rescale(structure_of({2, 16, 4}), 1024).structure.grid.dims(), (grid::Coords{4, 32, 8}));
}

TEST(Rescale, TakesGivenDims) {
  EXPECT_EQ(record::rescale(structure_of({4, 3}), 24, {2, 12}).structure.grid.dims(), (grid::Coords{2, 12}));
  EXPECT_EQ(record::rescale(structure_of({4, 3}), 24, {0, 12}).structure.grid.dims(), (grid::Coords{2, 12}));
  EXPECT_THROW(record::rescale(structure_of({4, 3}), 24, {24}), base::Error);
  EXPECT_THROW(record::rescale(structure_of({4, 3}), 24, {5, 0}), base::Error);
  EXPECT_THROW(record::rescale(structure_of({4, 3}), 24, {4, 4}), base::Error);
}

TEST(Rescale, SendsAsMuchInEachDirection) {
  const record::Structure recorded = structure_of({4, 3}, {true, false});
  const record::Rescaled made = record::rescale(recorded, 48);
  const record::Pairs expected = stencil_pairs(made.structure.grid, recorded.stencil, 0, 1);
  EXPECT_TRUE(made.structure.grid.periodic(0));
  EXPECT_FALSE(made.structure.grid.periodic(1));
  ASSERT_EQ(made.pairs.pairs.size(), expected.pairs.size());
  for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
    EXPECT_EQ(made.pairs.pairs[i].from, expected.pairs[i].from);
    EXPECT_EQ(made.pairs.pairs[i].to, expected.pairs[i].to);
    EXPECT_EQ(made.pairs.pairs[i].bytes, expected.pairs[i].bytes);
  }
  EXPECT_EQ(made.pairs.ranks, 48);
  EXPECT_EQ(made.notes.size(), 1U);  // what is assumed
}

// Around two processes, both directions lead to the same one.
TEST(Rescale, AddsUpWhatGoesToOneNeighbor) {
  const record::Rescaled made = record::rescale(structure_of({4}, {true}), 2);
  ASSERT_EQ(made.pairs.pairs.size(), 2U);
  EXPECT_EQ(made.pairs.pairs[0].bytes, 300);
  EXPECT_EQ(made.pairs.pairs[0].messages, 2);
}

TEST(Rescale, SaysWhichPeriodsAreUnknown) {
  EXPECT_EQ(record::rescale(structure_of({2, 2}), 16).notes.size(), 2U);
  EXPECT_EQ(record::rescale(structure_of({2, 2}), 4).notes.size(), 1U);
}

// Around two processes, a neighbor gets the messages of both ways.
TEST(Rescale, SeesPeriodsByMessages) {
  const grid::Stencil faces = grid::Stencil::nearest_neighbor(3);
  const grid::Stencil all = grid::Stencil::moore(3);
  struct Case {
    grid::Coords dims;
    grid::Stencil stencil;
    bool periodic;
    bool known;
  };
  const std::vector<Case> cases = {{{2, 2, 2}, all, true, true},    {{2, 2, 2}, all, false, true},
                                   {{2, 2, 4}, faces, true, true},  {{2, 2, 4}, faces, false, true},
                                   {{2, 2, 2}, faces, true, false}, {{2, 2, 2}, faces, false, false}};
  for (const Case& one : cases) {
    const base::FixedVector<bool, grid::max_dims> periods(3, one.periodic);
    record::Pairs small = stencil_pairs(grid::Grid(one.dims, periods), one.stencil, 0, 1);
    for (record::Pair& pair : small.pairs) {
      pair.messages = std::llround(10 * pair.bytes);
      if (one.stencil.size() > 6) pair.bytes /= std::popcount(static_cast<unsigned>(pair.from ^ pair.to)) == 1 ? 1 : 10;
    }
    const auto found = record::find_structure(small);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->grid.dims(), one.dims);
    const record::Rescaled made = record::rescale(*found, 64, {4, 4, 4});
    const auto other = std::ranges::find(made.alternatives, record::if_periodic, &record::Alternative::condition);
    EXPECT_EQ(other == made.alternatives.end(), one.known);
    const record::Pairs& given = !one.known && one.periodic ? other->pairs : made.pairs;
    const record::Pairs expected = stencil_pairs(grid::Grid({4, 4, 4}, periods), one.stencil, 0, 1);
    ASSERT_EQ(given.pairs.size(), expected.pairs.size());
    for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
      EXPECT_EQ(given.pairs[i].from, expected.pairs[i].from);
      EXPECT_EQ(given.pairs[i].to, expected.pairs[i].to);
      EXPECT_EQ(given.pairs[i].messages, 10 * expected.pairs[i].bytes);
    }
  }
}

std::vector<std::string> conditions(const record::Rescaled& made) {
  std::vector<std::string> found;
  for (const record::Alternative& one : made.alternatives) found.push_back(one.condition);
  return found;
}

TEST(Rescale, NamesWhatTheRecordLeavesOpen) {
  using Names = std::vector<std::string>;
  const std::string bisected = "the ranks are numbered by recursive bisection";
  const std::string periodic(record::if_periodic);
  EXPECT_EQ(conditions(record::rescale(structure_of({2, 2, 2}), 64)), (Names{periodic, bisected}));
  EXPECT_EQ(conditions(record::rescale(structure_of({2, 2, 2}), 32)),
            (Names{periodic, "the dims are 2x4x4", bisected}));
  EXPECT_EQ(conditions(record::rescale(structure_of({2, 2, 2}), 32, {4, 4, 2})), (Names{periodic, bisected}));
  EXPECT_EQ(conditions(record::rescale(structure_of({4, 2, 2}), 64)), Names{bisected});
  EXPECT_EQ(conditions(record::rescale(structure_of({3, 3, 3}), 64)), Names{});
  EXPECT_EQ(conditions(record::rescale(structure_of({3, 3, 3}), 48)), Names{"the dims are 3x4x4"});
}

// Two neighbors along each dimension of 4x4 have these ranks: in the order of bisection, blocks of four are squares.
TEST(Rescale, NumbersByBisection) {
  const record::Rescaled made = record::rescale(structure_of({2, 2}), 16);
  ASSERT_EQ(made.alternatives.size(), 2U);
  const record::Pairs& bisected = made.alternatives.back().pairs;
  std::int64_t between_blocks = 0;
  for (const record::Pair& pair : bisected.pairs) between_blocks += pair.from / 4 != pair.to / 4 ? 1 : 0;
  EXPECT_EQ(between_blocks, 16);
  EXPECT_EQ(bisected.pairs.size(), 48U);
}

/// The stencil of a program of which each process has its part of a domain of 240^3: by surface, or `weak`.
record::Structure program(const grid::Coords& dims, bool weak) {
  record::Structure made = structure_of(dims);
  std::vector<grid::Offset> offsets = grid::Stencil::moore(3).offsets();
  for (grid::Offset& offset : offsets) {
    offset.weight = 8;
    for (std::size_t i = 0; i < 3; ++i)
      if (offset.delta[i] == 0) offset.weight *= weak ? 20.0 : 240.0 / static_cast<double>(dims[i]);
  }
  made.stencil = made.least = grid::Stencil(3, offsets);
  made.messages = grid::Stencil::moore(3);
  return made;
}

// HPCG makes as many steps as time allows.
TEST(Rescale, ComparesRunsOfDifferentLengths) {
  record::Structure longer = program({2, 2, 4}, true);
  std::vector<grid::Offset> offsets = longer.stencil.offsets();
  for (grid::Offset& offset : offsets) offset.weight *= 0.6;
  longer.stencil = grid::Stencil(3, offsets);
  const record::Rescaled made = record::rescale({program({2, 2, 2}, true)}, {longer}, 64);
  EXPECT_EQ(made.structure.grid.dims(), (grid::Coords{4, 4, 4}));
  for (std::size_t i = 0; i < offsets.size(); ++i)
    EXPECT_NEAR(made.structure.stencil.offsets()[i].weight, offsets[i].weight, 1e-6);
}

TEST(Rescale, TakesTheRuleOfTwoRecords) {
  struct Case {
    grid::Coords one, other, expected;
  };
  const std::vector<Case> cases = {{{2, 2, 2}, {4, 4, 4}, {8, 8, 8}},
                                   {{3, 2, 2}, {4, 3, 2}, {8, 8, 8}},
                                   {{2, 2, 3}, {2, 3, 4}, {8, 8, 8}},
                                   {{2, 8, 1}, {2, 16, 2}, {2, 64, 4}}};
  for (const Case& one : cases)
    for (const bool weak : {true, false}) {
      const record::Rescaled made =
          record::rescale({program(one.one, weak)}, {program(one.other, weak)}, grid::Grid(one.expected).size());
      EXPECT_EQ(made.structure.grid.dims(), one.expected) << grid::to_string(made.structure.grid.dims());
      const grid::Stencil expected = program(one.expected, weak).stencil;
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(made.structure.stencil.offsets()[i].weight, expected.offsets()[i].weight, 1e-6);
    }
}

TEST(Rescale, TakesTheGridsThatFitTogether) {
  const std::vector<record::Structure> ambiguous = {structure_of({4, 2}), program({2, 2, 2}, true)};
  const record::Rescaled made = record::rescale(ambiguous, {program({4, 4, 4}, true)}, 512);
  EXPECT_EQ(made.structure.grid.dims(), (grid::Coords{8, 8, 8}));
  EXPECT_THROW(record::rescale({structure_of({4, 2})}, {program({4, 4, 4}, true)}, 512), base::Error);
}

}  // namespace
}  // namespace cartwright
