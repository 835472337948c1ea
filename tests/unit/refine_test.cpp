// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/refine.hpp"

#include "cost/cut.hpp"
#include "labels.hpp"
#include "mapping/divide.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace cartwright {
namespace {

TEST(CellGraph, HasTheCutOfTheStencil) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 300);
    const mapping::Order order = identity(problem.size());
    const mapping::CellGraph graph(problem.grid(), problem.stencil());
    EXPECT_EQ(mapping::cut_of(graph, blocked_labels(problem.machine().node_sizes())),
              cost::node_cut(problem, order).j_sum);
  }
}

TEST(Refine, KeepsSizesAndNeverCutsMore) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    const mapping::CellGraph graph(problem.grid(), problem.stencil());
    const mapping::Labels before = blocked_labels(sizes);
    const auto parts = static_cast<std::int32_t>(sizes.count());
    const mapping::Labels after = mapping::refine(graph, before, parts, {.seed = seed, .moves = 20'000, .rounds = 3});
    EXPECT_EQ(counts(after, parts), sizes.expand());
    EXPECT_LE(mapping::cut_of(graph, after), mapping::cut_of(graph, before));
    EXPECT_EQ(after, mapping::refine(graph, before, parts, {.seed = seed, .moves = 20'000, .rounds = 3}))
        << "not deterministic";
  }
}

TEST(Refine, TurnsRowsIntoSquares) {
  const grid::Grid grid({8, 8});
  const mapping::CellGraph graph(grid, grid::Stencil::nearest_neighbor(2));
  const mapping::Labels rows = blocked_labels(machine::Sizes::equal(4, 16));
  ASSERT_EQ(mapping::cut_of(graph, rows), 48);
  EXPECT_EQ(mapping::cut_of(graph, mapping::refine(graph, rows, 4, {.seed = 1, .moves = 500'000, .rounds = 4})), 32);
}

TEST(Bisect, EveryPartGetsItsSizeInAnyShape) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    std::vector<grid::Cell> cells = identity(problem.size()).items();
    std::erase_if(cells, [&](grid::Cell) { return cells.size() > 1 && random.below(3) == 0; });
    if (cells.empty()) cells.push_back(grid::Cell(0));
    const machine::Sizes sizes = random_sizes(random, static_cast<std::int64_t>(cells.size()));
    const mapping::CellGraph graph(problem.grid(), problem.stencil(), cells);
    EXPECT_EQ(counts(mapping::bisect(problem.grid(), graph, cells, sizes), sizes.count()), sizes.expand());
  }
}

TEST(Levels, EveryDomainLiesInsideTheOneAbove) {
  // Unequal at both levels: two groups of 2 and 3 nodes.
  const mapping::Problem problem(
      grid::Grid({10, 9}), grid::Stencil::nearest_neighbor(2),
      machine::Machine({{"group", machine::Sizes({40, 50})}, {"node", machine::Sizes({20, 20, 10, 15, 25})}}));
  const std::vector<grid::Cell> cells = identity(problem.size()).items();
  const mapping::Labels groups =
      mapping::divide(problem.grid(), problem.stencil(), cells, machine::Sizes({40, 50}), {});
  const mapping::Order order = mapping::order_by_levels(problem, groups, {});
  ASSERT_NO_THROW(mapping::slots_of(order));
  for (const machine::Slot slot : order.ids())
    EXPECT_EQ(groups[mapping::Vertex(order[slot].number())], mapping::Part(slot < machine::Slot(40) ? 0 : 1));
  // At least 9 + 1 pairs lie between two groups of a 10 x 9 grid, because 40 is not a multiple of 9.
  EXPECT_LE(cost::edge_cut(problem, order)[0].j_sum, 20);
}

TEST(SizesWithin, AreThoseOfTheInnerDomains) {
  EXPECT_EQ(mapping::sizes_within(machine::Sizes({20, 20, 10, 15, 25}), 40, 90), machine::Sizes({10, 15, 25}));
}

}  // namespace
}  // namespace cartwright
