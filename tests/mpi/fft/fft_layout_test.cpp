// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/calibration.hpp"
#include "fft/engine_layout.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace cartwright::fft {
namespace {

using enum Step::Kind;
using Dims = std::vector<std::int64_t>;

Problem problem_of(const Dims& n, bool real) {
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.real = real ? 1 : 0;
  return read_problem(n.size(), n.data(), options);
}

std::vector<Step::Kind> kinds(const EngineLayout& layout) {
  std::vector<Step::Kind> kinds;
  for (const Step& step : layout.steps) kinds.push_back(step.kind);
  return kinds;
}

std::vector<std::size_t> axes(const EngineLayout& layout) {
  std::vector<std::size_t> axes;
  for (const Stage& stage : layout.stages) axes.push_back(stage.axis);
  return axes;
}

std::int64_t product(const Dims& factors) {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>());
}

TEST(EngineLayout, GathersEachCutAxisOnceForTransposedOrder) {
  const EngineLayout slabs = make_layout(problem_of({8, 9, 10}, false), {2}, {1}, false, Caches{}.tile_bytes);
  EXPECT_EQ(kinds(slabs), (std::vector{planes, gather}));
  EXPECT_EQ(axes(slabs), (std::vector<std::size_t>{0}));
  const EngineLayout pencils = make_layout(problem_of({8, 9, 10}, false), {2, 3}, {1, 0}, false, Caches{}.tile_bytes);
  EXPECT_EQ(kinds(pencils), (std::vector{planes, gather, gather}));
  EXPECT_EQ(axes(pencils), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(pencils.spectral.memory.back(), 0U) << "the axis gathered last is contiguous";
}

TEST(EngineLayout, TurnsAndUndoesTheTransposesForNaturalOrder) {
  const EngineLayout slabs = make_layout(problem_of({8, 9, 10}, false), {2}, {1}, true, Caches{}.tile_bytes);
  EXPECT_EQ(kinds(slabs), (std::vector{planes, turn, copy}));
  EXPECT_EQ(axes(slabs), (std::vector<std::size_t>{0, 0}));
  const EngineLayout blocks =
      make_layout(problem_of({8, 9, 10, 11}, false), {2, 3, 2}, {1, 0, 1}, true, Caches{}.tile_bytes);
  EXPECT_EQ(kinds(blocks), (std::vector{planes, gather, gather, turn, scatter, scatter, copy}));
  EXPECT_EQ(axes(blocks), (std::vector<std::size_t>{2, 1, 0, 0, 1, 2}));
  EXPECT_EQ(blocks.spectral.memory, blocks.physical.memory);
  EXPECT_EQ(blocks.spectral.grid_dim, blocks.physical.grid_dim);
}

/// Every element of both arrays is on one process, and every step between two transposes has one row per column of
/// tiles.
TEST(EngineLayout, CoversTheArraysOnRandomGrids) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::Random random(seed);
    Dims n;
    Dims grid;
    for (std::int64_t i = 2 + random.below(3); i > 0; --i) n.push_back(1 + random.below(9));
    for (std::int64_t i = 1 + random.below(static_cast<std::int64_t>(n.size()) - 1); i > 0; --i)
      grid.push_back(1 + random.below(4));
    const Problem problem = problem_of(n, random.below(2) == 0);
    const bool natural = random.below(2) == 0;
    Dims cells(static_cast<std::size_t>(product(grid)));
    std::iota(cells.begin(), cells.end(), 0);
    std::int64_t physical = 0;
    std::int64_t spectral = 0;
    for (std::size_t rank = 0; rank < cells.size(); ++rank) {
      const Dims coords = coords_of(grid, cells, static_cast<int>(rank));
      const EngineLayout layout = make_layout(problem, grid, coords, natural, Caches{}.tile_bytes);
      ASSERT_EQ(layout.steps.size(), layout.stages.size() + 1);
      physical += layout.physical_bytes;
      spectral += layout.spectral_bytes;
      for (std::size_t i = 0; i < layout.steps.size(); ++i) {
        const Step& step = layout.steps[i];
        if (step.kind != gather && step.kind != scatter) continue;
        const Stage& stage = layout.stage_of(i);
        EXPECT_EQ(stage.axis, step.axis);
        const std::int64_t me = stage.transpose.rank();
        EXPECT_EQ(product(step.rows.lengths), stage.transpose.columns_before(me, stage.transpose.tiles(me)));
      }
    }
    Dims stored;
    for (const AxisProblem& axis : problem.axes) stored.push_back(axis.spectral);
    EXPECT_EQ(physical, product(n) * problem.physical_element());
    EXPECT_EQ(spectral, product(stored) * problem.spectral_element());
  }
}

}  // namespace
}  // namespace cartwright::fft
