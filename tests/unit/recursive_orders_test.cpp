// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Hyperplane and k-d tree against references that materialize every box.
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace cartwright {
namespace {

struct Box {
  grid::Coords low;
  grid::Coords dims;
  std::int64_t cells() const { return grid::Grid(dims).size(); }
};

std::pair<Box, Box> halves(const Box& box, std::size_t dim, std::int64_t at) {
  Box left = box;
  Box right = box;
  left.dims[dim] = at;
  right.low[dim] += at;
  right.dims[dim] -= at;
  return {left, right};
}

void append(const grid::Grid& grid, const grid::Coords& low, const grid::Coords& inside, mapping::Order& order) {
  grid::Coords cell = low;
  for (std::size_t i = 0; i < cell.size(); ++i) cell[i] += inside[i];
  order.push_back(grid.cell(cell));
}

/// argmax d_i / f_i as a comparison of fractions.
std::size_t longest_for_its_traffic(const mapping::Problem& problem, const grid::Coords& dims) {
  std::vector<double> sent(dims.size(), 0);
  for (const grid::Offset& offset : problem.stencil().offsets())
    for (std::size_t i = 0; i < dims.size(); ++i) sent[i] += offset.delta[i] != 0 ? offset.weight : 0;
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (dims[i] > 1) axes.push_back(i);
  return *std::ranges::max_element(axes, [&](std::size_t a, std::size_t b) {
    const double left = static_cast<double>(dims[a]) * sent[b];
    const double right = static_cast<double>(dims[b]) * sent[a];
    if (left != right) return left < right;
    return dims[a] != dims[b] ? dims[a] < dims[b] : false;
  });
}

void kd_tree_reference(const mapping::Problem& problem, const Box& box, mapping::Order& order) {
  if (box.cells() == 1) {
    append(problem.grid(), box.low, grid::Coords(box.low.size()), order);
    return;
  }
  const std::size_t k = longest_for_its_traffic(problem, box.dims);
  const auto [left, right] = halves(box, k, box.dims[k] / 2);
  kd_tree_reference(problem, left, order);
  kd_tree_reference(problem, right, order);
}

TEST(KdTree, IsTheRecursionOfTheText) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    mapping::Order expected;
    kd_tree_reference(problem, {grid::Coords(problem.grid().ndims()), problem.grid().dims()}, expected);
    ASSERT_EQ(mapping::run_algorithm(mapping::find_algorithm("kdtree"), problem).order, expected);
  }
}

/// Mean squared cosine between the offsets and axis i; rounded, because equal values may differ in the last bit.
double parallel(const mapping::Problem& problem, std::size_t i) {
  double sum = 0;
  double total = 0;
  for (const grid::Offset& offset : problem.stencil().offsets()) {
    double norm = 0;
    for (const std::int64_t x : offset.delta) norm += static_cast<double>(x * x);
    if (norm == 0) continue;
    total += offset.weight;
    sum += offset.weight * static_cast<double>(offset.delta[i] * offset.delta[i]) / norm;
  }
  return total == 0 ? 0 : std::round(sum / total * 1e9);
}

std::vector<std::size_t> preferred_axes(const mapping::Problem& problem, const grid::Coords& dims) {
  std::vector<std::size_t> axes(dims.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  std::ranges::stable_sort(axes, [&](std::size_t a, std::size_t b) {
    const double left = parallel(problem, a);
    const double right = parallel(problem, b);
    return left != right ? left < right : dims[a] > dims[b];
  });
  return axes;
}

/// Tries every plane, from the middle outward, in every dimension in turn.
void hyperplane_reference(const mapping::Problem& problem, const std::set<std::int64_t>& boundaries, const Box& box,
                          std::int64_t first, mapping::Order& order) {
  const std::vector<std::size_t> axes = preferred_axes(problem, box.dims);
  const std::int64_t end = first + box.cells();
  if (std::distance(boundaries.upper_bound(first), boundaries.lower_bound(end)) <= 1) {
    grid::Coords dims;
    for (const std::size_t i : axes) dims.push_back(box.dims[i]);
    const grid::Grid walk(dims);
    for (const grid::Cell step : walk.cells()) {
      grid::Coords inside(dims.size());
      for (std::size_t k = 0; k < axes.size(); ++k) inside[axes[k]] = walk.coords(step)[k];
      append(problem.grid(), box.low, inside, order);
    }
    return;
  }
  for (const std::size_t i : axes)
    for (std::int64_t at = box.dims[i] / 2; at > 0; --at)
      if (const std::int64_t cut = first + at * (box.cells() / box.dims[i]); boundaries.contains(cut)) {
        const auto [left, right] = halves(box, i, at);
        hyperplane_reference(problem, boundaries, left, first, order);
        hyperplane_reference(problem, boundaries, right, cut, order);
        return;
      }
  FAIL() << "theorem V.1 does not hold for " << grid::to_string(box.dims);
}

TEST(Hyperplane, IsTheRecursionOfTheTextOnEqualNodes) {
  int equal = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    const machine::Sizes& sizes = problem.machine().node_sizes();
    if (!sizes.uniform()) continue;
    ++equal;
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    std::set<std::int64_t> boundaries;
    for (std::int64_t node = 0; node <= sizes.count(); ++node) boundaries.insert(sizes.start(node));
    mapping::Order expected;
    hyperplane_reference(problem, boundaries, {grid::Coords(problem.grid().ndims()), problem.grid().dims()}, 0,
                         expected);
    ASSERT_EQ(mapping::run_algorithm(mapping::find_algorithm("hyperplane"), problem).order, expected);
  }
  EXPECT_GT(equal, 100);
}

// The example of section V-A: two partitions with three outgoing edges each, for every odd n.
TEST(Hyperplane, DoesNotSplitTheLastTwoNodes) {
  const mapping::Problem problem(grid::Grid({2, 17}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(2, 17)));
  const cost::LevelCut cut =
      cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm("hyperplane"), problem).order);
  EXPECT_EQ(cut.per_domain, (std::vector<double>{3, 3}));
}

// Figure 4: a 5x4 grid in five nodes of 4 is first cut along the longer dimension.
TEST(Hyperplane, CutsTheLongestDimensionOfTheExampleFirst) {
  const mapping::Problem problem(grid::Grid({5, 4}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(5, 4)));
  const mapping::Order order = mapping::run_algorithm(mapping::find_algorithm("hyperplane"), problem).order;
  EXPECT_LT(*std::max_element(order.begin(), order.begin() + 8), grid::Cell(8))
      << "the first two rows hold the first two nodes";
}

TEST(Hyperplane, PutsPlanesOnTheBoundariesOfUnequalNodes) {
  const mapping::Problem problem(grid::Grid({8, 6}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes({12, 12, 6, 6, 12})));
  const mapping::Mapping mapping = mapping::run_algorithm(mapping::find_algorithm("hyperplane"), problem);
  const cost::LevelCut cut = cost::node_cut(problem, mapping.order);
  // Rows 0-3 hold nodes 0 and 1, rows 4 to 7 the others: every plane can be put on a boundary.
  EXPECT_LE(*std::max_element(mapping.order.begin(), mapping.order.begin() + 24), grid::Cell(23));
  EXPECT_LE(cut.j_max, 12);
  ASSERT_EQ(mapping.notes.size(), 1U);
  EXPECT_NE(mapping.notes[0].find("6 to 12 processes"), std::string::npos) << mapping.notes[0];
}

mapping::Order order_on(const char* mapping, const grid::Coords& dims, const machine::Sizes& sizes) {
  const mapping::Problem problem(grid::Grid(dims), grid::Stencil::nearest_neighbor(dims.size()),
                                 machine::Machine::nodes(sizes));
  return mapping::run_algorithm(mapping::find_algorithm(mapping), problem).order;
}

// Worked by hand: 3 nodes in a grid of 6x4, whose mean 8, least size 4 and largest size 12 divide it.
TEST(Hyperplane, TakesTheMeanTheLeastOrTheLargestSizeAsThatOfAllNodes) {
  const machine::Sizes sizes({4, 8, 12});
  // Two rows for the first 8, by columns; the other 16, two nodes, are not divided.
  EXPECT_EQ(order_on("hyperplane-mean", {6, 4}, sizes), order_of({0,  4,  1,  5,  2,  6,  3,  7,  8,  9,  10, 11,  //
                                                                  12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  // Three rows, and of these one and two: dim 1 has no plane at a multiple of 4.
  EXPECT_EQ(order_on("hyperplane-min", {6, 4}, sizes), order_of({0,  1,  2,  3,  4,  8,  5,  9,  6,  10, 7,  11,  //
                                                                 12, 13, 14, 15, 16, 20, 17, 21, 18, 22, 19, 23}));
  // Two nodes are not divided.
  EXPECT_EQ(order_on("hyperplane-max", {6, 4}, sizes), order_of({0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  //
                                                                 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  // The boundaries of the nodes are 4 and 12: a plane at three rows, whose two nodes are not divided.
  EXPECT_EQ(order_on("hyperplane", {6, 4}, sizes), order_of({0,  4,  8,  1,  5,  9,  2,  6,  10, 3,  7,  11,  //
                                                             12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23}));
}

// Worked by hand: 15 processes; the mean of 3.75 counts as 4, and the last node holds the rest.
TEST(Hyperplane, TakesASizeThatDoesNotDivideTheGrid) {
  const machine::Sizes sizes({2, 3, 4, 6});
  // Nodes end at 4, 8, 12: the plane at four rows is on a boundary. Of these rows, the first column is a node.
  EXPECT_EQ(order_on("hyperplane-mean", {5, 3}, sizes), order_of({0, 3, 6, 9, 1, 2, 4, 5, 7, 8, 10, 11, 12, 13, 14}));
  // Nodes end at 2, 4, ..., 14: planes at two and at four rows, and after the first column of both pairs of rows.
  EXPECT_EQ(order_on("hyperplane-min", {5, 3}, sizes), order_of({0, 3, 1, 2, 4, 5, 6, 9, 7, 8, 10, 11, 12, 13, 14}));
  // Nodes end at 6 and 12: a plane at two rows.
  EXPECT_EQ(order_on("hyperplane-max", {5, 3}, sizes), order_of({0, 3, 1, 4, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
}

TEST(Hyperplane, TheSizesOfUnequalNodesMatterOnlyByTheirMeanLeastOrLargest) {
  int different = 0;
  for (const grid::Coords& dims : {grid::Coords{12, 10}, {24, 15}, {6, 10, 4}}) {
    const std::int64_t cells = grid::Grid(dims).size();
    machine::Sizes sizes;
    for (std::int64_t left = cells; left > 0; left -= 12) {
      sizes.append(8);
      sizes.append(4);
    }
    for (const auto& [mapping, size] :
         {std::pair{"hyperplane-mean", 6}, {"hyperplane-min", 4}, {"hyperplane-max", 8}}) {
      const machine::Sizes equal = machine::Sizes::equal(cells / size, size);
      EXPECT_EQ(order_on(mapping, dims, sizes), order_on("hyperplane", dims, equal));
      different += order_on(mapping, dims, sizes) != order_on("hyperplane", dims, sizes);
    }
  }
  EXPECT_GT(different, 3);
}

}  // namespace
}  // namespace cartwright
