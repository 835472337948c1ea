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

Order order_of(const std::vector<std::vector<std::int64_t>>& parts) {
  Order order;
  for (const auto& part : parts) order.insert(order.end(), part.begin(), part.end());
  return order;
}

LevelCut guillotine_cut(const Problem& problem) {
  const auto parts = guillotine_parts(problem.grid(), problem.stencil(), problem.machine().node_sizes(), {});
  return node_cut(problem, order_of(parts));
}

TEST(Guillotine, EveryNodeGetsItsSizeAndEveryCellANode) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const Problem problem = random_problem(random, 200);
    const Sizes& sizes = problem.machine().node_sizes();
    const auto parts = guillotine_parts(problem.grid(), problem.stencil(), sizes, {});
    ASSERT_EQ(static_cast<std::int64_t>(parts.size()), sizes.count());
    for (std::int64_t node = 0; node < sizes.count(); ++node)
      EXPECT_EQ(static_cast<std::int64_t>(parts[static_cast<std::size_t>(node)].size()), sizes[node]);
    EXPECT_NO_THROW(slots_of(order_of(parts)));
  }
}

/// The best division of a box by planes alone, every one tried: no memory, no symmetry, no strips.
double best_by_planes(const Grid& grid, const Stencil& stencil, const Coords& box, std::int64_t node) {
  const std::int64_t cells = std::accumulate(box.begin(), box.end(), std::int64_t{1}, std::multiplies<>());
  if (cells == node) return internal_weight(grid, stencil, box);
  double best = -1e300;
  for (std::size_t dim = 0; dim < box.size(); ++dim)
    for (std::int64_t at = 1; at < box[dim]; ++at) {
      if (cells / box[dim] * at % node != 0) continue;
      Coords near = box, far = box;
      near[dim] = at;
      far[dim] -= at;
      best = std::max(best, best_by_planes(grid, stencil, near, node) + best_by_planes(grid, stencil, far, node));
    }
  return best;
}

TEST(Guillotine, IsNeverWorseThanTryingEveryPlane) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const Coords dims = random.below(2) == 0 ? Coords{2 + random.below(5), 2 + random.below(5)}
                                             : Coords{1 + random.below(3), 1 + random.below(4), 2 + random.below(3)};
    FixedVector<bool, max_dims> periods;
    for (std::size_t i = 0; i < dims.size(); ++i) periods.push_back(random.below(3) == 0);
    const Grid grid(dims, periods);
    std::int64_t node = 1 + random.below(grid.size());
    while (grid.size() % node != 0) --node;
    const Stencil stencil = random_stencil(random, dims.size());
    const Problem problem(grid, stencil, Machine::nodes(Sizes::equal(grid.size() / node, node)));
    const double reference = total_weight(grid, stencil) - best_by_planes(grid, stencil, dims, node);
    EXPECT_LE(guillotine_cut(problem).j_sum, reference);
  }
}

/// What a plan says it keeps inside parts, and what its order really does.
struct Counted {
  double planned, actual;
};

Counted count_inside(const Coords& box, StripFrame frame, Random& random) {
  const Grid grid(box);
  const std::size_t ndims = box.size();
  const Stencil stencil = random.below(2) == 0 ? Stencil::nearest_neighbor(ndims) : Stencil::hops(ndims);
  std::vector<std::int64_t> sizes;
  for (std::int64_t left = grid.size(); left > 0; left -= sizes.back())
    sizes.push_back(std::min(left, 1 + random.below(12)));
  const MixedStripPlan plan = StripWidths(grid, stencil).solve(box, frame, sizes);
  Order order;
  for (const Coords& cell : StripWidths::cells(box, plan)) order.push_back(grid.cell(cell));
  slots_of(order);
  const Problem problem(grid, stencil, Machine::nodes(Sizes(sizes)));
  return {plan.weight, total_weight(grid, stencil) - node_cut(problem, order).j_sum};
}

TEST(StripWidths, CountExactlyWhatTheirOrderKeepsInside) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    // Strips are as long as the largest part, so no part lies in more than two of them.
    const Counted inside = count_inside({12 + random.below(8), 2 + random.below(12)}, {0, 1, -1}, random);
    EXPECT_EQ(inside.planned, inside.actual);
  }
}

TEST(StripWidths, NeverCountMoreThanTheirOrderKeepsInside) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const Coords box{2 + random.below(6), 2 + random.below(6), 2 + random.below(6)};
    const Counted inside = count_inside(box, {2, 0, 1}, random);
    EXPECT_LE(inside.planned, inside.actual);
  }
}

TEST(TurnedBox, TurnsAndTurnsBack) {
  const std::vector<std::size_t> alike = {0, 1, 0, 1};  // 0 and 2 are alike, and so are 1 and 3
  const Turned turned = turn({3, 2, 7, 5}, alike);
  EXPECT_EQ(turned.box, (Coords{7, 5, 3, 2}));
  EXPECT_EQ(turn_back(turned.box, turned), (Coords{3, 2, 7, 5}));
}

TEST(TurnedBox, KnowsWhichDimensionsAreAlike) {
  using Alike = std::vector<std::size_t>;
  EXPECT_EQ(alike_dims(Grid({4, 5, 6}), Stencil::nearest_neighbor(3)), (Alike{0, 0, 0}));
  EXPECT_EQ(alike_dims(Grid({4, 5, 6}), Stencil::hops(3)), (Alike{0, 1, 1}));
  EXPECT_EQ(alike_dims(Grid({4, 5, 4}, {true, true, true}), Stencil::nearest_neighbor(3)), (Alike{0, 1, 0}));
  EXPECT_EQ(alike_dims(Grid({4, 4}, {true, false}), Stencil::nearest_neighbor(2)), (Alike{0, 1}));
}

TEST(Guillotine, ReachesTheLowerBoundOnThePublishedNearestNeighborGrid) {
  const Problem problem(Grid({50, 48}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes::equal(50, 48)));
  const LevelCut cut = guillotine_cut(problem);
  EXPECT_EQ(cut.j_sum, 1204);
  EXPECT_EQ(cut.j_max, 28);
}

TEST(StripWidths, TakeAStencilWithoutAnyEdgeBetweenCells) {
  // Every offset wraps around to where it began, and 1/3 does not add up exactly.
  const Problem problem(Grid({11, 2, 6}, {true, true, true}),
                        Stencil(3, {{Coords{0, -2, 0}, 1.0 / 3}, {Coords{0, 2, 0}, 1.0 / 3}}),
                        Machine::nodes(Sizes({50, 70, 12})));
  EXPECT_EQ(guillotine_cut(problem).j_sum, 0);
}

TEST(Guillotine, FillsAGridWhoseNodesFitNoPlaneByStrips) {
  const Problem problem(Grid({7, 5}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes({11, 13, 3, 8})));
  EXPECT_LT(guillotine_cut(problem).j_sum, total_weight(problem.grid(), problem.stencil()) / 2);
}

}  // namespace
}  // namespace cartwright
