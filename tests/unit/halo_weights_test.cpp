// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/halo.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "choose/choose_dims.hpp"
#include "cost/cut.hpp"
#include "grid/all_dims.hpp"
#include "grid/weighted_dims.hpp"
#include "mapping/algorithm.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cartwright {
namespace {

/// The cost of all messages of one exchange: a loop over the processes, their neighbors, and the elements of a face.
double counted_cost(const grid::Halo& halo, const grid::Grid& grid) {
  const std::size_t ndims = grid.ndims();
  double cost = 0;
  for (std::int64_t process = 0; process < grid.size(); ++process) {
    std::int64_t rest = process;
    for (std::size_t back = 0; back < ndims; ++back) {
      const std::size_t i = ndims - 1 - back;
      const std::int64_t at = rest % grid.dims()[i];
      rest /= grid.dims()[i];
      std::int64_t face = 1;
      for (std::size_t k = 0; k < ndims; ++k)
        if (k != i) face *= halo.data[k] / grid.dims()[k];
      for (const std::int64_t step : {-1, 1}) {
        const bool has_neighbor = at + step >= 0 && at + step < grid.dims()[i];
        if (has_neighbor) cost += static_cast<double>(face) * halo.widths[i] * halo.costs[i];
      }
    }
  }
  return cost;
}

TEST(Halo, WeightsOfEdgesAreTheElementsSent) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int trial = 0; trial < 100; ++trial) {
    const std::size_t ndims = 1 + random.below(3);
    grid::Halo halo;
    grid::Coords dims;
    for (std::size_t i = 0; i < ndims; ++i) {
      dims.push_back(1 + static_cast<std::int64_t>(random.below(4)));
      halo.data.push_back(dims[i] * (1 + static_cast<std::int64_t>(random.below(20))));
      halo.widths.push_back(static_cast<double>(random.below(4)));
      halo.costs.push_back(0.5 * static_cast<double>(1 + random.below(6)));
    }
    const grid::Grid grid(dims);
    // Every process on a node of its own: all edges are cut.
    const mapping::Problem problem(grid, halo.stencil(dims),
                                   machine::Machine::nodes(machine::Sizes::equal(grid.size(), 1)));
    EXPECT_NEAR(cost::edge_cut(problem, mapping::run_algorithm(mapping::find_algorithm("blocked"), problem).order)
                    .front()
                    .j_sum,
                counted_cost(halo, grid), 1e-9 * (1 + counted_cost(halo, grid)));
  }
}

/// The dims by these weights have the least cost of all dims.
TEST(Halo, DimsByItsWeightsAreTheCheapest) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int trial = 0; trial < 50; ++trial) {
    constexpr std::int64_t processes = 24;
    const std::size_t ndims = 2 + random.below(2);
    grid::Halo halo;
    for (std::size_t i = 0; i < ndims; ++i) {
      halo.data.push_back(processes * (1 + static_cast<std::int64_t>(random.below(9))));
      halo.widths.push_back(static_cast<double>(1 + random.below(3)));
      halo.costs.push_back(static_cast<double>(1 + random.below(4)));
    }
    const grid::Coords open(ndims, 0);
    const grid::Coords chosen = grid::weighted_dims_create(processes, open, grid::Surface(ndims, halo.weights()));
    for (const grid::Coords& dims : grid::all_dims(processes, open, 1000))
      EXPECT_LE(counted_cost(halo, grid::Grid(chosen)), counted_cost(halo, grid::Grid(dims)) * (1 + 1e-9));
  }
}

TEST(Halo, TakesOneNumberForAllDimensions) {
  const std::vector<double> two = {2}, costs = {1, 3};
  const grid::Halo halo = grid::parse_halo("100x50", two, costs);
  EXPECT_EQ(halo.widths, (std::vector<double>{2, 2}));
  EXPECT_EQ(halo.costs, costs);
  EXPECT_EQ(halo.weights(), (std::vector<double>{2.0 / 100, 6.0 / 50}));
  EXPECT_EQ(grid::parse_halo("100x50", {}, {}).widths, (std::vector<double>{1, 1}));
  const std::vector<double> three = {1, 2, 3}, negative = {-1};
  EXPECT_THROW(grid::parse_halo("100x50", three, {}), base::Error);
  EXPECT_THROW(grid::parse_halo("100x50", {}, negative), base::Error);
  EXPECT_THROW(grid::parse_halo("100x0", {}, {}), base::Error);
}

}  // namespace
}  // namespace cartwright
