// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/fast.hpp"
#include "cost/cut.hpp"
#include "mapping/strip_order_p.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cartwright {
namespace {

cost::LevelCut cut_of(const mapping::Problem& problem, const mapping::LocalOrder& local) {
  mapping::Order order;
  for (const machine::Slot slot : base::ids<machine::Slot>(problem.size()))
    order.push_back(problem.grid().cell(local.cell_of(slot)));
  return cost::node_cut(problem, order);
}

mapping::Problem equal_nodes(const grid::Coords& dims, const grid::Stencil& stencil, std::int64_t n) {
  return {grid::Grid(dims), stencil, machine::Machine::nodes(machine::Sizes::equal(grid::Grid(dims).size() / n, n))};
}

void expect_scores(const grid::Coords& dims, const grid::Stencil& stencil, double j_sum, double j_max) {
  const mapping::Problem problem = equal_nodes(dims, stencil, 48);
  const cost::LevelCut cut = cut_of(problem, *mapping::fast_order(problem));
  EXPECT_EQ(cut.j_sum, j_sum) << grid::to_string(dims);
  EXPECT_EQ(cut.j_max, j_max) << grid::to_string(dims);
}

// Stencil Strips: 1244/28, 2654/30, 3868/88, 7938/88, 96/2, 192/2 [Hunold2020, figures 6 and 7].
TEST(Fast, BeatsStencilStripsOnThePublishedInstances) {
  expect_scores({50, 48}, grid::Stencil::nearest_neighbor(2), 1204, 28);
  expect_scores({75, 64}, grid::Stencil::nearest_neighbor(2), 2546, 28);
  expect_scores({50, 48}, grid::Stencil::hops(2), 2868, 68);
  expect_scores({75, 64}, grid::Stencil::hops(2), 6166, 68);
  expect_scores({50, 48}, grid::Stencil::component(2), 96, 2);
  expect_scores({75, 64}, grid::Stencil::component(2), 192, 2);
}

/// Least cut over all strips of any width, even or with one different strip, along either dimension.
double least_cut_of_strips(const mapping::Problem& problem) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t run = 0; run < 2; ++run) {
    const std::int64_t length = problem.grid().dim(1 - run);
    for (std::int64_t i = 1; i <= length; ++i)
      for (const mapping::Widths& widths : {mapping::Widths::even(length, i), mapping::Widths::wide_last(length, i),
                                            mapping::Widths::narrow_last(length, i)}) {
        mapping::StripOrderPlan plan;
        plan.run = run;
        plan.across = {1 - run};
        plan.widths = {widths};
        plan.rows_turn = true;
        least = std::min(least, cut_of(problem, mapping::StripOrder(problem.grid(), plan)).j_sum);
      }
  }
  return least;
}

TEST(Fast, EstimatesNearlyTheBestOfAllStrips) {
  double found = 0;
  double least = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    base::Random random(seed);
    const std::int64_t nodes = 10 + random.below(22);
    const std::int64_t n = 10 + random.below(23);
    grid::Coords dims{nodes * n, 1};
    for (std::int64_t i = 1; i * i <= nodes * n; ++i)
      if (nodes * n % i == 0) dims = {nodes * n / i, i};
    const mapping::Problem problem =
        equal_nodes(dims, seed % 2 == 0 ? grid::Stencil::nearest_neighbor(2) : grid::Stencil::hops(2), n);
    const double j_sum = cut_of(problem, *mapping::fast_order(problem)).j_sum;
    const double best = least_cut_of_strips(problem);
    EXPECT_LE(j_sum, 1.1 * best) << "seed " << seed << ": " << describe(problem);
    found += j_sum;
    least += best;
  }
  EXPECT_LE(found, 1.01 * least);
}

TEST(Fast, FindsTheCubesWhereCubesFit) {
  const mapping::Problem problem = equal_nodes({16, 16, 16}, grid::Stencil::nearest_neighbor(3), 64);
  EXPECT_EQ(cut_of(problem, *mapping::fast_order(problem)).j_max, 96);
}

TEST(Fast, FollowsTheWeights) {
  // Dimension 1 has ten times the traffic, so nodes are long along it.
  const grid::Stencil stencil(2, {{{1, 0}, 1}, {{-1, 0}, 1}, {{0, 1}, 10}, {{0, -1}, 10}});
  const mapping::Problem problem = equal_nodes({40, 40}, stencil, 40);
  EXPECT_LE(cut_of(problem, *mapping::fast_order(problem)).j_sum, least_cut_of_strips(problem) * 1.02);
}

TEST(Fast, TakesWrappedEdgesIntoAccount) {
  for (const bool wrap : {false, true}) {
    const mapping::Problem problem(grid::Grid({24, 30}, {!wrap, wrap}), grid::Stencil::nearest_neighbor(2),
                                   machine::Machine::nodes(machine::Sizes::equal(30, 24)));
    EXPECT_LE(cut_of(problem, *mapping::fast_order(problem)).j_sum, least_cut_of_strips(problem) * 1.05) << wrap;
  }
}

TEST(Fast, ManagesWeightsOfEverySize) {
  const double most = std::numeric_limits<double>::max();
  for (const double weight : {0.0, std::numeric_limits<double>::denorm_min(), most}) {
    const grid::Stencil stencil(2, {{{1, 0}, weight}, {{0, 1}, weight}, {{2, 3}, most}});
    const mapping::Problem problem = equal_nodes({12, 10}, stencil, 8);
    const std::unique_ptr<mapping::LocalOrder> order = mapping::fast_order(problem);
    for (const machine::Slot slot : base::ids<machine::Slot>(problem.size()))
      EXPECT_EQ(order->slot_of(order->cell_of(slot)), slot);
  }
}

}  // namespace
}  // namespace cartwright
