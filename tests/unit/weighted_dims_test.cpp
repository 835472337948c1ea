// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/weighted_dims.hpp"

#include "base/random.hpp"
#include "grid/all_dims.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

namespace cartwright {
namespace {

using Weights = std::vector<double>;
using Periods = base::FixedVector<bool, grid::max_dims>;

std::string text(const grid::LevelDims& levels) {
  std::vector<std::string> cuts;
  for (const grid::Coords& level : levels) cuts.push_back(grid::to_string(level));
  return fmt::format("{}", fmt::join(cuts, " "));
}

Weights reciprocals(std::initializer_list<double> extents) {
  Weights weights;
  for (const double extent : extents) weights.push_back(1.0 / extent);
  return weights;
}

std::string chosen(std::int64_t n, const grid::Coords& dims, const Weights& weights, const Periods& periods = {}) {
  return grid::to_string(grid::weighted_dims_create(n, dims, grid::Surface(dims.size(), weights, periods)));
}

std::string cuts(const std::vector<std::int64_t>& sizes, const Weights& weights, std::size_t ndims) {
  return text(grid::level_dims_create(sizes, grid::Coords(ndims, 0), grid::Surface(ndims, weights)).value());
}

/// The weights of all boundaries between parts, which must be whole numbers; a periodic dimension has one more.
std::int64_t cost(const grid::Coords& dims, const Weights& weights, const Periods& periods) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < dims.size(); ++i)
    sum += static_cast<std::int64_t>(weights[i]) * (dims[i] - (periods[i] && dims[i] > 1 ? 0 : 1));
  return sum;
}

TEST(IntegerWeights, ReadsReciprocalsOfExtentsExactly) {
  EXPECT_EQ(grid::integer_weights(reciprocals({1000, 1100, 950}), 3), (grid::IntegerWeights{209, 190, 220}));
  EXPECT_EQ(grid::integer_weights(reciprocals({999983, 1000003}), 2), (grid::IntegerWeights{1000003, 999983}));
  EXPECT_EQ(grid::integer_weights(Weights{0.1, 0.2, 0.3}, 3), (grid::IntegerWeights{1, 2, 3}));
  EXPECT_EQ(grid::integer_weights(Weights{4. / 3, 4. / 7, 0}, 3), (grid::IntegerWeights{7, 3, 0}));
}

TEST(IntegerWeights, KeepsTheRatiosOfAnyWeights) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int round = 0; round < 1000; ++round) {
    Weights weights(3);
    for (double& weight : weights) weight = std::ldexp(random.unit(), static_cast<int>(random.below(40)));
    const grid::IntegerWeights integers = grid::integer_weights(weights, 3);
    const auto most = static_cast<double>(std::ranges::max(integers));
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(static_cast<double>(integers[i]) / most, weights[i] / std::ranges::max(weights), 1e-15) << weights[i];
  }
}

TEST(IntegerWeights, RefusesInvalidWeights) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -1e-300, infinity, -infinity, std::nan("")})
    EXPECT_THROW(grid::integer_weights(Weights{1, bad}, 2), base::Error) << bad;
  EXPECT_THROW(grid::integer_weights(Weights{1}, 2), base::Error);
  EXPECT_EQ(grid::integer_weights(Weights{0, 0}, 2), (grid::IntegerWeights{0, 0}));
  EXPECT_EQ(grid::integer_weights(Weights{5e-324, 1e308}, 2)[0], 0);
}

TEST(WeightedDims, HaveTheFiguresOfTheSlides) {
  EXPECT_EQ(chosen(12, {0, 0}, reciprocals({1800, 580})), "6x2");
  EXPECT_EQ(chosen(48, {0, 0}, reciprocals({4, 12})), "4x12");
  EXPECT_EQ(chosen(48, {0, 0}, reciprocals({6000, 8080})), "6x8");
}

TEST(WeightedDims, KeepFixedDims) {
  EXPECT_EQ(chosen(48, {0, 6, 0}, {1, 1, 1}), "4x6x2");
  EXPECT_EQ(chosen(48, {8, 6}, {1, 1}), "8x6");
  EXPECT_EQ(chosen(48, {0, 1, 0}, {1, 1, 3}), "12x1x4");
  for (const grid::Coords& bad :
       {grid::Coords{5, 0}, grid::Coords{48, 2}, grid::Coords{-1, 0}, grid::Coords{6, 6}, grid::Coords{}})
    EXPECT_THROW(grid::weighted_dims_create(48, bad, grid::Surface(bad.size(), {})), base::Error);
  EXPECT_THROW(grid::weighted_dims_create(0, {0}, grid::Surface(1, {})), base::Error);
  EXPECT_EQ(grid::to_string(grid::weighted_dims_create(1, {}, grid::Surface(0, {}))), "");
}

TEST(WeightedDims, WithoutWeightAreAsEvenAsCanBe) { EXPECT_EQ(chosen(48, {0, 0, 0}, {0, 0, 0}), "4x4x3"); }

TEST(WeightedDims, CutOnlyDimensionsWithoutTraffic) { EXPECT_EQ(chosen(48, {0, 0}, {1, 0}), "1x48"); }

TEST(WeightedDims, CountTheBoundaryThatClosesAPeriodicDimension) {
  // A line of 4 has 3 boundaries and 2 x 2 has 1 + 1; if periodic, they have 4 and 2 + 2.
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}), "2x2");
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}, {true, true}), "1x4");
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}, {true, false}), "1x4");
  EXPECT_EQ(chosen(4, {0, 0}, {1, 1}, {true, true}), "2x2");
}

TEST(WeightedDims, AgreeWithExhaustiveSearch) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int round = 0; round < 500; ++round) {
    const std::size_t ndims = static_cast<std::size_t>(1 + random.below(4));
    const auto n = 1 + random.below(400);
    Weights weights(ndims);
    Periods periods(ndims);
    for (std::size_t i = 0; i < ndims; ++i) {
      weights[i] = 60 / static_cast<double>(1 + random.below(6));
      periods[i] = random.below(2) == 1;
    }
    const grid::Surface surface(ndims, weights, periods);
    const auto key = [&](const grid::Coords& dims) {
      std::int64_t squares = 0;
      for (const std::int64_t dim : dims) squares += dim * dim;
      return std::pair(cost(dims, weights, periods), squares);
    };
    const std::vector<grid::Coords> all = grid::all_dims(n, grid::Coords(ndims, 0), 1'000'000);
    const grid::Coords& best =
        *std::ranges::min_element(all, {}, key);  // the first of equals: lexicographically largest
    EXPECT_EQ(grid::to_string(grid::weighted_dims_create(n, grid::Coords(ndims, 0), surface)), grid::to_string(best))
        << n;
  }
}

TEST(WeightedDims, OfHugeNumbersAreFoundOrRefused) {
  EXPECT_EQ(chosen(std::int64_t{1} << 62, {0, 0}, {1, 1}), "2147483648x2147483648");
  EXPECT_EQ(chosen(9'223'372'036'854'775'783, {0, 0}, {1, 2}), "9223372036854775783x1");
  EXPECT_EQ(chosen(2'147'483'647, {0, 0, 0}, {}), "2147483647x1x1");
  EXPECT_NO_THROW(grid::weighted_dims_create(2'095'133'040, grid::Coords(16, 0), grid::Surface(16, {})));
  EXPECT_THROW(grid::weighted_dims_create(897'612'484'786'617'600, grid::Coords(16, 0), grid::Surface(16, {})),
               base::Error);
}

// [Niethammer2019, slides 2, 7, 10, 15 and 31 to 33]: "Nodes x CPUs x cores", base grid sizes, dims_ml.
TEST(LevelDims, HaveTheFiguresOfTheSlides) {
  EXPECT_EQ(cuts({25, 24}, reciprocals({3000, 3000}), 2), "5x5 6x4");
  EXPECT_EQ(cuts({4, 2, 6}, reciprocals({6000, 8080}), 2), "2x2 1x2 3x2");
  EXPECT_EQ(cuts({625, 2, 12}, reciprocals({1000, 1100, 950}), 3), "5x25x5 2x1x1 3x1x4");
  const grid::LevelDims slide15 =
      *grid::level_dims_create({625, 2, 12}, {0, 0, 0}, grid::Surface(3, reciprocals({1000, 1100, 950})));
  EXPECT_EQ(grid::to_string(grid::product(slide15)), "30x25x20");

  EXPECT_EQ(cuts({8, 2, 12}, {}, 3), "2x2x2 2x1x1 2x3x2");
  EXPECT_EQ(cuts({64, 2, 12}, {}, 3), "4x4x4 2x1x1 2x3x2");
  EXPECT_EQ(cuts({512, 2, 12}, {}, 3), "8x8x8 2x1x1 2x3x2");
  EXPECT_EQ(cuts({12, 2, 8}, {}, 3), "3x2x2 1x2x1 2x2x2");

  const Weights longer_last = reciprocals({1, 2, 4});
  EXPECT_EQ(cuts({8, 2, 12}, longer_last, 3), "1x2x4 2x1x1 2x3x2");
  EXPECT_EQ(cuts({64, 2, 12}, longer_last, 3), "2x4x8 2x1x1 2x3x2");
  EXPECT_EQ(cuts({512, 2, 12}, longer_last, 3), "4x8x16 2x1x1 2x3x2");
  EXPECT_EQ(cuts({12, 2, 8}, longer_last, 3), "1x3x4 2x1x1 2x2x2");

  const Weights longer_first = reciprocals({4, 2, 1});
  EXPECT_EQ(cuts({8, 2, 12}, longer_first, 3), "4x2x1 2x1x1 2x3x2");
  EXPECT_EQ(cuts({64, 2, 12}, longer_first, 3), "8x4x2 2x1x1 2x3x2");
  EXPECT_EQ(cuts({512, 2, 12}, longer_first, 3), "16x8x4 2x1x1 2x3x2");
}

TEST(LevelDims, OfTwoLevelsLeaveTheFewestEdges) {
  // 40x60 and 60x80 with dimensions exchanged: both cost the same, and the rule for equal costs prefers the larger
  // first dim.
  EXPECT_EQ(cuts({50, 48}, {}, 2), "10x5 6x8");
  EXPECT_EQ(cuts({100, 48}, {}, 2), "10x10 8x6");
}

TEST(LevelDims, MeetFixedDims) {
  const grid::Surface surface(2, {});
  EXPECT_EQ(text(grid::level_dims_create({50, 48}, {40, 60}, surface).value()), "5x10 8x6");
  EXPECT_EQ(text(grid::level_dims_create({50, 48}, {0, 48}, surface).value()), "25x2 2x24");
  EXPECT_EQ(grid::level_dims_create({50, 48}, {7, 0}, surface), std::nullopt);
  EXPECT_EQ(grid::level_dims_create({50, 48}, {48, 48}, surface), std::nullopt);
  // The dims allow each of these cuts, but not both together.
  EXPECT_EQ(grid::level_dims_create({4, 9}, {6, 6}, surface), std::optional(grid::LevelDims{{2, 2}, {3, 3}}));
  EXPECT_EQ(grid::level_dims_create({4, 9}, {4, 9}, surface), std::optional(grid::LevelDims{{4, 1}, {1, 9}}));
}

TEST(LevelDims, AgreeWithExhaustiveSearch) {
  const std::uint64_t seed = 13;
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::size_t ndims = static_cast<std::size_t>(2 + random.below(2));
    const std::vector<std::int64_t> sizes{1 + random.below(30), 1 + random.below(6), 1 + random.below(16)};
    Weights weights(ndims);
    Periods periods(ndims);
    for (std::size_t i = 0; i < ndims; ++i) {
      weights[i] = static_cast<double>(random.below(4));
      periods[i] = random.below(2) == 1;
    }
    const grid::Surface surface(ndims, weights, periods);
    grid::Coords fixed(ndims, 0);
    const auto factorizations = [&](std::int64_t n) { return grid::all_dims(n, grid::Coords(ndims, 0), 100'000); };
    if (random.below(2) == 1) {
      const std::vector<grid::Coords> all = factorizations(sizes[0] * sizes[1] * sizes[2]);
      fixed[0] = all[random.below(static_cast<std::int64_t>(all.size()))][0];
    }

    const auto cost_of = [&](const grid::Coords& dims) { return cost(dims, weights, periods); };
    const auto costs_of = [&](const grid::LevelDims& levels) {
      return std::tuple{cost_of(levels[0]), cost_of(grid::product({levels[0], levels[1]})),
                        cost_of(grid::product(levels))};
    };
    std::optional<std::tuple<std::int64_t, std::int64_t, std::int64_t>> least;
    for (const grid::Coords& outer : factorizations(sizes[0]))
      for (const grid::Coords& middle : factorizations(sizes[1]))
        for (const grid::Coords& inner : factorizations(sizes[2])) {
          const grid::LevelDims levels{outer, middle, inner};
          if (fixed[0] != 0 && grid::product(levels)[0] != fixed[0]) continue;
          if (const auto costs = costs_of(levels); !least || costs < *least) least = costs;
        }
    const std::optional<grid::LevelDims> found = grid::level_dims_create(sizes, fixed, surface);
    ASSERT_EQ(found.has_value(), least.has_value()) << grid::to_string(fixed);
    if (!found) continue;
    EXPECT_EQ(costs_of(*found), *least) << text(*found) << " of " << sizes[0] << ',' << sizes[1] << ',' << sizes[2];
  }
}

TEST(LevelDims, OfManyEqualCutsAreFoundInABoundedSearch) {
  const std::vector<std::int64_t> sizes{1 << 16, 16, 64};
  const grid::LevelDims levels =
      grid::level_dims_create(sizes, grid::Coords(16, 0), grid::Surface(16, Weights(16, 0.0))).value();
  EXPECT_EQ(levels.size(), 3U);
}

TEST(LevelDims, RefuseInvalidArguments) {
  const grid::Surface surface(2, {});
  EXPECT_THROW(grid::level_dims_create({}, {0, 0}, surface), base::Error);
  EXPECT_THROW(grid::level_dims_create({4, 0}, {0, 0}, surface), base::Error);
  EXPECT_THROW(grid::level_dims_create({4, -2}, {0, 0}, surface), base::Error);
  EXPECT_THROW(grid::level_dims_create({std::int64_t{1} << 62, 4}, {0, 0}, surface), base::Error);
  EXPECT_THROW(grid::level_dims_create({4, 2}, {std::int64_t{1} << 40, std::int64_t{1} << 40}, surface), base::Error);
  EXPECT_THROW(grid::product({{2, 0}}), base::Error);
}

}  // namespace
}  // namespace cartwright
