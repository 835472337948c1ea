// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/least_cut.hpp"

#include "base/random.hpp"
#include "cost/graph_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace cartwright {
namespace {

mapping::Graph random_graph(base::Random& random, std::int32_t size) {
  std::vector<mapping::GraphEdge> edges;
  for (std::int32_t from = 0; from < size; ++from)
    for (std::int32_t to = 0; to < size; ++to)
      if (from != to && random.below(3) == 0) edges.push_back({from, to, 1 + random.below(9)});
  return {size, edges};
}

double cut_of(const mapping::Graph& graph, const std::vector<std::int32_t>& part_of) {
  double cut = 0;
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& edge : graph.edges(v))
      if (part_of[static_cast<std::size_t>(v)] != part_of[static_cast<std::size_t>(edge.to)])
        cut += static_cast<double>(edge.weight);
  return cut;
}

std::vector<std::int32_t> blocks(const machine::Sizes& sizes) {
  std::vector<std::int32_t> part_of;
  for (std::int64_t part = 0; part < sizes.count(); ++part)
    part_of.insert(part_of.end(), static_cast<std::size_t>(sizes[part]), static_cast<std::int32_t>(part));
  return part_of;
}

TEST(LeastCut, EqualsThatOfAllDivisions) {
  constexpr std::uint64_t seed = 5;
  base::Random random(seed);
  const std::vector<machine::Sizes> machines = {machine::Sizes({2, 2, 2}), machine::Sizes({4, 4}),
                                                machine::Sizes({3, 1, 4}), machine::Sizes({2, 3, 2, 1})};
  for (int round = 0; round < 40; ++round) {
    const machine::Sizes& sizes = machines[static_cast<std::size_t>(round) % machines.size()];
    const mapping::Graph graph = random_graph(random, static_cast<std::int32_t>(sizes.total()));
    std::vector<std::int32_t> division = blocks(sizes);
    const double known = cut_of(graph, division);
    double least = std::numeric_limits<double>::infinity();
    do least = std::min(least, cut_of(graph, division));
    while (std::ranges::next_permutation(division).found);
    const std::optional<cost::LeastCut> found = cost::least_cut(graph, sizes, known, 1'000'000);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cut, least) << "seed " << seed << ", round " << round;
    EXPECT_EQ(found->part_of.empty(), least == known);
    if (found->part_of.empty()) continue;
    EXPECT_EQ(cut_of(graph, found->part_of), least);
    for (std::int64_t part = 0; part < sizes.count(); ++part)
      EXPECT_EQ(std::ranges::count(found->part_of, static_cast<std::int32_t>(part)), sizes[part]);
  }
}

TEST(LeastCut, IsNeverBelowTheDegreeBound) {
  base::Random random(6);
  for (int round = 0; round < 20; ++round) {
    const machine::Sizes sizes = machine::Sizes::equal(3, 4);
    const mapping::Graph graph = random_graph(random, 12);
    const std::optional<cost::LeastCut> found =
        cost::least_cut(graph, sizes, static_cast<double>(graph.total_weight()), 10'000'000);
    ASSERT_TRUE(found);
    EXPECT_GE(found->cut, cost::degree_bound(graph, sizes));
  }
}

TEST(LeastCut, EndsAfterItsSteps) {
  base::Random random(7);
  const mapping::Graph graph = random_graph(random, 60);
  EXPECT_FALSE(cost::least_cut(graph, machine::Sizes::equal(6, 10), 1e9, 1000));
  EXPECT_FALSE(cost::least_cut(random_graph(random, 65), machine::Sizes::equal(5, 13), 1e9, 1'000'000));
}

}  // namespace
}  // namespace cartwright
