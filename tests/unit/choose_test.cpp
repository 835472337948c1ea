// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/choose.hpp"

#include "bound/lower_bound.hpp"
#include "choose/result.hpp"
#include "cost/cut.hpp"
#include "random_problem.hpp"
#include "sanitized.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

double blocked_sum(const mapping::Problem& problem) {
  return cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm("blocked"), problem).order).j_sum;
}

TEST(Choose, IsAPermutationBetweenTheBoundAndBlocked) {
  for (std::uint64_t seed = 0; seed < cases(150); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const double bound = bound::lower_bound(problem.grid(), problem.stencil(), problem.machine().node_sizes());
    for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced, choose::Tier::best}) {
      const choose::Choice choice = choose::choose(problem, tier, {.seed = seed, .budget_seconds = 0.01});
      ASSERT_NO_THROW(mapping::slots_of(choice.mapping.order));
      const double j = cost::node_cut(problem, choice.mapping.order).j_sum;
      EXPECT_GE(j, bound) << choose::to_string(tier);
      EXPECT_LE(j, blocked_sum(problem)) << choose::to_string(tier);
    }
  }
}

// By the score of all levels, and for every budget.
TEST(Choose, IsNeverWorseThanALowerTier) {
  for (std::uint64_t seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const auto score = [&](choose::Tier tier) {
      const choose::Choice choice = choose::choose(problem, tier, {.seed = seed, .budget_seconds = 0.001});
      return cost::score(cost::edge_cut(problem, choice.mapping.order));
    };
    const std::vector<double> balanced = score(choose::Tier::balanced);
    EXPECT_LE(balanced, score(choose::Tier::fast));
    EXPECT_LE(score(choose::Tier::best), balanced);
  }
}

TEST(Choose, TheSameSeedGivesTheSameMapping) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced})
      EXPECT_EQ(choose::choose(problem, tier, {.seed = 7}).mapping.order,
                choose::choose(problem, tier, {.seed = 7}).mapping.order);
  }
}

TEST(Choose, SaysSoWhenNothingBeatsBlocked) {
  const mapping::Problem line(grid::Grid({12}), grid::Stencil::nearest_neighbor(1),
                              machine::Machine::nodes(machine::Sizes::equal(3, 4)));
  const choose::Choice choice = choose::choose(line, choose::Tier::balanced);
  EXPECT_EQ(choice.algorithm, "blocked");
  ASSERT_FALSE(choice.mapping.notes.empty());
  EXPECT_NE(choice.mapping.notes.back().find("blocked"), std::string::npos);
}

struct Published {
  grid::Coords dims;
  grid::Stencil stencil;
  double j_sum, j_max;
};

// Better than, or equal to, every score in [Hunold2020, figures 6 and 7].
TEST(Choose, BalancedBeatsThePublishedScores) {
  const grid::Stencil nn = grid::Stencil::nearest_neighbor(2), hops = grid::Stencil::hops(2),
                      component = grid::Stencil::component(2);
  for (const auto& [dims, stencil, j_sum, j_max] :
       {Published{{50, 48}, nn, 1204, 28}, Published{{75, 64}, nn, 2538, 30}, Published{{50, 48}, hops, 2868, 72},
        Published{{75, 64}, hops, 6140, 78}, Published{{50, 48}, component, 96, 2},
        Published{{75, 64}, component, 192, 2}}) {
    SCOPED_TRACE(fmt::format("{} with {} offsets", grid::to_string(dims), stencil.size()));
    const mapping::Problem problem(grid::Grid(dims), stencil,
                                   machine::Machine::nodes(machine::Sizes::equal(grid::Grid(dims).size() / 48, 48)));
    const cost::LevelCut cut = cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order);
    EXPECT_LE(cut.j_sum, j_sum);
    EXPECT_LE(cut.j_max, j_max);
  }
}

// No mild refinement of a construction comes below 836; VieM (docs/benchmarks-placement.md) finds 800.
TEST(Choose, BalancedForgetsAPoorStart) {
  const mapping::Problem problem(grid::Grid({13, 5, 5}), grid::Stencil::hops(3),
                                 machine::Machine::nodes(machine::Sizes::equal(13, 25)));
  EXPECT_LE(cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order).j_sum, 800);
}

TEST(Choose, ReachesTheBoundWithUnequalNodes) {
  machine::Sizes alternating, two_small = machine::Sizes::equal(49, 48);
  for (int i = 0; i < 30; ++i) {
    alternating.append(48);
    alternating.append(32);
  }
  two_small.append(24, 2);
  for (const auto& [sizes, expected] : {std::pair{alternating, 1364.0}, {two_small, 1216.0}}) {
    const mapping::Problem problem(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
                                   machine::Machine::nodes(sizes));
    EXPECT_EQ(cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order).j_sum, expected);
    EXPECT_EQ(bound::lower_bound(problem.grid(), problem.stencil(), sizes), expected);
  }
}

TEST(Choose, ReachesTheBoundOnATorus) {
  const mapping::Problem problem(grid::Grid({50, 48}, {true, true}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(50, 48)));
  EXPECT_EQ(cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order).j_sum, 1400);
  EXPECT_EQ(bound::lower_bound(problem.grid(), problem.stencil(), problem.machine().node_sizes()), 1400);
}

TEST(Choose, DividesGroupsNodesAndSocketsOneInsideTheOther) {
  const mapping::Problem problem(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine({{"group", machine::Sizes::equal(5, 480)},
                                                   {"node", machine::Sizes::equal(50, 48)},
                                                   {"socket", machine::Sizes::equal(100, 24)}}));
  const std::vector<cost::LevelCut> blocked =
      cost::edge_cut(problem, mapping::run_algorithm(mapping::find_algorithm("blocked"), problem).order);
  const std::vector<cost::LevelCut> cuts =
      cost::edge_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order);
  for (std::size_t level = 0; level < cuts.size(); ++level)
    EXPECT_LT(cuts[level].j_sum, blocked[level].j_sum) << cuts[level].level;
  EXPECT_EQ(cuts[1].j_sum, 1204) << "groups of whole 6 x 8 nodes cost the nodes nothing";
}

TEST(Choose, TiersHaveNames) {
  for (const auto& [name, tier] : {std::pair<std::string_view, choose::Tier>{"fast", choose::Tier::fast},
                                   {"balanced", choose::Tier::balanced},
                                   {"best", choose::Tier::best}}) {
    EXPECT_EQ(choose::parse_tier(name), tier);
    EXPECT_EQ(choose::to_string(tier), name);
  }
  EXPECT_THROW(choose::parse_tier("quick"), base::Error);
}

TEST(Choose, RefusesGridsWhoseOrderTakesTooMuchMemory) {
  const auto refuses = [](std::int64_t nodes) {
    const mapping::Problem problem(grid::Grid({nodes, 4}), grid::Stencil::nearest_neighbor(2),
                                   machine::Machine::nodes(machine::Sizes::equal(nodes, 4)));
    try {
      choose::level_bounds(problem);
    } catch (const base::Error& error) {
      return std::string(error.what()).find("at most 16777216") != std::string::npos;
    }
    return false;
  };
  EXPECT_FALSE(refuses(mapping::max_processes / 4));
  EXPECT_TRUE(refuses(mapping::max_processes / 4 + 1));
}

}  // namespace
}  // namespace cartwright
