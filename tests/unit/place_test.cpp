// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/place.hpp"

#include "choose/choose_dims.hpp"
#include "grid/dims.hpp"
#include "mapping/level_blocks.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright {
namespace {

choose::RankLocations on_nodes(const std::vector<int>& node_of_rank) {
  return choose::RankLocations({{"node", node_of_rank}});
}

/// Slots in the order of ranks, as after a sequential start.
choose::RankLocations sequential(const machine::Machine& machine) {
  std::vector<choose::RankLevel> levels;
  for (const machine::Level& level : machine.levels()) {
    levels.push_back({level.name, {}});
    for (std::int64_t slot = 0; slot < machine.size(); ++slot)
      levels.back().domain_of_rank.push_back(static_cast<int>(level.sizes.part_of(slot)));
  }
  return choose::RankLocations(levels);
}

machine::Machine levels_of(std::initializer_list<std::int64_t> counts, std::int64_t size) {
  const char* names[] = {"node", "socket", "numa"};
  std::vector<machine::Level> levels;
  std::int64_t domains = 1;
  for (const std::int64_t count : counts) {
    domains *= count;
    levels.push_back({names[levels.size()], machine::Sizes::equal(domains, size / domains)});
  }
  return machine::Machine(std::move(levels));
}

TEST(RankLocations, TakesDomainsByTheirLowestRanks) {
  const choose::RankLocations locations = on_nodes({7, 3, 7, 3, 3});
  EXPECT_EQ(locations.original_order(), order_of({0, 2, 1, 3, 4}));
  EXPECT_EQ(locations.machine().node_sizes(), machine::Sizes({2, 3}));
}

TEST(RankLocations, KeepsLevelsNestedForAllNumbers) {
  // Sockets 0 and 1 of either node have the same numbers.
  const choose::RankLocations locations({{"node", {0, 1, 0, 1, 0, 1}}, {"socket", {0, 0, 1, 1, 0, 0}}});
  EXPECT_EQ(locations.original_order(), order_of({0, 4, 2, 1, 5, 3}));
  EXPECT_EQ(locations.machine().levels().at(1).sizes, machine::Sizes({2, 1, 2, 1}));
}

TEST(RankLocations, LeavesOutLevelsThatDivideNothing) {
  const choose::RankLocations locations({{"node", {0, 0, 1, 1}}, {"socket", {0, 0, 2, 2}}, {"numa", {0, 1, 2, 3}}});
  EXPECT_EQ(locations.machine().levels().size(), 1U);
  EXPECT_EQ(on_nodes({0, 1, 2}).machine().levels().size(), 1U);
}

TEST(RankLocations, RefusesLevelsOfDifferentLengths) {
  EXPECT_THROW(choose::RankLocations({}), base::Error);
  EXPECT_THROW(choose::RankLocations({{"node", {0, 0}}, {"socket", {0}}}), base::Error);
}

TEST(LevelBlocks, AreABijection) {
  const grid::LevelDims levels{{2, 1, 3}, {1, 2, 1}, {2, 3, 1}};
  const auto order = mapping::level_blocks(levels);
  const grid::Grid grid(grid::product(levels));
  std::vector<bool> taken(grid.size(), false);
  for (const machine::Slot slot : base::ids<machine::Slot>(grid.size())) {
    const grid::Coords cell = order->cell_of(slot);
    EXPECT_EQ(order->slot_of(cell), slot);
    taken[grid.cell(cell).index()] = true;
  }
  EXPECT_TRUE(std::ranges::all_of(taken, [](bool b) { return b; }));
}

TEST(LevelBlocks, OfOneLevelAreRowMajor) {
  const auto order = mapping::level_blocks({{3, 4}});
  EXPECT_EQ(grid::to_string(order->cell_of(machine::Slot(5))), "1x1");
  EXPECT_THROW(mapping::level_blocks({}), base::Error);
}

/// Undirected links across each level: those that leave a domain of this level, but not of the level outside it.
std::vector<double> links(const choose::RankPlacement& placement, const grid::Grid& grid,
                          const grid::Stencil& stencil) {
  std::vector<double> all;
  double outside = 0;
  for (const cost::LevelCut& cut : placement.after) {
    all.push_back((cut.j_sum - outside) / 2);
    outside = cut.j_sum;
  }
  all.push_back((grid::total_weight(grid, stencil) - outside) / 2);
  return all;
}

// [Niethammer2019, slide 7]: 48 processes on 4 nodes x 2 CPUs x 6 cores, 6000 x 8080 grid points.
TEST(Place, LeavesTheLinksOfTheSlides) {
  const machine::Machine machine = levels_of({4, 2}, 48);
  const double weights[] = {1.0 / 6000, 1.0 / 8080};
  const choose::DimsChoice choice = choose::choose_dims(machine, {0, 0}, grid::Surface(2, weights));
  EXPECT_EQ(grid::to_string(choice.dims), "6x8");
  const grid::Grid grid(choice.dims);
  const grid::Stencil nn = grid::Stencil::nearest_neighbor(2);
  choose::PlaceOptions options;
  options.cuts = choice.cuts;
  const choose::RankPlacement placement = choose::place(grid, nn, sequential(machine), options);
  EXPECT_EQ(links(placement, grid, nn), (std::vector<double>{14, 12, 56}));
  // In the original order: 26 between nodes, 20 between CPUs, 36 between cores.
  options.reorder = false;
  EXPECT_EQ(links(choose::place(grid, nn, sequential(machine), options), grid, nn), (std::vector<double>{26, 20, 36}));
}

// Four groups of 20x24 and one of 10x48 need 2 * (48 + 48 + 40) edges. The bound of the nodes, 1204, is far above that,
// and must not stop the refinement.
TEST(Place, RefinesGroupsBelowTheBoundOfTheNodes) {
  const mapping::Problem problem(
      grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
      machine::Machine({{"group", machine::Sizes::equal(5, 480)}, {"node", machine::Sizes::equal(50, 48)}}));
  const choose::RankPlacement placement =
      choose::place(problem.grid(), problem.stencil(), sequential(problem.machine()), {});
  EXPECT_LE(placement.after[0].j_sum, 272);
}

TEST(Place, WithNothingFixedLeavesTheFewestEdges) {
  struct Case {
    std::int64_t nodes;
    const char* dims;
    double j_sum;
  };
  // The dims are 40x60 and 60x80 with dimensions exchanged, at the same cost.
  for (const auto& [count, dims, j_sum] : {Case{50, "60x40", 1200}, Case{100, "80x60", 2520}}) {
    const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(count, 48));
    const choose::DimsChoice choice = choose::choose_dims(machine, {0, 0}, grid::Surface(2, {}));
    EXPECT_EQ(grid::to_string(choice.dims), dims);
    choose::PlaceOptions options;
    options.cuts = choice.cuts;
    const choose::RankPlacement placement =
        choose::place(grid::Grid(choice.dims), grid::Stencil::nearest_neighbor(2), sequential(machine), options);
    EXPECT_EQ(placement.nodes_after().j_sum, j_sum);
  }
}

TEST(Place, IsNeverWorseThanTheOriginalOrder) {
  const std::uint64_t seed = 17;
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int round = 0; round < 60; ++round) {
    const mapping::Problem problem = random_problem(random, 200);
    std::vector<int> node(problem.size());
    std::vector<int> socket(node.size());
    for (std::size_t rank = 0; rank < node.size(); ++rank) {
      node[rank] = static_cast<int>(random.below(1 + problem.size() / 8));
      socket[rank] = static_cast<int>(random.below(2));
    }
    const choose::RankLocations locations({{"node", node}, {"socket", socket}});
    choose::PlaceOptions options;
    options.tier = random.below(2) == 0 ? choose::Tier::fast : choose::Tier::balanced;
    const choose::RankPlacement placement = choose::place(problem.grid(), problem.stencil(), locations, options);
    EXPECT_LE(placement.after.front().j_sum, placement.before.front().j_sum);
    EXPECT_GE(placement.nodes_after().j_sum, placement.lower_bound * (1 - 1e-12));
    if (placement.new_rank.empty()) {
      EXPECT_EQ(placement.order, locations.original_order());
      continue;
    }
    for (const machine::Slot slot : placement.order.ids())
      EXPECT_EQ(placement.new_rank[locations.rank_of_slot()[slot]], placement.order[slot].number());
    EXPECT_NO_THROW(mapping::slots_of(placement.order));
  }
}

TEST(Place, TakesGivenCutsUnchangedOnRequest) {
  choose::PlaceOptions options;
  options.cuts = grid::LevelDims{{4, 1}, {1, 4}};
  options.only_cuts = true;
  const grid::Stencil nn = grid::Stencil::nearest_neighbor(2);
  // The original order has rows. Blocks of 2 x 2 would be better, but the options ask for the cuts.
  const choose::RankPlacement rows =
      choose::place(grid::Grid({4, 4}), nn, sequential(machine::Machine::nodes(machine::Sizes::equal(4, 4))), options);
  EXPECT_EQ(rows.nodes_after().j_sum, 24);
  EXPECT_EQ(rows.mapping, "level-blocks");
  EXPECT_THROW(
      choose::place(grid::Grid({2, 8}), nn, sequential(machine::Machine::nodes(machine::Sizes::equal(4, 4))), options),
      base::Error);
}

TEST(ChooseDims, FindsDimsForUnequalNodes) {
  // 30 nodes of 48 and 30 of 32 on 3-d data that is longest in the middle.
  machine::Sizes sizes;
  sizes.append(48, 30);
  sizes.append(32, 30);
  const machine::Machine machine = machine::Machine::nodes(sizes);
  const double weights[] = {1.0 / 100, 1.0 / 400, 1.0 / 200};
  const grid::Surface surface(3, weights);
  const auto crossing = [&](const grid::Coords& dims) {
    choose::PlaceOptions options;
    options.tier = choose::Tier::fast;
    return choose::place(grid::Grid(dims), choose::data_stencil(dims, surface), sequential(machine), options)
        .nodes_after()
        .j_sum;
  };
  const choose::DimsChoice choice = choose::choose_dims(machine, {0, 0, 0}, surface);
  EXPECT_EQ(choice.cuts, std::nullopt);
  EXPECT_EQ(grid::Grid(choice.dims).size(), 2400);
  EXPECT_LE(crossing(choice.dims), crossing(grid::dims_create(2400, 3)));
  EXPECT_LE(crossing(choice.dims), crossing(grid::weighted_dims_create(2400, {0, 0, 0}, surface)));
}

TEST(ChooseDims, KeepsFixedDims) {
  machine::Sizes sizes;
  sizes.append(5);
  sizes.append(7);
  for (const machine::Machine& machine :
       {machine::Machine::nodes(sizes), machine::Machine::nodes(machine::Sizes::equal(3, 4))}) {
    EXPECT_EQ(choose::choose_dims(machine, {0, 3}, grid::Surface(2, {})).dims, (grid::Coords{4, 3}));
    EXPECT_EQ(choose::choose_dims(machine, {4, 3}, grid::Surface(2, {})).dims, (grid::Coords{4, 3}));
    EXPECT_THROW(choose::choose_dims(machine, {5, 0}, grid::Surface(2, {})), base::Error);
  }
}

TEST(ChooseDims, OfEqualDomainsHasCutsUnlessFixedDimsForbidThem) {
  const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(4, 9));
  EXPECT_TRUE(choose::choose_dims(machine, {6, 6}, grid::Surface(2, {})).cuts.has_value());
  EXPECT_FALSE(choose::choose_dims(machine::Machine::nodes(machine::Sizes::equal(2, 8)), {4, 4}, grid::Surface(2, {}))
                   .cuts->empty());
  EXPECT_FALSE(choose::choose_dims(machine::Machine::nodes(machine::Sizes::equal(9, 4)), {0, 12}, grid::Surface(2, {}))
                   .cuts->empty());
}

}  // namespace
}  // namespace cartwright
