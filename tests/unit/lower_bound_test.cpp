// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/lower_bound.hpp"

#include "base/random.hpp"
#include "bound/direction_bound.hpp"
#include "bound/max_internal.hpp"
#include "bound/plane_program.hpp"
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace cartwright {
namespace {

using Periods = base::FixedVector<bool, grid::max_dims>;

/// weight[a][b]: the weight between cells a and b of the grid, both directions.
std::vector<std::vector<double>> exchanges(const grid::Grid& grid, const grid::Stencil& stencil) {
  const auto size = static_cast<std::size_t>(grid.size());
  std::vector<std::vector<double>> weight(size, std::vector<double>(size, 0.0));
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : stencil.offsets()) {
      const grid::Cell there = grid.neighbor(grid.coords(cell), offset.delta);
      if (there == grid::no_cell || there == cell) continue;
      weight[cell.index()][there.index()] += offset.weight;
      weight[there.index()][cell.index()] += offset.weight;
    }
  return weight;
}

/// The least J_sum of all mappings whose J_sum is below `limit`, infinity when there is none: branch and
/// bound over the cells in row-major order.
class ExhaustiveSearch {
 public:
  ExhaustiveSearch(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes, double limit)
      : weight_(exchanges(grid, stencil)),
        sizes_(sizes.expand()),
        free_(sizes_),
        domain_(weight_.size()),
        towards_(sizes_.size()),
        limit_(limit) {
    descend(0, 0);
  }
  double least() const { return least_; }

 private:
  void descend(std::size_t cell, double cut) {
    if (cut + least_to_come(cell) >= limit_) return;
    if (cell == domain_.size()) {
      limit_ = least_ = cut;
      return;
    }
    for (std::size_t part = 0; part < sizes_.size(); ++part) {
      if (free_[part] == 0 || empty_twin_before(part)) continue;
      --free_[part];
      domain_[cell] = part;
      double more = 0;
      for (std::size_t other = 0; other < cell; ++other)
        if (domain_[other] != part) more += weight_[cell][other];
      descend(cell + 1, cut + more);
      ++free_[part];
    }
  }

  /// A bound for the cells that are not placed yet: their cut to placed cells, each in its best domain.
  double least_to_come(std::size_t placed) {
    double sum = 0;
    for (std::size_t cell = placed; cell < domain_.size(); ++cell) {
      std::ranges::fill(towards_, 0.0);
      double all = 0;
      for (std::size_t other = 0; other < placed; ++other) {
        towards_[domain_[other]] += weight_[cell][other];
        all += weight_[cell][other];
      }
      double most = 0;
      for (std::size_t part = 0; part < sizes_.size(); ++part)
        if (free_[part] > 0) most = std::max(most, towards_[part]);
      sum += all - most;
    }
    return sum;
  }

  /// Empty domains of one size are alike: only the first is tried.
  bool empty_twin_before(std::size_t part) const {
    if (free_[part] != sizes_[part]) return false;
    for (std::size_t twin = 0; twin < part; ++twin)
      if (sizes_[twin] == sizes_[part] && free_[twin] == sizes_[twin]) return true;
    return false;
  }

  std::vector<std::vector<double>> weight_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> free_;
  std::vector<std::size_t> domain_;
  std::vector<double> towards_;
  double limit_;
  double least_ = std::numeric_limits<double>::infinity();
};

/// Largest internal weight of m cells, for every m: all subsets of the grid.
std::vector<double> best_sets(const grid::Grid& grid, const grid::Stencil& stencil) {
  const std::vector<std::vector<double>> weight = exchanges(grid, stencil);
  std::vector<double> best(weight.size() + 1, 0.0);
  std::vector<double> internal(std::size_t{1} << weight.size(), 0.0);
  for (std::size_t set = 1; set < internal.size(); ++set) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
    const std::size_t rest = set & (set - 1);
    internal[set] = internal[rest];
    for (std::size_t cell = lowest + 1; cell < weight.size(); ++cell)
      if ((rest >> cell & 1) != 0) internal[set] += weight[lowest][cell];
    double& most = best[std::popcount(set)];
    most = std::max(most, internal[set]);
  }
  return best;
}

/// A few offsets of up to 3 steps, most of them with their opposite, of weights 1, 2, 0.5 or 1/3.
grid::Stencil random_stencil(base::Random& random, std::size_t ndims) {
  std::vector<grid::Offset> offsets;
  for (std::int64_t pairs = 1 + random.below(4); pairs > 0; --pairs) {
    grid::Coords delta(ndims);
    for (auto& x : delta) x = random.below(2) == 0 ? 0 : random.below(7) - 3;
    constexpr std::array weights = {1.0, 1.0, 2.0, 0.5, 1.0 / 3};
    const double weight = weights[random.below(5)];
    offsets.push_back({delta, weight});
    if (random.below(4) == 0) continue;
    for (auto& x : delta) x = -x;
    offsets.push_back({delta, weight});
  }
  return {ndims, std::move(offsets)};
}

std::vector<grid::Stencil> stencils(base::Random& random, std::size_t ndims) {
  std::vector<grid::Stencil> all = {grid::Stencil::nearest_neighbor(ndims), grid::Stencil::hops(ndims),
                                    grid::Stencil::component(ndims), grid::Stencil::moore(ndims)};
  for (int i = 0; i < 3; ++i) all.push_back(random_stencil(random, ndims));
  return all;
}

std::vector<Periods> some_periods(std::size_t ndims) {
  std::vector<Periods> all = {Periods(ndims, false), Periods(ndims, true)};
  if (ndims > 1) {
    all.emplace_back(ndims, false)[0] = true;
    all.emplace_back(ndims, false)[ndims - 1] = true;
  }
  return all;
}

/// All divisors of p as equal sizes, and some splits of p that are not equal.
std::vector<machine::Sizes> some_sizes(base::Random& random, std::int64_t p) {
  std::vector<machine::Sizes> all;
  for (std::int64_t n = 2; n < p; ++n)
    if (p % n == 0) all.push_back(machine::Sizes::equal(p / n, n));
  for (int i = 0; i < 3; ++i) {
    machine::Sizes sizes;
    for (std::int64_t left = p; left > 0;) {
      const std::int64_t size = std::min(left, 1 + random.below(p / 2 + 1));
      sizes.append(size);
      left -= size;
    }
    all.push_back(sizes);
  }
  return all;
}

std::string describe(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes,
                     std::uint64_t seed) {
  std::string text = fmt::format("seed {}, grid {}, periods", seed, grid::to_string(grid.dims()));
  for (std::size_t i = 0; i < grid.ndims(); ++i) text += grid.periodic(i) ? " 1" : " 0";
  text += ", offsets";
  for (const grid::Offset& offset : stencil.offsets())
    text += fmt::format(" {}*{}", offset.weight, grid::to_string(offset.delta));
  text += ", sizes";
  for (const std::int64_t size : sizes.expand()) text += fmt::format(" {}", size);
  return text;
}

/// Compares the bound with the optimum on one grid, and counts how often they are equal.
struct Tally {
  int instances = 0;
  int tight = 0;

  void check(grid::Coords dims, std::uint64_t seed) {
    base::Random random(seed);
    for (const grid::Stencil& stencil : stencils(random, dims.size()))
      for (const Periods& periods : some_periods(dims.size()))
        for (const machine::Sizes& sizes : some_sizes(random, grid::Grid(dims).size())) {
          const grid::Grid grid(dims, periods);
          const double bound = bound::lower_bound(grid, stencil, sizes);
          const double least = ExhaustiveSearch(grid, stencil, sizes, bound + 1e-6).least();
          ASSERT_GE(least, bound) << describe(grid, stencil, sizes, seed);
          ++instances;
          if (std::isfinite(least)) ++tight;
        }
  }
};

TEST(LowerBound, NeverExceedsTheOptimumOfSmallGrids) {
  Tally tally;
  for (const grid::Coords& dims :
       {grid::Coords{1}, grid::Coords{2}, {3},       {5},       {8},       {12},      {1, 1},
        {1, 6},          {2, 2},          {2, 3},    {3, 3},    {5, 2},    {4, 3},    {2, 7},
        {3, 5},          {4, 4},          {2, 2, 2}, {2, 2, 3}, {3, 2, 2}, {1, 3, 2}, {2, 1, 2, 2}})
    if (!sanitized || grid::Grid(dims).size() <= 12) tally.check(dims, 1);
  EXPECT_GE(tally.tight, tally.instances * 87 / 100) << tally.tight << " of " << tally.instances << " are tight";
}

// Grids too large for a search, where prices do most of the work.
TEST(LowerBound, NeverExceedsTheCutOfAnOrder) {
  constexpr std::uint64_t seed = 3;
  base::Random random(seed);
  for (int round = 0; round < 60; ++round) {
    grid::Coords dims;
    for (std::int64_t left = 1 + random.below(3); left > 0; --left) dims.push_back(1 + random.below(12));
    const grid::Grid grid(dims, some_periods(dims.size())[random.below(2)]);
    machine::Sizes sizes;
    for (std::int64_t left = grid.size(), size = 1 + random.below(20); left > 0; left -= size) {
      if (random.below(4) == 0) size = 1 + random.below(20);
      size = std::min(size, left);
      sizes.append(size);
    }
    for (const grid::Stencil& stencil : stencils(random, dims.size())) {
      const double bound = bound::lower_bound(grid, stencil, sizes);
      const mapping::Problem problem(grid, stencil, machine::Machine::nodes(sizes));
      for (const mapping::Algorithm& algorithm : mapping::algorithms()) {
        if (algorithm.local == nullptr) continue;
        ASSERT_LE(bound, cost::node_cut(problem, mapping::run_algorithm(algorithm, problem).order).j_sum + 1e-9)
            << algorithm.name << ", " << describe(grid, stencil, sizes, seed);
      }
    }
  }
}

/// Along each dimension for which there is such a program.
std::vector<bound::PlaneProgram> by_planes(const bound::Pattern& pattern) {
  std::vector<bound::PlaneProgram> programs;
  for (std::size_t i = 0; i < pattern.grid.ndims(); ++i)
    if (auto program = bound::PlaneProgram::make(pattern, i, pattern.grid.size(), 1e7)) {
      program->evaluate(bound::max_internal(bound::fibre(pattern, bound::DimSet{1} << i), pattern.grid.size()));
      programs.push_back(std::move(*program));
    }
  return programs;
}

TEST(MaxInternal, IsNeverBelowTheBestSetOfASmallGrid) {
  constexpr std::uint64_t seed = 7;
  base::Random random(seed);
  int sets = 0, sets_by_planes = 0;
  int tight = 0, tight_by_planes = 0;
  for (const grid::Coords& dims : {grid::Coords{1},
                                   {2},
                                   {3},
                                   {7},
                                   {14},
                                   {2, 2},
                                   {2, 5},
                                   {4, 3},
                                   {3, 5},
                                   {4, 4},
                                   {2, 2, 2},
                                   {3, 2, 2},
                                   {2, 2, 4},
                                   {2, 2, 2, 2}})
    for (const grid::Stencil& stencil : stencils(random, dims.size()))
      for (const Periods& periods : some_periods(dims.size())) {
        const grid::Grid grid(dims, periods);
        const bound::Pattern pattern = bound::reduced(grid, stencil);
        const std::vector<double> best = best_sets(grid, stencil);
        const std::vector<double> most = bound::max_internal(pattern, grid.size());
        ASSERT_EQ(most.size(), best.size());
        const std::vector<double> by_directions = bound::independent_directions(pattern, grid.size());
        const std::vector<bound::PlaneProgram> planes = by_planes(pattern);
        for (std::size_t m = 1; m < best.size(); ++m) {
          SCOPED_TRACE(describe(grid, stencil, machine::Sizes::equal(1, static_cast<std::int64_t>(m)), seed));
          ASSERT_GE(most[m], best[m] - 1e-9);
          ASSERT_GE(bound::max_internal_estimate(pattern, static_cast<std::int64_t>(m)), best[m] - 1e-6);
          ASSERT_GE(bound::independent_directions_estimate(pattern, static_cast<std::int64_t>(m)), best[m] - 1e-6);
          ++sets;
          if (most[m] <= best[m] + 1e-6) ++tight;
          ASSERT_TRUE(by_directions.empty() || by_directions[m] >= best[m] - 1e-9);
          for (const bound::PlaneProgram& plane : planes) {
            const auto cells = static_cast<std::int64_t>(m);
            ASSERT_GE(plane.most(cells), best[m] - 1e-9);
            const std::vector<std::int64_t> fibres = plane.fibres(cells);
            ASSERT_EQ(std::accumulate(fibres.begin(), fibres.end(), std::int64_t{0}), cells);
            ++sets_by_planes;
            if (plane.most(cells) <= best[m] + 1e-6) ++tight_by_planes;
          }
        }
      }
  EXPECT_GE(tight, sets * 91 / 100) << tight << " of " << sets << " are exact";
  EXPECT_GE(tight_by_planes, sets_by_planes * 97 / 100) << tight_by_planes << " of " << sets_by_planes << " are exact";
}

// P. Brass, Erdos distance problems in normed spaces, Computational Geometry 6 (1996): n points of a square lattice
// have at most floor(4n - sqrt(28n - 12)) pairs that are neighbors in the sense of a king on a chessboard.
TEST(MaxInternal, OfAMooreStencilIsTheTheoremOfBrass) {
  const std::vector<double> most =
      bound::max_internal(bound::reduced(grid::Grid({100, 100}), grid::Stencil::moore(2)), 64);
  for (int n = 1; n <= 64; ++n) EXPECT_EQ(most[n], 2 * std::floor(4 * n - std::sqrt(28.0 * n - 12))) << n;
}

double bound_of(grid::Coords dims, grid::Stencil stencil, const machine::Sizes& sizes, Periods periods = {}) {
  return bound::lower_bound(grid::Grid(dims, periods), stencil, sizes);
}

// The instances of [Hunold2020, figures 6 and 7]. With hops, shapes alone (docs/lower-bound.md, section 1) give 2724
// and 5882; prices raise that.
TEST(LowerBound, ReachesTheKnownFigures) {
  const machine::Sizes n50 = machine::Sizes::equal(50, 48);
  const machine::Sizes n75 = machine::Sizes::equal(100, 48);
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::nearest_neighbor(2), n50), 1204);
  EXPECT_GE(bound_of({75, 64}, grid::Stencil::nearest_neighbor(2), n75), 2522);
  EXPECT_GE(bound_of({50, 48}, grid::Stencil::hops(2), n50), 2808);
  EXPECT_GE(bound_of({75, 64}, grid::Stencil::hops(2), n75), 6018);
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::component(2), n50), 96);
  EXPECT_EQ(bound_of({75, 64}, grid::Stencil::component(2), n75), 192);
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::nearest_neighbor(2), n50, {true, true}), 1400);
}

// Faces carry 30 times the bytes of edges, and edges 30 times those of corners. No nodes of 8 and of 4 cut less than
// blocks of 2x2x2 and of 2x2x1. Blocks of 4x2x2 cut 63,000.
TEST(LowerBound, ReachesBlocksWhereCornersCount) {
  std::vector<grid::Offset> offsets = grid::Stencil::moore(3).offsets();
  for (grid::Offset& offset : offsets) {
    const auto moves = 3 - std::ranges::count(offset.delta, 0);
    offset.weight = moves == 1 ? 900 : moves == 2 ? 30 : 1;
  }
  const grid::Stencil stencil(3, offsets);
  EXPECT_EQ(bound_of({4, 4, 4}, stencil, machine::Sizes::equal(8, 8)), 93752);
  EXPECT_EQ(bound_of({4, 4, 4}, stencil, machine::Sizes::equal(16, 4)), 155256);
  EXPECT_GE(bound_of({4, 4, 4}, stencil, machine::Sizes::equal(4, 16)), 62504);
}

TEST(LowerBound, TakesUnequalSizes) {
  machine::Sizes alternating;
  for (int i = 0; i < 30; ++i) {
    alternating.append(48);
    alternating.append(32);
  }
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::nearest_neighbor(2), alternating), 1364);
  machine::Sizes halves = machine::Sizes::equal(30, 48);
  halves.append(32, 30);
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::nearest_neighbor(2), halves), 1364);
  machine::Sizes remainder = machine::Sizes::equal(49, 48);
  remainder.append(24, 2);
  EXPECT_EQ(bound_of({50, 48}, grid::Stencil::nearest_neighbor(2), remainder), 1216);
}

// Squares of 10^6 processes of a torus: each has a boundary of 4000 edges, and no set has a shorter one.
TEST(LowerBound, HoldsForHugeNodes) {
  const machine::Sizes sizes = machine::Sizes::equal(1'000'000, 1'000'000);
  const double bound = bound_of({1'000'000, 1'000'000}, grid::Stencil::nearest_neighbor(2), sizes, {true, true});
  EXPECT_LE(bound, 4e9);
  EXPECT_GE(bound, 3.99e9);
}

TEST(LowerBound, IsZeroWhenNothingCanBeCut) {
  EXPECT_EQ(bound_of({4, 4}, grid::Stencil::nearest_neighbor(2), machine::Sizes::equal(1, 16)), 0);
  EXPECT_EQ(bound_of({4, 4}, grid::Stencil(2, {}), machine::Sizes::equal(4, 4)), 0);
  EXPECT_EQ(bound_of({}, grid::Stencil(0, {}), machine::Sizes::equal(1, 1)), 0);
  EXPECT_EQ(bound_of({3}, grid::Stencil(1, {{{5}}, {{-5}}}), machine::Sizes::equal(3, 1)), 0);
}

}  // namespace
}  // namespace cartwright
