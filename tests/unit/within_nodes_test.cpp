// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/within_nodes.hpp"

#include "base/error.hpp"
#include "cost/cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright {
namespace {

TEST(OrderWithinNodes, LetsNeighboursShareASocketAndMovesNobodyToAnotherNode) {
  // A node holds 8 rows of 4; half of them cut across the rows is 4 edges each way, along them 8.
  const Grid grid(Coords{16, 4});
  const Stencil stencil = Stencil::nearest_neighbor(2);
  Order order(64);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = 0; i < 64; i += 32)  // as badly as can be: neighbours on different sockets
    std::stable_partition(order.begin() + static_cast<std::ptrdiff_t>(i),
                          order.begin() + static_cast<std::ptrdiff_t>(i) + 32,
                          [](std::int64_t rank) { return rank % 2 == 0; });
  const Problem problem(grid, stencil, Machine({{"node", Sizes::equal(2, 32)}, {"socket", Sizes::equal(4, 16)}}));
  const double before = edge_cut(problem, order)[1].j_sum;
  const double nodes = edge_cut(problem, order)[0].j_sum;
  order_within_nodes(grid, stencil, 32, 2, order);
  EXPECT_GT(before, 100);
  EXPECT_EQ(edge_cut(problem, order)[0].j_sum, nodes);
  EXPECT_EQ(edge_cut(problem, order)[1].j_sum, nodes + 2 * 8);  // two nodes, 4 edges each way
}

TEST(OrderWithinNodes, LeavesOneSocketAsItIs) {
  Order order = {3, 1, 2, 0};
  order_within_nodes(Grid(Coords{4}), Stencil::nearest_neighbor(1), 2, 1, order);
  EXPECT_EQ(order, (Order{3, 1, 2, 0}));
}

TEST(OrderWithinNodes, RefusesSocketsThatDoNotShareEvenly) {
  Order order = {0, 1, 2, 3, 4, 5};
  const auto with = [&](std::int64_t ranks, std::int64_t sockets) {
    order_within_nodes(Grid(Coords{6}), Stencil::nearest_neighbor(1), ranks, sockets, order);
  };
  EXPECT_THROW(with(6, 4), Error);
  EXPECT_THROW(with(6, 0), Error);
  EXPECT_THROW(with(4, 2), Error);
}

}  // namespace
}  // namespace cartwright
