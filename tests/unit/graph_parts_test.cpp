// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "graphs.hpp"
#include "labels.hpp"
#include "mapping/exact_sizes.hpp"
#include "mapping/grow_parts.hpp"
#include "mapping/scotch_parts.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

mapping::Labels random_labels(base::Random& random, std::int32_t n, std::int64_t parts) {
  mapping::Labels labels(n);
  for (auto& label : labels) label = mapping::Part(random.below(parts));
  return labels;
}

TEST(ExactSizes, EveryPartGetsItsSize) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::CellGraph graph(random_graph(random, 120));
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const mapping::Labels labels =
        mapping::with_exact_sizes(graph, random_labels(random, graph.size(), sizes.count()), sizes);
    EXPECT_EQ(counts(labels, sizes.count()), sizes.expand());
    EXPECT_EQ(mapping::with_exact_sizes(graph, labels, sizes), labels) << "right sizes stay";
  }
}

TEST(ExactSizes, MovesTheVertexThatCostsLeast) {
  // A path of 0 1 2 3 4 5: one vertex too many on the left. Vertex 3 borders on the right part.
  const mapping::CellGraph graph(stencil_graph(grid::Grid({6}), grid::Stencil::nearest_neighbor(1)));
  constexpr mapping::Part left{0}, right{1};
  const mapping::Labels before(std::vector{left, left, left, left, right, right});
  const mapping::Labels after(std::vector{left, left, left, right, right, right});
  EXPECT_EQ(mapping::with_exact_sizes(graph, before, machine::Sizes({3, 3})), after);
}

TEST(GrowParts, EveryPartGetsItsSizeAndTheSameSeedTheSameParts) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::CellGraph graph(random_graph(random, 120));
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const mapping::Labels labels = mapping::grow_parts(graph, sizes, seed);
    EXPECT_EQ(counts(labels, sizes.count()), sizes.expand());
    EXPECT_EQ(mapping::grow_parts(graph, sizes, seed), labels);
  }
}

TEST(GrowParts, FindTheSquaresInAGrid) {
  const mapping::CellGraph graph(stencil_graph(grid::Grid({8, 8}), grid::Stencil::nearest_neighbor(2)));
  EXPECT_EQ(mapping::cut_of(graph, mapping::grow_parts(graph, machine::Sizes::equal(4, 16), 0)), 32);
}

TEST(ScotchParts, LieInRangeAndDependOnTheSeedAlone) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::CellGraph graph(random_graph(random, 200));
    const machine::Sizes sizes = random_sizes(random, graph.size());
    const auto effort = seed % 2 == 0 ? mapping::ScotchEffort::quality : mapping::ScotchEffort::speed;
    const std::optional<mapping::Labels> labels = mapping::scotch_parts(graph, sizes, effort, seed);
    EXPECT_EQ(labels.has_value(), mapping::have_scotch() && graph.mean_weight() > 0);
    if (!labels) continue;
    EXPECT_EQ(counts(mapping::with_exact_sizes(graph, *labels, sizes), sizes.count()), sizes.expand());
    mapping::scotch_parts(graph, sizes, effort, seed + 1);
    EXPECT_EQ(mapping::scotch_parts(graph, sizes, effort, seed), labels) << "earlier calls must not matter";
  }
}

TEST(ScotchParts, AreNotMuchWorseThanOurs) {
  if (!mapping::have_scotch()) GTEST_SKIP() << "built without Scotch, or its library is not there";
  double scotch = 0;
  double ours = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    base::Random random(seed);
    const mapping::CellGraph graph(geometric(random, 300));
    const machine::Sizes sizes = machine::Sizes::equal(12, 25);
    scotch += mapping::cut_of(
        graph, mapping::with_exact_sizes(
                   graph, *mapping::scotch_parts(graph, sizes, mapping::ScotchEffort::quality, seed), sizes));
    ours += mapping::cut_of(graph, mapping::grow_parts(graph, sizes, seed));
  }
  EXPECT_LT(scotch, 1.25 * ours);
  EXPECT_LT(ours, 1.25 * scotch);
}

}  // namespace
}  // namespace cartwright
