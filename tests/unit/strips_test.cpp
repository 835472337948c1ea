// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "mapping/strip_order_p.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

std::vector<std::int64_t> listed(const mapping::Widths& widths) {
  std::vector<std::int64_t> list(widths.wide, widths.wide_width);
  list.insert(list.end(), widths.rest, widths.rest_width);
  return list;
}

TEST(Widths, FillTheDimension) {
  EXPECT_EQ(listed(mapping::Widths::even(64, 10)), (std::vector<std::int64_t>{7, 7, 7, 7, 6, 6, 6, 6, 6, 6}));
  EXPECT_EQ(listed(mapping::Widths::wide_last(64, 6)), (std::vector<std::int64_t>{6, 6, 6, 6, 6, 6, 6, 6, 6, 10}));
  EXPECT_EQ(listed(mapping::Widths::narrow_last(64, 6)), (std::vector<std::int64_t>{6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4}));
  EXPECT_EQ(listed(mapping::Widths::narrow_last(64, 8)), std::vector<std::int64_t>(8, 8));
}

/// Walks strips, slices and rows one by one; every loop changes its direction each time it runs.
class Walk {
 public:
  Walk(const grid::Grid& grid, const mapping::StripOrderPlan& plan)
      : grid_(grid), plan_(plan), turned_(grid.ndims() + 1, false) {
    if (grid.ndims() == 0)
      order_.push_back(grid::Cell(0));
    else
      strips(0);
  }
  const mapping::Order& order() const { return order_; }

 private:
  void strips(std::size_t j) {
    if (j == plan_.across.size()) return slices();
    const std::vector<std::int64_t> widths = listed(plan_.widths[j]);
    std::vector<std::pair<std::int64_t, std::int64_t>> list;
    for (std::int64_t start = 0; const std::int64_t width : widths) {
      list.emplace_back(start, width);
      start += width;
    }
    if (turned_[j]) std::ranges::reverse(list);
    turned_[j] = !turned_[j];
    for (const auto& [start, width] : list) {
      start_[plan_.across[j]] = start;
      width_[plan_.across[j]] = width;
      strips(j + 1);
    }
  }

  void slices() {
    const std::int64_t length = grid_.dim(plan_.run);
    for (std::int64_t step = 0; step < length; ++step) {
      cell_[plan_.run] = turned_.back() ? length - 1 - step : step;
      rows(0, plan_.rows_turn && cell_[plan_.run] % 2 == 1);
    }
    turned_.back() = !turned_.back();
  }

  void rows(std::size_t j, bool backward) {
    if (j == plan_.across.size()) {
      order_.push_back(grid_.cell(cell_));
      return;
    }
    const std::size_t i = plan_.across[j];
    for (std::int64_t step = 0; step < width_[i]; ++step) {
      const std::int64_t x = backward ? width_[i] - 1 - step : step;
      cell_[i] = start_[i] + x;
      rows(j + 1, plan_.rows_turn && backward != (x % 2 == 1));
    }
  }

  const grid::Grid& grid_;
  const mapping::StripOrderPlan& plan_;
  std::vector<bool> turned_;
  grid::Coords start_ = grid::Coords(grid_.ndims());
  grid::Coords width_ = grid::Coords(grid_.ndims());
  grid::Coords cell_ = grid::Coords(grid_.ndims());
  mapping::Order order_;
};

mapping::Widths random_widths(base::Random& random, std::int64_t length) {
  const std::int64_t width = 1 + random.below(length);
  switch (random.below(3)) {
    case 0: return mapping::Widths::even(length, length / width);
    case 1: return mapping::Widths::wide_last(length, width);
    default: return mapping::Widths::narrow_last(length, width);
  }
}

TEST(StripOrder, IsTheWalkAlongTheStrips) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    base::Random random(seed);
    const grid::Grid grid = random_problem(random).grid();
    mapping::StripOrderPlan plan;
    plan.rows_turn = random.below(2) == 0;
    if (grid.ndims() > 0) plan.run = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(grid.ndims())));
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      if (i != plan.run) plan.across.push_back(i);
    for (const std::size_t i : plan.across) plan.widths.push_back(random_widths(random, grid.dim(i)));
    SCOPED_TRACE(fmt::format("seed {}: dims {}, run {}", seed, grid::to_string(grid.dims()), plan.run));
    const mapping::StripOrder strips(grid, plan);
    const Walk walk(grid, plan);
    for (const machine::Slot slot : walk.order().ids()) {
      const grid::Coords cell = strips.cell_of(slot);
      ASSERT_EQ(grid.cell(cell), walk.order()[slot]);
      ASSERT_EQ(strips.slot_of(cell), slot);
    }
  }
}

cost::LevelCut cut_of(std::string_view name, const grid::Coords& dims, const grid::Stencil& stencil) {
  const mapping::Problem problem(grid::Grid(dims), stencil,
                                 machine::Machine::nodes(machine::Sizes::equal(grid::Grid(dims).size() / 48, 48)));
  return cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm(name), problem).order);
}

void expect_scores(const cost::LevelCut& cut, double j_sum, double j_max) {
  EXPECT_EQ(cut.j_sum, j_sum);
  EXPECT_EQ(cut.j_max, j_max);
}

// [Hunold2020, figures 6 and 7].
TEST(StripsReleased, ScoresAreThoseOfTheAuthors) {
  expect_scores(cut_of("strips-released", {50, 48}, grid::Stencil::nearest_neighbor(2)), 1244, 28);
  expect_scores(cut_of("strips-released", {75, 64}, grid::Stencil::nearest_neighbor(2)), 2654, 30);
  expect_scores(cut_of("strips-released", {50, 48}, grid::Stencil::hops(2)), 3868, 88);
  expect_scores(cut_of("strips-released", {75, 64}, grid::Stencil::hops(2)), 7938, 88);
  expect_scores(cut_of("strips-released", {50, 48}, grid::Stencil::component(2)), 96, 2);
  expect_scores(cut_of("strips-released", {75, 64}, grid::Stencil::component(2)), 192, 2);
}

// One wide last strip instead of several strips wider by one: better with nearest neighbors (2632, not 2654),
// worse with hops.
TEST(Strips, ScoresDifferFromTheReleasedCodeByTheLastStrip) {
  expect_scores(cut_of("strips", {50, 48}, grid::Stencil::nearest_neighbor(2)), 1244, 28);
  expect_scores(cut_of("strips", {75, 64}, grid::Stencil::nearest_neighbor(2)), 2632, 28);
  expect_scores(cut_of("strips", {50, 48}, grid::Stencil::hops(2)), 3950, 102);
  expect_scores(cut_of("strips", {75, 64}, grid::Stencil::hops(2)), 8152, 115);
  expect_scores(cut_of("strips", {50, 48}, grid::Stencil::component(2)), 96, 2);
  expect_scores(cut_of("strips", {75, 64}, grid::Stencil::component(2)), 192, 2);
}

// [Hunold2020, VI-D]: only k-d tree and Stencil Strips are optimal on the component stencil.
TEST(KdTree, IsOptimalOnTheComponentStencil) {
  expect_scores(cut_of("kdtree", {50, 48}, grid::Stencil::component(2)), 96, 2);
  expect_scores(cut_of("kdtree", {75, 64}, grid::Stencil::component(2)), 192, 2);
}

TEST(Strips, RootsAreOfWholeCubes) {
  // 64 = 4^3: strips of 4x4, nodes are cubes. A cube root rounded down to 3 would miss them.
  const mapping::Problem problem(grid::Grid({16, 16, 16}), grid::Stencil::nearest_neighbor(3),
                                 machine::Machine::nodes(machine::Sizes::equal(64, 64)));
  for (const std::string_view name : {"strips", "strips-released"})
    EXPECT_EQ(cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm(name), problem).order).j_max, 96)
        << name;
}

TEST(Strips, ANeighborOnOneSideCountsAsExtent) {
  const grid::Stencil upwind(2, {{{1, 0}}, {{0, 1}}});
  EXPECT_EQ(cut_of("strips", {50, 48}, upwind).j_sum, 1244 / 2);
}

TEST(Strips, SaySoWhenNodesAreUnequal) {
  const mapping::Problem problem(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes({960, 480, 480, 480})));
  const std::vector<std::string> notes = mapping::run_algorithm(mapping::find_algorithm("strips"), problem).notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("nodes of 480"), std::string::npos) << notes[0];
}

}  // namespace
}  // namespace cartwright
