// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/semidefinite_bound.hpp"

#include "bound/division_proof.hpp"
#include "bound/symmetric_eigen.hpp"
#include "choose/relaxed_bound.hpp"
#include "cost/least_cut.hpp"
#include "graphs.hpp"
#include "random_problem.hpp"
#include "sanitized.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cartwright {
namespace {

bound::SquareMatrix random_symmetric(base::Random& random, std::size_t n) {
  bound::SquareMatrix matrix(n);
  const std::int64_t kind = random.below(3);  // any numbers, few different ones, or a projection with many equal values
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      matrix(i, j) = matrix(j, i) = kind == 0   ? 1e3 * (random.unit() - 0.5)
                                    : kind == 1 ? static_cast<double>(random.below(3))
                                                : static_cast<double>(i % 4 == j % 4);
  return matrix;
}

TEST(SymmetricEigen, GivesTheMatrixBack) {
  for (std::uint64_t seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const auto n = static_cast<std::size_t>(1 + random.below(50));
    const bound::SquareMatrix matrix = random_symmetric(random, n);
    const bound::Eigen eigen = bound::symmetric_eigen(matrix);
    double norm = 1e-300;
    for (const double entry : matrix.entries()) norm = std::max(norm, std::abs(entry) * static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double entry = 0, product = 0;
        for (std::size_t r = 0; r < n; ++r) {
          entry += eigen.values[r] * eigen.vectors(r, i) * eigen.vectors(r, j);
          product += eigen.vectors(i, r) * eigen.vectors(j, r);
        }
        EXPECT_NEAR(entry, matrix(i, j), 1e-13 * norm);
        EXPECT_NEAR(product, i == j ? 1 : 0, 1e-13);
      }
    EXPECT_NEAR(bound::least_eigenvalue(matrix), std::ranges::min(eigen.values), 1e-13 * norm);
  }
}

bound::SquareMatrix weights_of(const mapping::Graph& graph) {
  bound::SquareMatrix weights(graph.size());
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v)) {
      weights(v, target.to) += static_cast<double>(target.weight);
      weights(target.to, v) += static_cast<double>(target.weight);
    }
  return weights;
}

/// Any vertices have edges, with small or with large weights.
mapping::Graph random_graph(base::Random& random, std::int64_t size) {
  const std::int64_t density = 1 + random.below(4);
  const std::int64_t heaviest = random.below(3) == 0 ? std::int64_t{1} << 40 : 9;
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t from = 0; from < size; ++from)
    for (std::int32_t to = 0; to < size; ++to)
      if (from != to && random.below(density) == 0) edges.push_back({from, to, 1 + random.below(heaviest)});
  return {size, edges};
}

double least_cut(const mapping::Graph& graph, const machine::Sizes& sizes) {
  const auto everything = static_cast<double>(graph.total_weight());
  return cost::least_cut(graph, sizes, everything, 100'000'000).value().cut;
}

/// The proof must not rest on how the multipliers were found.
TEST(DivisionProof, IsNeverAboveTheLeastCutWhateverTheMultipliers) {
  int positive = 0;
  for (std::uint64_t seed = 0; seed < cases(300); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const std::int64_t parts = 2 + random.below(2);
    const auto n = static_cast<std::size_t>(parts * (2 + random.below(3)));
    const mapping::Graph graph = random_graph(random, static_cast<std::int64_t>(n));
    const double size =
        graph.total_weight() == 0 ? 1 : static_cast<double>(graph.total_weight()) / static_cast<double>(n);
    const auto any = [&] {
      return size * (random.unit() - 0.5) * std::pow(10.0, -static_cast<double>(random.below(4)));
    };
    bound::Multipliers multipliers{std::vector<double>(n), std::vector<double>(n), bound::SquareMatrix(n), {}, {}};
    for (std::size_t i = 0; i < n; ++i) {
      multipliers.vertex[i] = size + any();
      multipliers.row[i] = any() / 10;
      for (std::size_t j = 0; j < i; ++j) multipliers.pair(i, j) = multipliers.pair(j, i) = any() / 10;  // also below 0
    }
    for (std::int64_t t = random.below(20); t > 0; --t) {
      const auto apex = static_cast<std::int32_t>(random.below(static_cast<std::int64_t>(n)));
      const auto left = static_cast<std::int32_t>(random.below(static_cast<std::int64_t>(n)));
      const auto right = static_cast<std::int32_t>(random.below(static_cast<std::int64_t>(n)));
      if (apex == left || apex == right || left == right) continue;
      multipliers.triangles.push_back({apex, left, right});
      multipliers.triangle.push_back(any());
    }
    const std::optional<double> proven = bound::proven_cut(weights_of(graph), parts, multipliers);
    ASSERT_TRUE(proven);
    EXPECT_LE(*proven, least_cut(graph, machine::Sizes::equal(parts, static_cast<std::int64_t>(n) / parts)));
    positive += *proven > 0 ? 1 : 0;
  }
  EXPECT_GT(positive, cases(300) / 20);
}

/// Triangles with negative multipliers, whose sum the others undo: if they counted, they would prove anything.
TEST(DivisionProof, LeavesOutNegativeMultipliers) {
  constexpr std::int32_t n = 8, parts = 2;
  const mapping::Graph graph = complete(n);
  const double size = 1000, half = size * (n - 2) / 2;
  bound::Multipliers multipliers{
      std::vector<double>(n, 2.0 * n - half), std::vector<double>(n, half), bound::SquareMatrix(n), {}, {}};
  for (std::int32_t apex = 0; apex < n; ++apex)
    for (std::int32_t left = 0; left < n; ++left)
      for (std::int32_t right = left + 1; right < n; ++right)
        if (apex != left && apex != right) multipliers.triangles.push_back({apex, left, right});
  multipliers.triangle.assign(multipliers.triangles.size(), -size);
  const std::optional<double> proven = bound::proven_cut(weights_of(graph), parts, multipliers);
  ASSERT_TRUE(proven);
  EXPECT_LE(*proven, least_cut(graph, machine::Sizes::equal(parts, n / parts)));
}

TEST(SemidefiniteBound, IsNeverAboveTheLeastCutAndOftenEqual) {
  int equal = 0;
  for (std::uint64_t seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const std::int64_t parts = 2 + random.below(3), part = 2 + random.below(3);
    const mapping::Graph graph = random_graph(random, parts * part);
    const double least = least_cut(graph, machine::Sizes::equal(parts, part));
    const double bound = bound::semidefinite_bound(weights_of(graph), parts, {.rounds = 400});
    EXPECT_LE(bound, least);
    equal += bound >= 0.999 * least ? 1 : 0;
  }
  EXPECT_GT(equal, cases(60) / 3);
}

/// Blocks of a grid, whose cuts are counted by hand.
TEST(SemidefiniteBound, ReachesTheLeastCutOfGrids) {
  const auto reaches = [](const grid::Grid& grid, std::int64_t parts, double least) {
    const mapping::Graph graph = stencil_graph(grid, grid::Stencil::nearest_neighbor(grid.ndims()));
    const double bound = bound::semidefinite_bound(weights_of(graph), parts, {.rounds = 400});
    EXPECT_LE(bound, least);
    EXPECT_GT(bound, 0.999 * least);
  };
  reaches(grid::Grid({8, 8}), 4, 2 * 16);
  reaches(grid::Grid({8, 8}), 16, 2 * 48);
  reaches(grid::Grid({4, 4, 4}), 8, 2 * 48);
}

TEST(RelaxedBound, HoldsForPartsOfAnySizes) {
  for (std::uint64_t seed = 0; seed < cases(40); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 4 + random.below(6));
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const double least = least_cut(graph, sizes);
    for (const double known : {0.0, least, 2 * least + 1})
      EXPECT_LE(choose::relaxed_bound(graph, sizes, known, choose::Tier::balanced, 1), least) << "known " << known;
  }
}

/// Bytes between all pairs in multiples of 8: the bound is rounded up to the next cut that there can be.
TEST(RelaxedBound, IsRoundedUpToAMultipleOfAllWeights) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t v = 0; v < 12; ++v)
    for (std::int32_t u = 0; u < 12; ++u)
      if (u != v) edges.push_back({v, u, 8 * (1 + v * u % 5)});
  const mapping::Graph graph(12, edges);
  const machine::Sizes sizes = machine::Sizes::equal(4, 3);
  const double bound = choose::relaxed_bound(graph, sizes, 0, choose::Tier::balanced, 1);
  EXPECT_EQ(std::fmod(bound, 16), 0) << "both ways";
  EXPECT_GT(bound, 0);
  EXPECT_LE(bound, least_cut(graph, sizes));
}

TEST(RelaxedBound, LeavesOutWhatItCannotBound) {
  const mapping::Graph large = stencil_graph(grid::Grid({40, 40}), grid::Stencil::nearest_neighbor(2));
  EXPECT_EQ(choose::relaxed_bound(large, machine::Sizes::equal(16, 100), 0, choose::Tier::best, 1), 0);
  const mapping::Graph small = stencil_graph(grid::Grid({4, 4}), grid::Stencil::nearest_neighbor(2));
  EXPECT_EQ(choose::relaxed_bound(small, machine::Sizes::equal(4, 4), 0, choose::Tier::fast, 1), 0);
  EXPECT_EQ(choose::relaxed_bound(small, machine::Sizes::equal(1, 16), 0, choose::Tier::best, 1), 0);
  EXPECT_EQ(choose::relaxed_bound(small, machine::Sizes::equal(16, 1), 0, choose::Tier::best, 1), 0);
  EXPECT_EQ(choose::relaxed_bound(mapping::Graph(8, {}), machine::Sizes::equal(2, 4), 0, choose::Tier::best, 1), 0);
}

}  // namespace
}  // namespace cartwright
