// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Cyclic, random, Nodecart, best tiling and the two curves against slow and obvious references.
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "mapping/tiles_p.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace cartwright {
namespace {

mapping::Order order_of(std::string_view name, const mapping::Problem& problem) {
  return mapping::run_algorithm(mapping::find_algorithm(name), problem).order;
}

TEST(Cyclic, DealsCellsToTheNodesThatHaveRoom) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    const std::vector<std::int64_t> sizes = problem.machine().node_sizes().expand();
    std::vector<std::vector<grid::Cell>> hands(sizes.size());
    for (grid::Cell cell(0); cell.number() < problem.size();)
      for (std::size_t node = 0; node < sizes.size(); ++node)
        if (static_cast<std::int64_t>(hands[node].size()) < sizes[node]) hands[node].push_back(cell++);
    mapping::Order expected;
    for (const std::vector<grid::Cell>& hand : hands)
      for (const grid::Cell cell : hand) expected.push_back(cell);
    ASSERT_EQ(order_of("cyclic", problem), expected);
  }
}

TEST(RandomOrder, FollowsTheSeedAndReachesEveryPermutation) {
  const mapping::Problem problem(grid::Grid({4}), grid::Stencil(1, {}),
                                 machine::Machine::nodes(machine::Sizes::equal(2, 2)));
  std::set<std::vector<grid::Cell>> seen;
  mapping::MapOptions options;
  for (options.seed = 0; options.seed < 400; ++options.seed) {
    const mapping::Order order = mapping::run_algorithm(mapping::find_algorithm("random"), problem, options).order;
    EXPECT_EQ(order, mapping::run_algorithm(mapping::find_algorithm("random"), problem, options).order);
    seen.insert(order.items());
  }
  EXPECT_EQ(seen.size(), 24U);
}

/// The volume of the bounding box of the cells of a node.
std::int64_t bounding_cells(const grid::Grid& grid, std::vector<grid::Cell>::const_iterator first,
                            std::vector<grid::Cell>::const_iterator last) {
  std::int64_t cells = 1;
  for (std::size_t i = 0; i < grid.ndims(); ++i) {
    std::int64_t low = grid.dim(i);
    std::int64_t high = -1;
    for (auto cell = first; cell != last; ++cell) {
      low = std::min(low, grid.coords(*cell)[i]);
      high = std::max(high, grid.coords(*cell)[i]);
    }
    cells *= high - low + 1;
  }
  return cells;
}

TEST(Tilings, NodesOfOneSizeAreBoxes) {
  int equal = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    if (!sizes.uniform()) continue;
    ++equal;
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    for (const std::string_view name : {"nodecart", "tiling"}) {
      const mapping::Order order = order_of(name, problem);
      for (auto node = order.begin(); node != order.end(); node += sizes.largest())
        ASSERT_EQ(bounding_cells(problem.grid(), node, node + sizes.largest()), sizes.largest()) << name;
    }
  }
  EXPECT_GT(equal, 50);
}

/// Least cut over every way to cut the grid into boxes of n cells.
double least_tiling_cut(const mapping::Problem& problem, std::int64_t n) {
  const grid::Grid& grid = problem.grid();
  mapping::Axes axes(grid.ndims());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  double least = grid::total_weight(grid, problem.stencil()) + 1;
  for (const grid::Cell last : grid.cells()) {  // the tile's far corner
    grid::Coords tile = grid.coords(last);
    bool divides = true;
    for (std::size_t i = 0; i < grid.ndims(); ++i) divides = grid.dim(i) % ++tile[i] == 0 && divides;
    if (!divides || grid::Grid(tile).size() != n) continue;
    const mapping::TiledOrder tiled(grid, tile, axes);
    mapping::Order order;
    for (const machine::Slot slot : base::ids<machine::Slot>(grid.size()))
      order.push_back(grid.cell(tiled.cell_of(slot)));
    least = std::min(least, cost::node_cut(problem, order).j_sum);
  }
  return least;
}

TEST(Tiling, NoOtherBoxCutsLess) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random, 200);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    if (!sizes.uniform()) continue;
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    ASSERT_EQ(cost::node_cut(problem, order_of("tiling", problem)).j_sum, least_tiling_cut(problem, sizes.largest()));
  }
}

TEST(Tiling, LaysTilesEndToEndOnUnequalNodes) {
  const mapping::Problem problem(grid::Grid({8, 12}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes({16, 8, 16, 24, 32})));
  const mapping::Mapping mapping = mapping::run_algorithm(mapping::find_algorithm("tiling"), problem);
  ASSERT_EQ(mapping.notes.size(), 1U);
  EXPECT_NE(mapping.notes[0].find("of 8 cells"), std::string::npos) << mapping.notes[0];
  for (auto tile = mapping.order.begin(); tile != mapping.order.end(); tile += 8)
    EXPECT_EQ(bounding_cells(problem.grid(), tile, tile + 8), 8);
  EXPECT_EQ(bounding_cells(problem.grid(), mapping.order.begin(), mapping.order.begin() + 16), 16);
}

TEST(Nodecart, GivesLargeFactorsToLongDimensions) {
  EXPECT_EQ(mapping::nodecart_tile({50, 48}, 48), (grid::Coords{2, 24}));
  EXPECT_EQ(mapping::nodecart_tile({75, 64}, 48), (grid::Coords{3, 16}));
  EXPECT_EQ(mapping::nodecart_tile({12, 12}, 36), (grid::Coords{6, 6}));
  EXPECT_EQ(mapping::nodecart_tile({}, 1), grid::Coords());
}

TEST(Nodecart, ManagesPrimesTooLargeToLookFor) {
  const std::int64_t a = 1'000'003;
  const std::int64_t b = 1'000'033;
  EXPECT_EQ(mapping::nodecart_tile({2 * a, 3 * b}, 6 * a * b), (grid::Coords{2 * a, 3 * b}));
  EXPECT_EQ(mapping::nodecart_tile({2 * a, 3 * b}, a * b), (grid::Coords{a, b}));
}

std::int64_t interleaved(const grid::Coords& cell) {
  std::int64_t key = 0;
  for (int bit = 9; bit >= 0; --bit)
    for (const std::int64_t x : cell) key = key << 1 | (x >> bit & 1);
  return key;
}

TEST(Morton, SortsByInterleavedBits) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    mapping::Order expected = identity(problem.size());
    std::ranges::stable_sort(expected, {}, [&](grid::Cell cell) { return interleaved(problem.grid().coords(cell)); });
    ASSERT_EQ(order_of("morton", problem), expected);
  }
}

mapping::Problem one_node(const grid::Coords& dims) {
  const grid::Grid grid(dims);
  return {grid, grid::Stencil(dims.size(), {}), machine::Machine::nodes(machine::Sizes::equal(1, grid.size()))};
}

TEST(Hilbert, StepsToANeighborInEveryCube) {
  for (const grid::Coords& dims : {grid::Coords{64}, grid::Coords{32, 32}, grid::Coords{8, 8, 8},
                                   grid::Coords{8, 8, 8, 8}, grid::Coords{4, 4, 4, 4, 4}}) {
    const mapping::Problem problem = one_node(dims);
    const mapping::Order order = order_of("hilbert", problem);
    for (std::int64_t slot = 1; slot < problem.size(); ++slot) {
      const grid::Coords a = problem.grid().coords(order[machine::Slot(slot - 1)]);
      const grid::Coords b = problem.grid().coords(order[machine::Slot(slot)]);
      std::int64_t distance = 0;
      for (std::size_t i = 0; i < dims.size(); ++i) distance += std::abs(a[i] - b[i]);
      ASSERT_EQ(distance, 1) << grid::to_string(dims) << ", slot " << slot;
    }
  }
}

TEST(Hilbert, PassesOverCellsOutsideTheGrid) {
  for (const grid::Coords& dims :
       {grid::Coords{13, 7}, grid::Coords{3, 16}, grid::Coords{5, 8, 3}, grid::Coords{2, 7, 5, 3}}) {
    const grid::Grid grid(dims);
    const std::int64_t longest = std::ranges::max(dims);
    std::int64_t side = 1;
    while (side < longest) side *= 2;
    const grid::Grid cube(grid::Coords(dims.size(), side));
    mapping::Order expected;
    for (const grid::Cell cell : order_of("hilbert", one_node(cube.dims()))) {
      const grid::Coords coords = cube.coords(cell);
      bool inside = true;
      for (std::size_t i = 0; i < dims.size(); ++i) inside = inside && coords[i] < dims[i];
      if (inside) expected.push_back(grid.cell(coords));
    }
    EXPECT_EQ(order_of("hilbert", one_node(dims)), expected) << grid::to_string(dims);
  }
}

}  // namespace
}  // namespace cartwright
