// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/local_choice.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "choose/place.hpp"
#include "choose/rank_table.hpp"
#include "grid/dims.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cartwright::choose {
namespace {

/// The levels of the processes as MPI finds them.
std::vector<RankLevel> levels_of(std::int64_t nodes, std::int64_t sockets, std::int64_t per_socket, Distribution deal) {
  const std::int64_t node_size = sockets * per_socket;
  std::vector<RankLevel> levels = {{"node", {}}, {"socket", {}}};
  for (std::int64_t rank = 0; rank < nodes * node_size; ++rank) {
    const std::int64_t node = deal == Distribution::blocks ? rank / node_size : rank % nodes;
    const std::int64_t index = deal == Distribution::blocks ? rank % node_size : rank / nodes;
    levels[0].domain_of_rank.push_back(static_cast<int>(node));
    levels[1].domain_of_rank.push_back(static_cast<int>(index / per_socket));
  }
  return levels;
}

/// Nodes and sockets of many sizes, in blocks.
std::vector<RankLevel> unequal_levels(base::Random& random) {
  std::vector<RankLevel> levels = {{"node", {}}, {"socket", {}}};
  const auto nodes = static_cast<int>(1 + random.below(12));
  for (int node = 0; node < nodes; ++node) {
    const auto sockets = static_cast<int>(1 + random.below(3));
    for (int socket = 0; socket < sockets; ++socket)
      for (std::int64_t rank = 1 + random.below(6); rank > 0; --rank) {
        levels[0].domain_of_rank.push_back(node);
        levels[1].domain_of_rank.push_back(socket);
      }
  }
  return levels;
}

/// Deals the ranks out in any order.
void shuffle(std::vector<RankLevel>& levels, base::Random& random) {
  for (std::size_t i = levels[0].domain_of_rank.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)));
    for (RankLevel& level : levels) std::swap(level.domain_of_rank[i - 1], level.domain_of_rank[j]);
  }
}

/// The slot of each rank.
SlotOfRank slots_of(const RankLocations& locations) {
  base::IndexVector<Rank, machine::Slot> slots(locations.rank_of_slot().size());
  for (std::int64_t slot = 0; slot < std::ssize(slots); ++slot)
    slots[locations.rank_of_slot()[machine::Slot(slot)]] = machine::Slot(slot);
  return [slots](Rank rank) { return slots[rank]; };
}

grid::Stencil random_stencil(base::Random& random, std::size_t ndims) {
  std::vector<grid::Offset> offsets;
  while (offsets.size() < 2 * ndims) {
    grid::Offset offset{grid::Coords(ndims, 0), static_cast<double>(1 + random.below(5))};
    for (std::int64_t& delta : offset.delta) delta = random.below(5) - 2;
    const bool zero = std::ranges::all_of(offset.delta, [](std::int64_t delta) { return delta == 0; });
    const bool known =
        std::ranges::any_of(offsets, [&](const grid::Offset& other) { return other.delta == offset.delta; });
    if (!zero && !known) offsets.push_back(offset);
  }
  return {ndims, std::move(offsets)};
}

TEST(LocalChoice, IsThatOfAllProcessesAtOnce) {
  constexpr std::uint64_t seed = 31;
  base::Random random(seed);
  std::set<std::string> picked;
  std::set<std::string> picked_on_unequal;
  std::set<std::string> picked_in_any_order;
  for (int round = 0; round < 240; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const std::int64_t nodes = 1 + random.below(12);
    const std::int64_t sockets = 1 + random.below(3);
    const std::int64_t per_socket = 1 + random.below(6);
    const bool unequal = round % 2 == 1;
    const bool any_order = round % 3 == 2;
    const Distribution deal = unequal || random.below(2) == 0 ? Distribution::blocks : Distribution::turns;
    std::vector<RankLevel> levels = unequal ? unequal_levels(random) : levels_of(nodes, sockets, per_socket, deal);
    if (any_order) shuffle(levels, random);
    const auto ndims = static_cast<std::size_t>(1 + random.below(3));
    grid::Coords dims = grid::dims_create(std::ssize(levels[0].domain_of_rank), ndims);
    base::FixedVector<bool, grid::max_dims> periods;
    for (std::size_t i = 0; i < ndims; ++i) periods.push_back(random.below(2) == 0);
    const grid::Grid grid(dims, periods);
    const grid::Stencil stencil = random_stencil(random, ndims);
    const RankLocations locations(levels);
    const mapping::Problem problem(grid, stencil, locations.machine());
    const std::string mapping = random.below(4) == 0 ? "hyperplane" : "auto";

    const RankPlacement expected = place(grid, stencil, locations, {.mapping = mapping, .tier = Tier::fast});
    const DistributedRanks dealt{locations.machine(), deal};
    const LocalChoice choice(
        problem, any_order ? slots_of(locations) : [&](Rank rank) { return dealt.slot(rank); }, mapping);
    std::vector<double> sums(choice.size());
    for (std::int64_t rank = 0; rank < grid.size(); ++rank) choice.add(Rank(rank), sums);
    const std::size_t order = choice.pick(sums);
    (any_order ? picked_in_any_order : unequal ? picked_on_unequal : picked).insert(choice.name(order));
    EXPECT_EQ(choice.pick_alone(), order);

    EXPECT_EQ(choice.name(order), expected.mapping);
    for (std::int64_t rank = 0; rank < grid.size(); ++rank)
      EXPECT_EQ(choice.new_rank(order, Rank(rank)).number(),
                expected.new_rank.empty() ? rank : expected.new_rank[Rank(rank)]);
    const std::vector<cost::LevelCut> before = choice.cuts(0, sums);
    const std::vector<cost::LevelCut> after = choice.cuts(order, sums);
    ASSERT_EQ(after.size(), expected.after.size());
    for (std::size_t level = 0; level < after.size(); ++level) {
      EXPECT_EQ(after[level].level, expected.after[level].level);
      EXPECT_EQ(after[level].per_domain, expected.after[level].per_domain);
      EXPECT_EQ(before[level].per_domain, expected.before[level].per_domain);
    }
    if (mapping == "auto") {
      EXPECT_LE(after[0].j_sum, before[0].j_sum);
    }
  }
  EXPECT_GT(picked.size(), 3U) << "several algorithms, and as launched";
  EXPECT_GT(picked_on_unequal.size(), 3U);
  EXPECT_GT(picked_in_any_order.size(), 2U);
}

// Every local algorithm, against the order of all processes.
TEST(LocalChoice, PlacesOneProcessByName) {
  const grid::Stencil stencil = grid::Stencil::nearest_neighbor(2);
  const grid::Grid grid(grid::Coords{12, 8});
  std::vector<RankLevel> unequal = {{"node", std::vector<int>(50, 0)}};
  unequal[0].domain_of_rank.resize(80, 1);
  unequal[0].domain_of_rank.resize(96, 2);
  for (const auto& [levels, deal] : {std::pair(levels_of(6, 2, 8, Distribution::blocks), Distribution::blocks),
                                     {levels_of(6, 2, 8, Distribution::turns), Distribution::turns},
                                     {unequal, Distribution::blocks}})
    for (const RankLocations locations(levels);
         const mapping::Algorithm* algorithm : local_algorithms({grid, stencil, locations.machine()})) {
      SCOPED_TRACE(algorithm->name);
      const std::string name(algorithm->name);
      const mapping::Problem problem(grid, stencil, locations.machine());
      const RankPlacement expected = place(grid, stencil, locations, {.mapping = name});
      const DistributedRanks dealt{locations.machine(), deal};
      const LocalChoice choice(problem, [&](Rank rank) { return dealt.slot(rank); }, name);
      for (std::int64_t rank = 0; rank < grid.size(); ++rank)
        EXPECT_EQ(choice.new_rank(choice.pick_alone(), Rank(rank)).number(), expected.new_rank[Rank(rank)]);
    }
}

TEST(LocalChoice, NeedsALocalAlgorithm) {
  EXPECT_TRUE(LocalChoice::possible("auto"));
  EXPECT_TRUE(LocalChoice::possible("kdtree"));
  EXPECT_FALSE(LocalChoice::possible("guillotine"));
  EXPECT_FALSE(LocalChoice::possible("nonsense"));
  const mapping::Problem problem(grid::Grid(grid::Coords{5}), grid::Stencil::nearest_neighbor(1),
                                 machine::Machine::nodes(machine::Sizes({3, 2})));
  const SlotOfRank in_order = [](Rank rank) { return machine::Slot(rank.number()); };
  EXPECT_THROW(LocalChoice(problem, in_order, "guillotine"), base::Error);
}

}  // namespace
}  // namespace cartwright::choose
