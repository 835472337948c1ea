// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/keep_first.hpp"

#include "choose/place.hpp"
#include "choose/symmetries.hpp"
#include "cost/cut.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright {
namespace {

/// The weight of every edge between two different cells, one by one.
using Edges = std::map<std::pair<grid::Cell, grid::Cell>, double>;

/// Another number for every cell.
using Numbering = base::IndexVector<grid::Cell, grid::Cell>;

Edges edges_of(const grid::Grid& grid, const grid::Stencil& stencil, const Numbering& number) {
  Edges edges;
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : stencil.offsets()) {
      const grid::Cell to = grid.neighbor(grid.coords(cell), offset.delta);
      if (to != grid::no_cell && to != cell && offset.weight > 0) edges[{number[cell], number[to]}] += offset.weight;
    }
  return edges;
}

/// Whether the cells may be shifted along a dimension: it is periodic, or no edge moves along it.
bool may_shift(const grid::Grid& grid, const Edges& edges, std::size_t dim) {
  return grid.periodic(dim) || std::ranges::none_of(edges, [&](const auto& edge) {
           return grid.coords(edge.first.first)[dim] != grid.coords(edge.first.second)[dim];
         });
}

/// All reflections of some dimensions followed by a shift, as numberings of the cells: the slow reference tries each of
/// them on every edge.
std::vector<Numbering> all_symmetries(const grid::Grid& grid, const grid::Stencil& stencil) {
  const Edges edges = edges_of(grid, stencil, Numbering(identity(grid.size()).items()));
  std::vector<Numbering> found;
  for (std::uint32_t reflected = 0; reflected < 1U << grid.ndims(); ++reflected)
    for (const grid::Cell shift : grid.cells()) {
      const grid::Coords by = grid.coords(shift);
      bool allowed = true;
      for (std::size_t i = 0; i < by.size(); ++i) allowed = allowed && (by[i] == 0 || may_shift(grid, edges, i));
      if (!allowed) continue;
      Numbering number;
      for (const grid::Cell cell : grid.cells()) {
        grid::Coords coords = grid.coords(cell);
        for (std::size_t i = 0; i < coords.size(); ++i) {
          if ((reflected >> i & 1) != 0) coords[i] = grid.dim(i) - 1 - coords[i];
          coords[i] = (coords[i] + by[i]) % grid.dim(i);
        }
        number.push_back(grid.cell(coords));
      }
      if (edges_of(grid, stencil, number) == edges) found.push_back(std::move(number));
    }
  return found;
}

std::vector<double> score_of(const mapping::Problem& problem, const mapping::Order& order) {
  return cost::score(cost::edge_cut(problem, order));
}

TEST(Symmetries, ExistExactlyWhereTheSlowReferenceFindsOne) {
  const std::uint64_t seed = 7;
  base::Random random(seed);
  int there = 0;
  int nowhere = 0;
  for (int round = 0; round < 200; ++round) {
    const mapping::Problem problem = random_problem(random, 36);
    const grid::Grid& grid = problem.grid();
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}", seed, round, describe(problem)));
    const auto all = all_symmetries(grid, problem.stencil());
    const choose::Symmetries symmetries(grid, problem.stencil());
    for (const grid::Cell cell : grid.cells()) {
      const bool expected = std::ranges::any_of(all, [&](const auto& number) { return number[cell] == grid::Cell(0); });
      const std::optional<choose::Symmetry> found = symmetries.to_first(cell);
      EXPECT_EQ(found.has_value(), expected) << cell.number();
      (expected ? there : nowhere) += 1;
      if (!found) continue;
      Numbering number;
      for (const grid::Cell one : grid.cells()) number.push_back(grid.cell(found->image(grid, grid.coords(one))));
      EXPECT_EQ(number[cell], grid::Cell(0));
      EXPECT_TRUE(std::ranges::find(all, number) != all.end()) << cell.number();
    }
  }
  EXPECT_GT(there, 100);
  EXPECT_GT(nowhere, 100);
}

TEST(KeepFirst, CostsNothingIfItIsFree) {
  const std::uint64_t seed = 11;
  base::Random random(seed);
  int free = 0;
  int paid = 0;
  for (int round = 0; round < 300; ++round) {
    const mapping::Problem problem = random_problem(random, 60);
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}", seed, round, describe(problem)));
    const mapping::Order order = random_order(random, problem.size());
    const choose::KeptFirst kept = choose::keep_first(problem, order);
    EXPECT_EQ(kept.order[machine::Slot(0)], grid::Cell(0));
    EXPECT_NO_THROW(mapping::slots_of(kept.order)) << "not a permutation";
    if (kept.free) {
      EXPECT_EQ(score_of(problem, kept.order), score_of(problem, order));
    }
    (kept.free ? free : paid) += 1;
  }
  EXPECT_GT(free, 30);
  EXPECT_GT(paid, 30);
}

TEST(KeepFirst, IsFreeWhereverASymmetryAloneSuffices) {
  const std::uint64_t seed = 13;
  base::Random random(seed);
  int alone = 0;
  for (int round = 0; round < 100; ++round) {
    const mapping::Problem problem = random_problem(random, 30);
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}", seed, round, describe(problem)));
    const mapping::Order order = random_order(random, problem.size());
    const grid::Cell first = order[machine::Slot(0)];
    for (const auto& number : all_symmetries(problem.grid(), problem.stencil())) {
      if (number[first] != grid::Cell(0)) continue;
      EXPECT_TRUE(choose::keep_first(problem, order).free);
      ++alone;
      break;
    }
  }
  EXPECT_GT(alone, 10);
}

TEST(KeepFirst, TakesNoWorseSwapThanAnyWithinTheMachine) {
  // Two nodes of different sizes, and a grid without symmetry: only one swap brings cell 0 to slot 0.
  const mapping::Problem problem(grid::Grid({5}), grid::Stencil(1, {{{1}, 1.0}, {{2}, 3.0}}),
                                 machine::Machine::nodes(machine::Sizes({2, 3})));
  const mapping::Order order = order_of({3, 4, 0, 1, 2});
  const choose::KeptFirst kept = choose::keep_first(problem, order);
  EXPECT_FALSE(kept.free);
  EXPECT_EQ(kept.order, order_of({0, 4, 3, 1, 2}));
}

TEST(KeepFirst, ExchangesEqualNodesAndSockets) {
  const machine::Machine machine({{"node", machine::Sizes::equal(2, 4)}, {"socket", machine::Sizes::equal(4, 2)}});
  const mapping::Problem problem(grid::Grid({8}), grid::Stencil(1, {{{1}, 1.0}}), machine);
  const mapping::Order order = order_of({4, 5, 6, 7, 2, 3, 1, 0});
  const choose::KeptFirst kept = choose::keep_first(problem, order);
  EXPECT_TRUE(kept.free);
  EXPECT_EQ(kept.order, identity(8));
}

TEST(Place, KeepsRank0AtNoCostOnAGrid) {
  int moved = 0;
  for (const bool periodic : {false, true})
    for (const char* mapping : {"auto", "hyperplane", "kdtree", "random"}) {
      SCOPED_TRACE(fmt::format("{} {}", periodic, mapping));
      const grid::Grid grid({8, 4}, {periodic, periodic});
      std::vector<int> node;
      for (int rank = 0; rank < 32; ++rank) node.push_back((rank + 5) % 4);
      const choose::RankLocations locations({{"node", node}});
      choose::PlaceOptions options;
      options.mapping = mapping;
      const choose::RankPlacement free = choose::place(grid, grid::Stencil::nearest_neighbor(2), locations, options);
      options.keep_rank_0 = true;
      const choose::RankPlacement kept = choose::place(grid, grid::Stencil::nearest_neighbor(2), locations, options);
      ASSERT_FALSE(kept.new_rank.empty());
      moved += free.new_rank[choose::Rank(0)] != 0;
      EXPECT_EQ(kept.new_rank[choose::Rank(0)], 0);
      EXPECT_EQ(kept.nodes_after().j_sum, free.nodes_after().j_sum);
      EXPECT_EQ(kept.nodes_after().j_max, free.nodes_after().j_max);
      EXPECT_EQ(kept.notes, free.notes);
    }
  EXPECT_GT(moved, 0) << "without it, rank 0 must move somewhere";
}

TEST(Place, ReportsTheCostOfKeepingRank0) {
  const grid::Grid grid({1, 6});
  choose::PlaceOptions options;
  options.mapping = "random";
  options.keep_rank_0 = true;
  const choose::RankLocations locations({{"node", {0, 1, 1, 0, 1, 1}}});
  const grid::Stencil one_way(2, {{{0, 1}, 1.0}});
  bool paid = false;
  for (options.seed = 0; options.seed < 20; ++options.seed) {
    const choose::RankPlacement placement = choose::place(grid, one_way, locations, options);
    EXPECT_EQ(placement.new_rank[choose::Rank(0)], 0);
    for (const std::string& note : placement.notes) paid = paid || note.starts_with("rank 0 keeps its rank, at a cost");
  }
  EXPECT_TRUE(paid);
}

}  // namespace
}  // namespace cartwright
