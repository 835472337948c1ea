// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/oblique.hpp"

#include "bound/lower_bound.hpp"
#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cartwright {
namespace {

using Directions = std::vector<grid::Coords>;

TEST(ObliqueDirections, CrossFewOffsets) {
  // In the basis (1, 1), (1, 2) each of these counts the steps along one of the two.
  const grid::Stencil stencil(2, {{{1, 1}}, {{1, 2}}});
  const Directions directions = mapping::oblique_directions(stencil);
  ASSERT_GE(directions.size(), 2U);
  EXPECT_EQ(Directions(directions.begin(), directions.begin() + 2), (Directions{{1, -1}, {2, -1}}));
}

TEST(ObliqueDirections, AreNoneWhereBoxesAreBest) {
  for (std::size_t ndims = 0; ndims <= 5; ++ndims) {
    EXPECT_EQ(mapping::oblique_directions(grid::Stencil::nearest_neighbor(ndims)), Directions());
    EXPECT_EQ(mapping::oblique_directions(grid::Stencil::hops(ndims)), Directions());
    EXPECT_EQ(mapping::oblique_directions(grid::Stencil::component(ndims)), Directions());
  }
  EXPECT_EQ(mapping::oblique_directions(grid::Stencil::moore(3)), Directions());
  EXPECT_EQ(mapping::oblique_directions({2, {{{1, 0}, 100}, {{0, 1}, 1}}}), Directions());
}

TEST(Walk, GivesEveryPartItsSize) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    std::vector<std::int64_t> counts(sizes.count(), 0);
    for (const mapping::Part part : mapping::walk({problem.grid(), problem.stencil()}, sizes)) ++counts[part.index()];
    EXPECT_EQ(counts, sizes.expand());
  }
}

double least_cut(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes) {
  const mapping::Problem problem(grid, stencil, machine::Machine::nodes(sizes));
  return cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order).j_sum;
}

// The diagonals of 12 x 12 have 1, 2, ... 12, ... 1 cells, and fill twelve nodes of 12 without a cut. Those of 16 x 16
// that are longer than 8 must be cut: seven on each side, and the longest one.
TEST(Walk, KeepsChainsWhole) {
  const grid::Stencil diagonal(2, {{{1, 1}}});
  EXPECT_EQ(least_cut(grid::Grid({12, 12}), diagonal, machine::Sizes::equal(12, 12)), 0);
  const machine::Sizes eights = machine::Sizes::equal(32, 8);
  EXPECT_EQ(bound::lower_bound(grid::Grid({16, 16}), diagonal, eights), 15);
  EXPECT_EQ(least_cut(grid::Grid({16, 16}), diagonal, eights), 15);
}

/// One to three offsets, none of them along an axis.
grid::Stencil oblique_stencil(base::Random& random, std::size_t ndims) {
  std::vector<grid::Offset> offsets(1 + random.below(3));
  for (grid::Offset& offset : offsets) {
    offset.delta = grid::Coords(ndims);
    for (auto& x : offset.delta) x = (random.below(2) == 0 ? -1 : 1) * (1 + random.below(2));
  }
  return {ndims, offsets};
}

// The mappings of one table: auto must not be worse than another.
TEST(Choose, IsNoWorseThanAnyMappingOfAnObliqueStencil) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    base::Random random(seed);
    const auto ndims = static_cast<std::size_t>(2 + random.below(2));
    grid::Coords dims(ndims);
    base::FixedVector<bool, grid::max_dims> periods(ndims, false);
    for (std::size_t i = 0; i < ndims; ++i) {
      dims[i] = 2 + random.below(ndims == 2 ? 14 : 6);
      periods[i] = random.below(4) == 0;
    }
    const grid::Grid grid(dims, periods);
    const mapping::Problem problem(grid, oblique_stencil(random, ndims),
                                   machine::Machine::nodes(random_sizes(random, grid.size())));
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    const double chosen = cost::node_cut(problem, choose::choose(problem, choose::Tier::balanced).mapping.order).j_sum;
    for (const mapping::Algorithm& algorithm : mapping::algorithms())
      EXPECT_LE(chosen, cost::node_cut(problem, mapping::run_algorithm(algorithm, problem).order).j_sum)
          << algorithm.name;
  }
}

}  // namespace
}  // namespace cartwright
