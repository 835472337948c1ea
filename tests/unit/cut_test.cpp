// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

cost::LevelCut blocked_cut(grid::Coords dims, grid::Stencil stencil) {
  const mapping::Problem problem(grid::Grid(dims), std::move(stencil),
                                 machine::Machine::nodes(machine::Sizes::equal(grid::Grid(dims).size() / 48, 48)));
  return cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm("blocked"), problem).order);
}

// [Hunold2020, figures 6 and 7]: the scores of the blocked mapping.
TEST(NodeCut, BlockedScoresAreThoseOfThePaper) {
  const cost::LevelCut nn50 = blocked_cut({50, 48}, grid::Stencil::nearest_neighbor(2));
  EXPECT_EQ(nn50.j_sum, 4704);
  EXPECT_EQ(nn50.j_max, 96);
  const cost::LevelCut hops75 = blocked_cut({75, 64}, grid::Stencil::hops(2));
  EXPECT_EQ(hops75.j_sum, 28182);
  EXPECT_EQ(hops75.j_max, 290);
  const cost::LevelCut component75 = blocked_cut({75, 64}, grid::Stencil::component(2));
  EXPECT_EQ(component75.j_sum, 9472);
  EXPECT_EQ(component75.j_max, 96);
}

}  // namespace
}  // namespace cartwright
