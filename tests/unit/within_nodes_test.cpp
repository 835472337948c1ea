// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/within_nodes.hpp"

#include "cost/cut.hpp"
#include "orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright {
namespace {

TEST(OrderWithinNodes, LetsNeighborsShareASocketAndMovesNobodyToAnotherNode) {
  // A node holds 8 rows of 4; half of them cut across the rows is 4 edges each way, along them 8.
  const grid::Grid grid(grid::Coords{16, 4});
  const grid::Stencil stencil = grid::Stencil::nearest_neighbor(2);
  mapping::Order order = identity(64);
  for (std::size_t i = 0; i < 64; i += 32)  // the worst order: neighbors on different sockets
    std::stable_partition(order.begin() + static_cast<std::ptrdiff_t>(i),
                          order.begin() + static_cast<std::ptrdiff_t>(i) + 32,
                          [](grid::Cell rank) { return rank.number() % 2 == 0; });
  const mapping::Problem problem(
      grid, stencil,
      machine::Machine({{"node", machine::Sizes::equal(2, 32)}, {"socket", machine::Sizes::equal(4, 16)}}));
  const double before = cost::edge_cut(problem, order)[1].j_sum;
  const double nodes = cost::edge_cut(problem, order)[0].j_sum;
  placement::order_within_nodes(grid, stencil, problem.machine(), order);
  EXPECT_GT(before, 100);
  EXPECT_EQ(cost::edge_cut(problem, order)[0].j_sum, nodes);
  EXPECT_EQ(cost::edge_cut(problem, order)[1].j_sum, nodes + 2 * 8);  // two nodes, 4 edges each way
}

TEST(OrderWithinNodes, TakesALastNodeThatIsNotFull) {
  const grid::Grid grid(grid::Coords{10});
  const grid::Stencil stencil = grid::Stencil::nearest_neighbor(1);
  const mapping::Problem problem(
      grid, stencil, machine::Machine({{"node", machine::Sizes({4, 4, 2})}, {"socket", machine::Sizes::equal(5, 2)}}));
  mapping::Order order = order_of({0, 2, 1, 3, 4, 6, 5, 7, 8, 9});
  placement::order_within_nodes(grid, stencil, problem.machine(), order);
  EXPECT_EQ(cost::edge_cut(problem, order)[1].j_sum, 2 * 4);
}

}  // namespace
}  // namespace cartwright
