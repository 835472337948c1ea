// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/torus_embedding.hpp"
#include "base/random.hpp"
#include "network/networks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cartwright {
namespace {

placement::NetworkProblem problem_on(const network::Network& network, const grid::Coords& dims, bool periodic) {
  placement::NetworkProblem problem;
  problem.network = &network;
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes())) problem.nodes.push_back(node);
  problem.grid = grid::Grid(dims, base::FixedVector<bool, grid::max_dims>(dims.size(), periodic));
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(dims.size()).offsets();
  for (grid::Offset& offset : offsets) offset.weight = 1 << 20;
  problem.stencil = grid::Stencil(dims.size(), std::move(offsets));
  return problem;
}

/// The factors of n, dealt at random to `count` dims.
std::vector<std::int64_t> random_dims(base::Random& random, std::int64_t n, std::size_t count) {
  std::vector<std::int64_t> dims(count, 1);
  for (std::int64_t factor = 2; n > 1; ++factor)
    for (; n % factor == 0; n /= factor) dims[random.below(static_cast<std::int64_t>(count))] *= factor;
  return dims;
}

TEST(TorusEmbedding, MovesAlongOneDimensionOfTheTorusForEachStep) {
  int embeddings = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    constexpr std::array<std::int64_t, 6> sizes = {16, 24, 36, 64, 60, 128};
    const std::int64_t size = sizes[seed % sizes.size()];
    const std::vector<std::int64_t> axes = random_dims(random, size, 1 + static_cast<std::size_t>(random.below(3)));
    const std::vector<std::int64_t> dims = random_dims(random, size, 1 + static_cast<std::size_t>(random.below(3)));
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::string spec = "torus:dims=";
    for (std::size_t i = 0; i < axes.size(); ++i) spec += fmt::format("{}{}", i == 0 ? "" : "x", axes[i]);
    const auto torus = network::read_network(spec);
    const placement::NetworkProblem problem = problem_on(*torus, grid::Coords(dims.begin(), dims.end()), false);
    for (const traffic::NodeOfRank& embedding : placement::torus_embeddings(problem, 8)) {
      ++embeddings;
      std::vector<network::Node> nodes = embedding.items();
      std::ranges::sort(nodes);
      ASSERT_EQ(nodes, problem.nodes.items()) << "every node has one rank";
      const auto coords = [&](traffic::Rank rank) {
        std::vector<std::int64_t> at(axes.size());
        std::int64_t rest = embedding[rank].number();
        for (std::size_t i = axes.size(); i-- > 0; rest /= axes[i]) at[i] = rest % axes[i];
        return at;
      };
      std::int64_t stride = 1;
      for (std::size_t dim = dims.size(); dim-- > 0; stride *= dims[dim])
        for (std::int64_t rank = 0; rank < size; ++rank) {
          if (rank / stride % dims[dim] + 1 == dims[dim]) continue;
          const auto here = coords(traffic::Rank(rank));
          const auto there = coords(traffic::Rank(rank + stride));
          int changed = 0;
          for (std::size_t i = 0; i < axes.size(); ++i) changed += here[i] != there[i] ? 1 : 0;
          ASSERT_EQ(changed, 1);
        }
    }
  }
  EXPECT_GT(embeddings, 200);
}

TEST(TorusEmbedding, IsFoundForAFlatGridInACube) {
  const auto torus = network::read_network("torus:dims=8x8x8");
  for (const bool periodic : {false, true}) {
    const placement::NetworkProblem problem = problem_on(*torus, {32, 16}, periodic);
    const placement::NetworkMapping found = placement::map_onto_network(problem, 0.1, 0);
    EXPECT_EQ(found.start, "torus embedding");
    EXPECT_LE(found.after.seconds(), 2 * (1 << 20) / 2e9) << "no link carries more than two messages";
  }
}

TEST(TorusEmbedding, IsEmptyElsewhere) {
  const auto torus = network::read_network("torus:dims=4x4,nodes=2");
  EXPECT_TRUE(placement::torus_embeddings(problem_on(*torus, {8, 4}, false), 8).empty());
  const auto dragonfly = network::read_network("dragonfly:routers=4,global=1,nodes=1");
  EXPECT_TRUE(placement::torus_embeddings(problem_on(*dragonfly, {5, 4}, false), 8).empty());
  const auto line = network::read_network("torus:dims=16");
  placement::NetworkProblem part = problem_on(*line, {8}, false);
  EXPECT_TRUE(placement::torus_embeddings(part, 8).empty()) << "the job uses half of the nodes";
}

}  // namespace
}  // namespace cartwright
