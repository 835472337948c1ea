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
using Periods = FixedVector<bool, max_dims>;

std::string text(const LevelDims& levels) {
  std::vector<std::string> cuts;
  for (const Coords& level : levels) cuts.push_back(to_string(level));
  return fmt::format("{}", fmt::join(cuts, " "));
}

Weights reciprocals(std::initializer_list<double> extents) {
  Weights weights;
  for (const double extent : extents) weights.push_back(1.0 / extent);
  return weights;
}

std::string chosen(std::int64_t n, const Coords& dims, const Weights& weights, const Periods& periods = {}) {
  return to_string(weighted_dims_create(n, dims, Surface(dims.size(), weights, periods)));
}

std::string cuts(const std::vector<std::int64_t>& sizes, const Weights& weights, std::size_t ndims) {
  return text(level_dims_create(sizes, Coords(ndims, 0), Surface(ndims, weights)).value());
}

TEST(IntegerWeights, ReadsReciprocalsOfExtentsExactly) {
  EXPECT_EQ(integer_weights(reciprocals({1000, 1100, 950}), 3), (IntegerWeights{209, 190, 220}));
  EXPECT_EQ(integer_weights(reciprocals({999983, 1000003}), 2), (IntegerWeights{1000003, 999983}));
  EXPECT_EQ(integer_weights(Weights{0.1, 0.2, 0.3}, 3), (IntegerWeights{1, 2, 3}));
  EXPECT_EQ(integer_weights(Weights{4. / 3, 4. / 7, 0}, 3), (IntegerWeights{7, 3, 0}));
}

TEST(IntegerWeights, KeepsTheRatiosOfAnyWeights) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 1000; ++round) {
    Weights weights(3);
    for (double& weight : weights) weight = std::ldexp(random.unit(), static_cast<int>(random.below(40)));
    const IntegerWeights integers = integer_weights(weights, 3);
    const auto most = static_cast<double>(std::ranges::max(integers));
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(static_cast<double>(integers[i]) / most, weights[i] / std::ranges::max(weights), 1e-15) << weights[i];
  }
}

TEST(IntegerWeights, RefusesWhatIsNoWeight) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -1e-300, infinity, -infinity, std::nan("")})
    EXPECT_THROW(integer_weights(Weights{1, bad}, 2), Error) << bad;
  EXPECT_THROW(integer_weights(Weights{1}, 2), Error);
  EXPECT_EQ(integer_weights(Weights{0, 0}, 2), (IntegerWeights{0, 0}));
  EXPECT_EQ(integer_weights(Weights{5e-324, 1e308}, 2)[0], 0);
}

TEST(WeightedDims, HaveTheFiguresOfTheSlides) {
  EXPECT_EQ(chosen(12, {0, 0}, reciprocals({1800, 580})), "6x2");
  EXPECT_EQ(chosen(48, {0, 0}, reciprocals({4, 12})), "4x12");
  EXPECT_EQ(chosen(48, {0, 0}, reciprocals({6000, 8080})), "6x8");
}

TEST(WeightedDims, KeepWhatIsFixed) {
  EXPECT_EQ(chosen(48, {0, 6, 0}, {1, 1, 1}), "4x6x2");
  EXPECT_EQ(chosen(48, {8, 6}, {1, 1}), "8x6");
  EXPECT_EQ(chosen(48, {0, 1, 0}, {1, 1, 3}), "12x1x4");
  for (const Coords& bad : {Coords{5, 0}, Coords{48, 2}, Coords{-1, 0}, Coords{6, 6}, Coords{}})
    EXPECT_THROW(weighted_dims_create(48, bad, Surface(bad.size(), {})), Error);
  EXPECT_THROW(weighted_dims_create(0, {0}, Surface(1, {})), Error);
  EXPECT_EQ(to_string(weighted_dims_create(1, {}, Surface(0, {}))), "");
}

TEST(WeightedDims, WithoutWeightAreAsEvenAsCanBe) { EXPECT_EQ(chosen(48, {0, 0, 0}, {0, 0, 0}), "4x4x3"); }

TEST(WeightedDims, CutOnlyWhereNothingIsToBeSent) { EXPECT_EQ(chosen(48, {0, 0}, {1, 0}), "1x48"); }

TEST(WeightedDims, CountTheBoundaryThatClosesARing) {
  // A line of 4 has 3 boundaries and 2 x 2 has 1 + 1; as rings they have 4 and 2 + 2.
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}), "2x2");
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}, {true, true}), "1x4");
  EXPECT_EQ(chosen(4, {0, 0}, {2, 1}, {true, false}), "1x4");
  EXPECT_EQ(chosen(4, {0, 0}, {1, 1}, {true, true}), "2x2");
}

TEST(WeightedDims, AgreeWithExhaustiveSearch) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 500; ++round) {
    const std::size_t ndims = static_cast<std::size_t>(1 + random.below(4));
    const auto n = 1 + random.below(400);
    Weights weights(ndims);
    Periods periods(ndims);
    for (std::size_t i = 0; i < ndims; ++i) {
      weights[i] = 1.0 / static_cast<double>(1 + random.below(6));
      periods[i] = random.below(2) == 1;
    }
    const Surface surface(ndims, weights, periods);
    const auto key = [&](const Coords& dims) {
      std::int64_t squares = 0;
      for (const std::int64_t dim : dims) squares += dim * dim;
      return std::pair(surface.cost(dims), squares);
    };
    const std::vector<Coords> all = all_dims(n, Coords(ndims, 0), 1'000'000);
    const Coords& best = *std::ranges::min_element(all, {}, key);  // the first of equals: lexicographically largest
    EXPECT_EQ(to_string(weighted_dims_create(n, Coords(ndims, 0), surface)), to_string(best)) << n;
  }
}

TEST(WeightedDims, OfHugeNumbersAreFoundOrRefused) {
  EXPECT_EQ(chosen(std::int64_t{1} << 62, {0, 0}, {1, 1}), "2147483648x2147483648");
  EXPECT_EQ(chosen(9'223'372'036'854'775'783, {0, 0}, {1, 2}), "9223372036854775783x1");
  EXPECT_EQ(chosen(2'147'483'647, {0, 0, 0}, {}), "2147483647x1x1");
  EXPECT_NO_THROW(weighted_dims_create(2'095'133'040, Coords(16, 0), Surface(16, {})));
  EXPECT_THROW(weighted_dims_create(897'612'484'786'617'600, Coords(16, 0), Surface(16, {})), Error);
}

// Seed 004, slides 2, 7, 10, 15 and 31 to 33: "Nodes x CPUs x cores", base grid sizes, dims_ml.
TEST(LevelDims, HaveTheFiguresOfTheSlides) {
  EXPECT_EQ(cuts({25, 24}, reciprocals({3000, 3000}), 2), "5x5 6x4");
  EXPECT_EQ(cuts({4, 2, 6}, reciprocals({6000, 8080}), 2), "2x2 1x2 3x2");
  EXPECT_EQ(cuts({625, 2, 12}, reciprocals({1000, 1100, 950}), 3), "5x25x5 2x1x1 3x1x4");
  const LevelDims slide15 = *level_dims_create({625, 2, 12}, {0, 0, 0}, Surface(3, reciprocals({1000, 1100, 950})));
  EXPECT_EQ(to_string(product(slide15)), "30x25x20");

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
  // 40x60 and 60x80 turned: the two cost the same, and the rule for equal costs puts the larger first.
  EXPECT_EQ(cuts({50, 48}, {}, 2), "10x5 6x8");
  EXPECT_EQ(cuts({100, 48}, {}, 2), "10x10 8x6");
}

TEST(LevelDims, MeetFixedDims) {
  const Surface surface(2, {});
  EXPECT_EQ(text(level_dims_create({50, 48}, {40, 60}, surface).value()), "5x10 8x6");
  EXPECT_EQ(text(level_dims_create({50, 48}, {0, 48}, surface).value()), "25x2 2x24");
  EXPECT_EQ(level_dims_create({50, 48}, {7, 0}, surface), std::nullopt);
  EXPECT_EQ(level_dims_create({50, 48}, {48, 48}, surface), std::nullopt);
  // Each of these alone would do for the dims, but not both.
  EXPECT_EQ(level_dims_create({4, 9}, {6, 6}, surface), std::optional(LevelDims{{2, 2}, {3, 3}}));
  EXPECT_EQ(level_dims_create({4, 9}, {4, 9}, surface), std::optional(LevelDims{{4, 1}, {1, 9}}));
}

TEST(LevelDims, AgreeWithExhaustiveSearch) {
  const std::uint64_t seed = 13;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::size_t ndims = static_cast<std::size_t>(2 + random.below(2));
    const std::vector<std::int64_t> sizes{1 + random.below(30), 1 + random.below(6), 1 + random.below(16)};
    Weights weights(ndims);
    Periods periods(ndims);
    for (std::size_t i = 0; i < ndims; ++i) {
      weights[i] = static_cast<double>(random.below(4));
      periods[i] = random.below(2) == 1;
    }
    const Surface surface(ndims, weights, periods);
    Coords fixed(ndims, 0);
    const auto factorisations = [&](std::int64_t n) { return all_dims(n, Coords(ndims, 0), 100'000); };
    if (random.below(2) == 1) {
      const std::vector<Coords> all = factorisations(sizes[0] * sizes[1] * sizes[2]);
      fixed[0] = all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(all.size())))][0];
    }

    std::optional<std::tuple<Surface::Cost, Surface::Cost, Surface::Cost>> least;
    for (const Coords& outer : factorisations(sizes[0]))
      for (const Coords& middle : factorisations(sizes[1]))
        for (const Coords& inner : factorisations(sizes[2])) {
          const LevelDims levels{outer, middle, inner};
          if (fixed[0] != 0 && product(levels)[0] != fixed[0]) continue;
          const std::tuple costs{surface.cost(outer), surface.cost(product({outer, middle})),
                                 surface.cost(product(levels))};
          if (!least || costs < *least) least = costs;
        }
    const std::optional<LevelDims> found = level_dims_create(sizes, fixed, surface);
    ASSERT_EQ(found.has_value(), least.has_value()) << to_string(fixed);
    if (!found) continue;
    const LevelDims& levels = *found;
    const std::tuple costs{surface.cost(levels[0]), surface.cost(product({levels[0], levels[1]})),
                           surface.cost(product(levels))};
    EXPECT_TRUE(costs == *least) << text(levels) << " of " << sizes[0] << ',' << sizes[1] << ',' << sizes[2];
  }
}

TEST(LevelDims, OfManyEqualCutsAreFoundInABoundedSearch) {
  const std::vector<std::int64_t> sizes{1 << 16, 16, 64};
  const LevelDims levels = level_dims_create(sizes, Coords(16, 0), Surface(16, Weights(16, 0.0))).value();
  EXPECT_EQ(levels.size(), 3U);
}

TEST(LevelDims, RefuseWhatMakesNoSense) {
  const Surface surface(2, {});
  EXPECT_THROW(level_dims_create({}, {0, 0}, surface), Error);
  EXPECT_THROW(level_dims_create({4, 0}, {0, 0}, surface), Error);
  EXPECT_THROW(level_dims_create({4, -2}, {0, 0}, surface), Error);
  EXPECT_THROW(level_dims_create({std::int64_t{1} << 62, 4}, {0, 0}, surface), Error);
  EXPECT_THROW(level_dims_create({4, 2}, {std::int64_t{1} << 40, std::int64_t{1} << 40}, surface), Error);
  EXPECT_THROW(product({{2, 0}}), Error);
}

}  // namespace
}  // namespace cartwright
