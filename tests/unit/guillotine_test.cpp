// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/guillotine.hpp"

#include "cost/cut.hpp"
#include "mapping/strip_widths.hpp"
#include "mapping/turned_box.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

namespace cartwright {
namespace {

mapping::Order order_of(const std::vector<std::vector<grid::Cell>>& parts) {
  mapping::Order order;
  for (const std::vector<grid::Cell>& part : parts)
    for (const grid::Cell cell : part) order.push_back(cell);
  return order;
}

cost::LevelCut guillotine_cut(const mapping::Problem& problem) {
  const auto parts = mapping::guillotine_parts(problem.grid(), problem.stencil(), problem.machine().node_sizes(), {});
  return cost::node_cut(problem, order_of(parts));
}

TEST(Guillotine, EveryNodeGetsItsSizeAndEveryCellANode) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    const auto parts = mapping::guillotine_parts(problem.grid(), problem.stencil(), sizes, {});
    ASSERT_EQ(static_cast<std::int64_t>(parts.size()), sizes.count());
    for (std::int64_t node = 0; node < sizes.count(); ++node)
      EXPECT_EQ(static_cast<std::int64_t>(parts[node].size()), sizes[node]);
    EXPECT_NO_THROW(mapping::slots_of(order_of(parts)));
  }
}

/// The best division of a box by planes only, by trying all of them, without memory, symmetry or strips.
double best_by_planes(const grid::Grid& grid, const grid::Stencil& stencil, const grid::Coords& box,
                      std::int64_t node) {
  const std::int64_t cells = std::accumulate(box.begin(), box.end(), std::int64_t{1}, std::multiplies<>());
  if (cells == node) return grid::internal_weight(grid, stencil, box);
  double best = -1e300;
  for (std::size_t dim = 0; dim < box.size(); ++dim)
    for (std::int64_t at = 1; at < box[dim]; ++at) {
      if (cells / box[dim] * at % node != 0) continue;
      grid::Coords near = box, far = box;
      near[dim] = at;
      far[dim] -= at;
      best = std::max(best, best_by_planes(grid, stencil, near, node) + best_by_planes(grid, stencil, far, node));
    }
  return best;
}

TEST(Guillotine, IsNeverWorseThanTryingEveryPlane) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Coords dims = random.below(2) == 0
                                  ? grid::Coords{2 + random.below(5), 2 + random.below(5)}
                                  : grid::Coords{1 + random.below(3), 1 + random.below(4), 2 + random.below(3)};
    base::FixedVector<bool, grid::max_dims> periods;
    for (std::size_t i = 0; i < dims.size(); ++i) periods.push_back(random.below(3) == 0);
    const grid::Grid grid(dims, periods);
    std::int64_t node = 1 + random.below(grid.size());
    while (grid.size() % node != 0) --node;
    const grid::Stencil stencil = random_stencil(random, dims.size());
    const mapping::Problem problem(grid, stencil,
                                   machine::Machine::nodes(machine::Sizes::equal(grid.size() / node, node)));
    const double reference = grid::total_weight(grid, stencil) - best_by_planes(grid, stencil, dims, node);
    EXPECT_LE(guillotine_cut(problem).j_sum, reference);
  }
}

/// The weight inside parts according to a plan, and the true weight of its order.
struct Counted {
  double planned, actual;
};

Counted count_inside(const grid::Coords& box, mapping::StripFrame frame, base::Random& random) {
  const grid::Grid grid(box);
  const std::size_t ndims = box.size();
  const grid::Stencil stencil =
      random.below(2) == 0 ? grid::Stencil::nearest_neighbor(ndims) : grid::Stencil::hops(ndims);
  std::vector<std::int64_t> sizes;
  for (std::int64_t left = grid.size(); left > 0; left -= sizes.back())
    sizes.push_back(std::min(left, 1 + random.below(12)));
  const mapping::MixedStripPlan plan = mapping::StripWidths(grid, stencil).solve(box, frame, sizes);
  mapping::Order order;
  for (const grid::Coords& cell : mapping::StripWidths::cells(box, plan)) order.push_back(grid.cell(cell));
  mapping::slots_of(order);
  const mapping::Problem problem(grid, stencil, machine::Machine::nodes(machine::Sizes(sizes)));
  return {plan.weight, grid::total_weight(grid, stencil) - cost::node_cut(problem, order).j_sum};
}

TEST(StripWidths, CountExactlyTheWeightInsideTheParts) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    // Strips are as long as the largest part, so no part lies in more than two of them.
    const Counted inside = count_inside({12 + random.below(8), 2 + random.below(12)}, {0, 1, -1}, random);
    EXPECT_EQ(inside.planned, inside.actual);
  }
}

TEST(StripWidths, NeverCountMoreThanTheirOrderKeepsInside) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const grid::Coords box{2 + random.below(6), 2 + random.below(6), 2 + random.below(6)};
    const Counted inside = count_inside(box, {2, 0, 1}, random);
    EXPECT_LE(inside.planned, inside.actual);
  }
}

TEST(TurnedBox, TurnsAndTurnsBack) {
  const std::vector<std::size_t> alike = {0, 1, 0, 1};  // 0 and 2 are alike, and so are 1 and 3
  const mapping::Turned turned = mapping::turn({3, 2, 7, 5}, alike);
  EXPECT_EQ(turned.box, (grid::Coords{7, 5, 3, 2}));
  EXPECT_EQ(mapping::turn_back(turned.box, turned), (grid::Coords{3, 2, 7, 5}));
}

TEST(TurnedBox, KnowsWhichDimensionsAreAlike) {
  using Alike = std::vector<std::size_t>;
  EXPECT_EQ(mapping::alike_dims(grid::Grid({4, 5, 6}), grid::Stencil::nearest_neighbor(3)), (Alike{0, 0, 0}));
  EXPECT_EQ(mapping::alike_dims(grid::Grid({4, 5, 6}), grid::Stencil::hops(3)), (Alike{0, 1, 1}));
  EXPECT_EQ(mapping::alike_dims(grid::Grid({4, 5, 4}, {true, true, true}), grid::Stencil::nearest_neighbor(3)),
            (Alike{0, 1, 0}));
  EXPECT_EQ(mapping::alike_dims(grid::Grid({4, 4}, {true, false}), grid::Stencil::nearest_neighbor(2)), (Alike{0, 1}));
}

TEST(Guillotine, ReachesTheLowerBoundOnThePublishedNearestNeighborGrid) {
  const mapping::Problem problem(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(50, 48)));
  const cost::LevelCut cut = guillotine_cut(problem);
  EXPECT_EQ(cut.j_sum, 1204);
  EXPECT_EQ(cut.j_max, 28);
}

TEST(StripWidths, TakeAStencilWithoutAnyEdgeBetweenCells) {
  // Every offset wraps around to its origin, and sums of 1/3 are not exact.
  const mapping::Problem problem(
      grid::Grid({11, 2, 6}, {true, true, true}),
      grid::Stencil(3, {{grid::Coords{0, -2, 0}, 1.0 / 3}, {grid::Coords{0, 2, 0}, 1.0 / 3}}),
      machine::Machine::nodes(machine::Sizes({50, 70, 12})));
  EXPECT_EQ(guillotine_cut(problem).j_sum, 0);
}

TEST(Guillotine, FillsAGridWhoseNodesFitNoPlaneByStrips) {
  const mapping::Problem problem(grid::Grid({7, 5}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes({11, 13, 3, 8})));
  EXPECT_LT(guillotine_cut(problem).j_sum, grid::total_weight(problem.grid(), problem.stencil()) / 2);
}

}  // namespace
}  // namespace cartwright
