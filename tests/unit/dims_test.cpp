// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/dims.hpp"

#include "base/random.hpp"
#include "grid/prime_factors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace cartwright {
namespace {

constexpr std::int64_t max_int64 = INT64_MAX;

/// The rule of dims.hpp by trying every non-increasing factorization.
struct Exhaustive {
  std::optional<grid::Coords> best;

  static bool closer(const grid::Coords& a, const grid::Coords& b) {
    const std::int64_t spread_a = a[0] - a.back();
    const std::int64_t spread_b = b[0] - b.back();
    return spread_a != spread_b ? spread_a < spread_b : std::ranges::lexicographical_compare(a, b);
  }
  void extend(std::int64_t rest, std::size_t missing, grid::Coords dims) {
    if (missing == 0) {
      if (rest == 1 && (!best || closer(dims, *best))) best = dims;
      return;
    }
    for (std::int64_t f = 1; f <= (dims.empty() ? rest : std::min(rest, dims.back())); ++f) {
      if (rest % f != 0) continue;
      grid::Coords longer = dims;
      longer.push_back(f);
      extend(rest / f, missing - 1, longer);
    }
  }
};

TEST(DimsCreate, AgreesWithExhaustiveSearch) {
  for (std::size_t ndims = 1; ndims <= 5; ++ndims)
    for (std::int64_t n = 1; n <= 1200; ++n) {
      Exhaustive all;
      all.extend(n, ndims, {});
      EXPECT_EQ(grid::to_string(grid::dims_create(n, ndims)), grid::to_string(*all.best))
          << n << " in " << ndims << "-d";
    }
}

TEST(DimsCreate, FollowsTheRuleWhereOpenMpi414DoesNot) {
  EXPECT_EQ(grid::dims_create(2400, 2), (grid::Coords{50, 48}));
  EXPECT_EQ(grid::dims_create(72, 2), (grid::Coords{9, 8}));
  EXPECT_EQ(grid::dims_create(4800, 2), (grid::Coords{75, 64}));
}

// The sizes at which other software was reported to be wrong: tests/reports.
TEST(DimsCreate, AreThoseThatReportsAskFor) {
  for (std::int64_t side = 1; side < 200; ++side)
    EXPECT_EQ(grid::dims_create(side * side, 2), (grid::Coords{side, side}));
  const std::vector<grid::Coords> wanted = {{9, 8},   {15, 12}, {16, 15}, {18, 16}, {21, 16},
                                            {21, 20}, {25, 18}, {24, 21}, {27, 20}, {4, 2, 2}};
  for (const grid::Coords& dims : wanted) {
    std::int64_t processes = 1;
    for (const std::int64_t dim : dims) processes *= dim;
    EXPECT_EQ(grid::dims_create(processes, dims.size()), dims) << processes;
  }
}

TEST(DimsCreate, PowersOfTwoAreSpreadEvenly) {
  for (int exponent = 0; exponent <= 62; ++exponent)
    for (std::size_t ndims = 1; ndims <= 10; ++ndims) {
      const grid::Coords dims = grid::dims_create(std::int64_t{1} << exponent, ndims);
      EXPECT_LE(dims[0] / 2, dims.back()) << grid::to_string(dims);
    }
}

void expect_factorization(std::int64_t n, const grid::Coords& dims) {
  std::int64_t rest = n;
  for (const std::int64_t dim : dims) {
    ASSERT_GE(dim, 1);
    EXPECT_EQ(rest % dim, 0);
    rest /= dim;
  }
  EXPECT_EQ(rest, 1);
  EXPECT_TRUE(std::is_sorted(dims.begin(), dims.end(), std::greater<>())) << grid::to_string(dims);
}

TEST(DimsCreate, HostileNumbersGiveANonIncreasingFactorization) {
  const std::vector<std::int64_t> hostile = {
      max_int64,            // 7^2 73 127 337 92737 649657
      4611686014132420609,  // (2^31 - 1)^2
      2305843009213693951,  // a prime, 2^61 - 1
      897612484786617600,   // the most divisors below 10^18: 103680
      614889782588491410,   // the product of the first 15 primes
      2022239522903040000,  // one large prime, many small ones
      std::int64_t{1} << 62,
  };
  for (const std::int64_t n : hostile)
    for (std::size_t ndims = 1; ndims <= grid::max_dims; ++ndims) {
      SCOPED_TRACE(fmt::format("{} in {}-d", n, ndims));
      expect_factorization(n, grid::dims_create(n, ndims));
    }
}

TEST(DimsCreate, RandomSmoothNumbersGiveANonIncreasingFactorization) {
  constexpr std::uint64_t seed = 4;
  base::Random random(seed);
  for (int i = 0; i < 200; ++i) {
    std::int64_t n = 1;
    while (n < max_int64 / 40) n *= 2 + random.below(30);
    const auto ndims = static_cast<std::size_t>(2 + random.below(9));
    SCOPED_TRACE(fmt::format("seed {}: {} in {}-d", seed, n, ndims));
    expect_factorization(n, grid::dims_create(n, ndims));
  }
}

TEST(DimsCreate, FixedDimsStay) {
  EXPECT_EQ(grid::dims_create(2400, grid::Coords{0, 48}), (grid::Coords{50, 48}));
  EXPECT_EQ(grid::dims_create(2400, grid::Coords{0, 3, 0}), (grid::Coords{32, 3, 25}));
  EXPECT_EQ(grid::dims_create(6, grid::Coords{2, 3}), (grid::Coords{2, 3}));
  EXPECT_EQ(grid::dims_create(1, grid::Coords{}), grid::Coords{});
}

base::Status failure(std::int64_t nprocs, const grid::Coords& dims) {
  try {
    grid::dims_create(nprocs, dims);
  } catch (const base::Error& error) {
    return error.status();
  }
  return base::Status::ok;
}

TEST(DimsCreate, RefusesArgumentsThatMpiCallsErroneous) {
  EXPECT_EQ(failure(0, {0, 0}), base::Status::invalid_argument);
  EXPECT_EQ(failure(-4, {0, 0}), base::Status::invalid_argument);
  EXPECT_EQ(failure(12, {-1, 0}), base::Status::invalid_argument);
  EXPECT_EQ(failure(12, {5, 0}), base::Status::invalid_argument);
  EXPECT_EQ(failure(12, {2, 3}), base::Status::invalid_argument);
  EXPECT_EQ(failure(2, {}), base::Status::invalid_argument);
  EXPECT_EQ(failure(12, {max_int64, 2, 0}), base::Status::overflow);
}

TEST(PrimeFactors, MultiplyToTheNumber) {
  EXPECT_TRUE(grid::prime_factors(1).empty());
  EXPECT_EQ(grid::prime_factors(360), (std::vector<std::int64_t>{2, 2, 2, 3, 3, 5}));
  EXPECT_EQ(grid::prime_factors(1009 * 1013), (std::vector<std::int64_t>{1009, 1013}));
  EXPECT_EQ(grid::prime_factors(max_int64), (std::vector<std::int64_t>{7, 7, 73, 127, 337, 92737, 649657}));
  EXPECT_EQ(grid::prime_factors(9223371873002223329), (std::vector<std::int64_t>{3037000453, 3037000493}));
}

}  // namespace
}  // namespace cartwright
