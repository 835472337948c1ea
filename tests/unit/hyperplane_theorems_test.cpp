// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Theorems V.1 and V.2 of [Hunold2020], read off the orders that the algorithm returns: as long as a box holds more
// than two nodes of equal sizes, a plane divides it into two boxes of whole nodes, and the smaller one has at least
// half as many cells as the other.
#include "grid/parse.hpp"
#include "mapping/algorithm.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace cartwright {
namespace {

using Cells = std::span<const grid::Cell>;

/// Whether the cells are all cells of a box.
bool is_box(const grid::Grid& grid, Cells cells) {
  grid::Coords low = grid.coords(cells.front());
  grid::Coords high = low;
  for (const grid::Cell cell : cells) {
    const grid::Coords at = grid.coords(cell);
    for (std::size_t i = 0; i < at.size(); ++i) {
      low[i] = std::min(low[i], at[i]);
      high[i] = std::max(high[i], at[i]);
    }
  }
  std::size_t volume = 1;
  for (std::size_t i = 0; i < low.size(); ++i) volume *= static_cast<std::size_t>(high[i] - low[i] + 1);
  return volume == cells.size();
}

/// The depth of a recursion that divides the cells of an order as the theorems say, or nothing if there is none.
std::optional<int> depth_of_recursion(const grid::Grid& grid, Cells cells, std::size_t node_size) {
  const std::size_t nodes = cells.size() / node_size;
  if (nodes <= 2) return 0;
  for (std::size_t left = nodes / 2; 2 * left >= nodes - left; --left) {
    const Cells smaller = cells.first(left * node_size);
    const Cells larger = cells.subspan(left * node_size);
    if (!is_box(grid, smaller) || !is_box(grid, larger)) continue;
    const std::optional<int> one = depth_of_recursion(grid, smaller, node_size);
    const std::optional<int> other = depth_of_recursion(grid, larger, node_size);
    if (one && other) return 1 + std::max(*one, *other);
  }
  return {};
}

/// Every n that divides a grid is a size of nodes. `check` gets the grid, the order of the mapping, and n.
template <typename Check>
void for_every_instance(const char* mapping, const Check& check) {
  std::vector<grid::Coords> grids;
  for (std::int64_t a = 1; a <= 14; ++a)
    for (std::int64_t b = 1; b <= 14; ++b) grids.push_back({a, b});
  for (std::int64_t a = 1; a <= 6; ++a)
    for (std::int64_t b = 1; b <= 6; ++b)
      for (std::int64_t c = 1; c <= 6; ++c) grids.push_back({a, b, c});
  for (const grid::Coords& dims : grids)
    for (const char* stencil : {"nn", "hops", "component"}) {
      const grid::Grid grid(dims);
      for (std::int64_t n = 1; 2 * n <= grid.size(); ++n) {
        if (grid.size() % n != 0) continue;
        SCOPED_TRACE(fmt::format("{} {}, nodes of {}", grid::to_string(dims), stencil, n));
        const mapping::Problem problem(grid, grid::parse_stencil(stencil, dims.size()),
                                       machine::Machine::nodes(machine::Sizes::equal(grid.size() / n, n)));
        check(grid, mapping::run_algorithm(mapping::find_algorithm(mapping), problem).order.items(),
              static_cast<std::size_t>(n));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
}

TEST(Hyperplane, DividesEveryBoxIntoWholeNodesInARatioOfHalfToOne) {
  int instances = 0;
  for_every_instance("hyperplane", [&](const grid::Grid& grid, Cells order, std::size_t n) {
    ++instances;
    const std::optional<int> depth = depth_of_recursion(grid, order, n);
    ASSERT_TRUE(depth) << "theorem V.1 or V.2 does not hold";
    // The larger part has at most two thirds of the nodes, so the number of recursions is logarithmic.
    const double nodes = static_cast<double>(order.size()) / static_cast<double>(n);
    EXPECT_LE(*depth, std::ceil(std::max(0.0, std::log(nodes / 2) / std::log(1.5))));
  });
  EXPECT_GT(instances, 4000);
}

// The check above can fail: a space-filling curve is not such a recursion everywhere.
TEST(Hyperplane, DiffersFromAlgorithmsWithoutPlanes) {
  int without = 0;
  for_every_instance("hilbert", [&](const grid::Grid& grid, Cells order, std::size_t n) {
    without += depth_of_recursion(grid, order, n) ? 0 : 1;
  });
  EXPECT_GT(without, 100);
}

}  // namespace
}  // namespace cartwright
