// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rescale.hpp"

#include "base/error.hpp"
#include "stencil_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cartwright {
namespace {

record::Structure structure_of(const grid::Coords& dims, const base::FixedVector<bool, grid::max_dims>& periods = {}) {
  const grid::Grid grid = periods.empty() ? grid::Grid(dims) : grid::Grid(dims, periods);
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(grid.ndims()).offsets();
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i].weight = static_cast<double>(100 * (i + 1));
  const grid::Stencil stencil(grid.ndims(), offsets);
  return {.grid = grid, .stencil = stencil, .least = stencil, .explained = 1, .complete = 1};
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
  EXPECT_TRUE(made.notes.empty());
}

// Around two processes, both directions lead to the same one.
TEST(Rescale, AddsUpWhatGoesToOneNeighbor) {
  const record::Rescaled made = record::rescale(structure_of({4}, {true}), 2);
  ASSERT_EQ(made.pairs.pairs.size(), 2U);
  EXPECT_EQ(made.pairs.pairs[0].bytes, 300);
  EXPECT_EQ(made.pairs.pairs[0].messages, 2);
}

TEST(Rescale, SaysWhichPeriodsAreUnknown) {
  EXPECT_EQ(record::rescale(structure_of({2, 2}), 16).notes.size(), 1U);
  EXPECT_TRUE(record::rescale(structure_of({2, 2}), 4).notes.empty());
}

}  // namespace
}  // namespace cartwright
