// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

LevelCut blocked_cut(Coords dims, Stencil stencil) {
  const Problem problem(Grid(dims), std::move(stencil), Machine::nodes(Sizes::equal(Grid(dims).size() / 48, 48)));
  return node_cut(problem, run_algorithm(find_algorithm("blocked"), problem).order);
}

// Seed 000, figures 6 and 7: the scores of the blocked mapping.
TEST(NodeCut, BlockedScoresAreThoseOfThePaper) {
  const LevelCut nn50 = blocked_cut({50, 48}, Stencil::nearest_neighbor(2));
  EXPECT_EQ(nn50.j_sum, 4704);
  EXPECT_EQ(nn50.j_max, 96);
  const LevelCut hops75 = blocked_cut({75, 64}, Stencil::hops(2));
  EXPECT_EQ(hops75.j_sum, 28182);
  EXPECT_EQ(hops75.j_max, 290);
  const LevelCut component75 = blocked_cut({75, 64}, Stencil::component(2));
  EXPECT_EQ(component75.j_sum, 9472);
  EXPECT_EQ(component75.j_max, 96);
}

}  // namespace
}  // namespace cartwright
