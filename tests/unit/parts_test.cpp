// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/parts.hpp"

#include "cost/graph_cut.hpp"
#include "record/order.hpp"
#include "record/place_parts.hpp"
#include "stencil_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright {
namespace {

using Ranks = std::vector<std::int64_t>;

Ranks range(std::int64_t first, std::int64_t end) {
  Ranks ranks(static_cast<std::size_t>(end - first));
  std::iota(ranks.begin(), ranks.end(), first);
  return ranks;
}

/// Adds the traffic of a grid, the cells of which are these ranks.
void add_grid(record::Pairs& pairs, const Ranks& ranks, const grid::Coords& dims, double weight = 1000) {
  const grid::Stencil nearest = grid::Stencil::nearest_neighbor(dims.size());
  for (const record::Pair& pair : stencil_pairs(grid::Grid(dims), nearest, 0, 1).pairs)
    pairs.pairs.push_back(
        {ranks[static_cast<std::size_t>(pair.from)], ranks[static_cast<std::size_t>(pair.to)], 1, pair.bytes * weight});
}

void sort(record::Pairs& pairs) {
  std::ranges::sort(pairs.pairs, {}, [](const record::Pair& pair) { return std::pair(pair.from, pair.to); });
}

std::vector<record::Part> parts_of(record::Pairs& pairs) {
  sort(pairs);
  return record::find_parts({}, pairs, record::find_structure(pairs));
}

/// 60 ranks in a grid of 3x4x5; each sends to one of four servers.
record::Pairs with_servers(const Ranks& clients, const Ranks& servers) {
  record::Pairs pairs;
  pairs.ranks = 64;
  add_grid(pairs, clients, {3, 4, 5});
  for (std::size_t i = 0; i < clients.size(); ++i)
    pairs.pairs.push_back({clients[i], servers[i * servers.size() / clients.size()], 1, 500});
  return pairs;
}

TEST(Parts, ServersAtTheEndStandApart) {
  record::Pairs pairs = with_servers(range(0, 60), range(60, 64));
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].ranks, range(0, 60));
  ASSERT_TRUE(parts[0].structure);
  EXPECT_EQ(parts[0].structure->grid.dims(), (grid::Coords{3, 4, 5}));
  EXPECT_EQ(parts[0].structure->explained, 1);
  EXPECT_EQ(parts[0].structure->complete, 1);
  EXPECT_EQ(parts[1].ranks, range(60, 64));
  EXPECT_FALSE(parts[1].structure);
  // 2 (2*4*5 + 3*3*5 + 3*4*4) messages of 1000 bytes, and 60 of 500.
  EXPECT_NEAR(record::explained_by(parts, pairs), 266000.0 / 296000.0, 1e-12);
}

TEST(Parts, ServersMayHaveAnyRanks) {
  const Ranks servers = {3, 17, 18, 49};
  Ranks clients;
  for (std::int64_t rank = 0; rank < 64; ++rank)
    if (!std::ranges::binary_search(servers, rank)) clients.push_back(rank);
  record::Pairs pairs = with_servers(clients, servers);
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].ranks, clients);
  EXPECT_EQ(parts[1].ranks, servers);
  EXPECT_EQ(parts[0].structure->grid.dims(), (grid::Coords{3, 4, 5}));
}

// Every fourth rank does the particle mesh: it exchanges with three others, and with all of its kind.
TEST(Parts, RanksOfTheParticleMeshStandApart) {
  record::Pairs pairs;
  pairs.ranks = 48;
  Ranks mesh;
  Ranks particles;
  for (std::int64_t rank = 0; rank < 48; ++rank) (rank % 4 == 3 ? mesh : particles).push_back(rank);
  add_grid(pairs, particles, {4, 3, 3});
  for (std::size_t i = 0; i < particles.size(); ++i)
    for (const bool back : {false, true})
      pairs.pairs.push_back({back ? mesh[i / 3] : particles[i], back ? particles[i] : mesh[i / 3], 1, 300});
  for (const std::int64_t from : mesh)
    for (const std::int64_t to : mesh)
      if (from != to) pairs.pairs.push_back({from, to, 1, 50});
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].ranks, particles);
  ASSERT_TRUE(parts[0].structure);
  EXPECT_EQ(parts[0].structure->grid.dims(), (grid::Coords{4, 3, 3}));
  EXPECT_EQ(parts[1].ranks, mesh);
}

TEST(Parts, OfACoupledModelAreItsGrids) {
  record::Pairs pairs;
  pairs.ranks = 54;
  add_grid(pairs, range(0, 30), {5, 6});
  add_grid(pairs, range(30, 54), {4, 6}, 700);
  for (std::int64_t rank = 0; rank < 30; ++rank) pairs.pairs.push_back({rank, 30 + rank * 7 % 24, 1, 40});
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].ranks, range(0, 30));
  EXPECT_EQ(parts[0].structure->grid.dims(), (grid::Coords{5, 6}));
  EXPECT_EQ(parts[1].ranks, range(30, 54));
  EXPECT_EQ(parts[1].structure->grid.dims(), (grid::Coords{4, 6}));
}

// Two grids of one size are a grid with one more dimension, along which no messages go.
TEST(Parts, TwoEqualGridsAreOneGrid) {
  record::Pairs pairs;
  pairs.ranks = 128;
  add_grid(pairs, range(0, 64), {8, 8});
  add_grid(pairs, range(64, 128), {8, 8});
  EXPECT_TRUE(parts_of(pairs).empty());
  EXPECT_EQ(record::find_structure(pairs)->grid.dims(), (grid::Coords{2, 8, 8}));
}

TEST(Parts, TwoGridsAndServers) {
  record::Pairs pairs;
  pairs.ranks = 58;
  add_grid(pairs, range(0, 30), {5, 6});
  add_grid(pairs, range(30, 54), {4, 6}, 700);
  for (std::int64_t rank = 0; rank < 54; ++rank) pairs.pairs.push_back({rank, 54 + rank * 4 / 54, 1, 100});
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].structure->grid.dims(), (grid::Coords{5, 6}));
  EXPECT_EQ(parts[1].structure->grid.dims(), (grid::Coords{4, 6}));
  EXPECT_EQ(parts[2].ranks, range(54, 58));
}

// The communicator of the grid shows which ranks it has, in no simple pattern.
TEST(Parts, AreFoundByCommunicators) {
  Ranks members;
  Ranks apart;
  for (std::int64_t rank = 0; rank < 64; ++rank) (rank * rank % 7 == 2 ? apart : members).push_back(rank);
  ASSERT_EQ(members.size() % 2, 0U);
  record::Pairs pairs;
  pairs.ranks = 64;
  add_grid(pairs, members, {2, static_cast<std::int64_t>(members.size() / 2)});
  base::Random random(5);
  for (const std::int64_t from : apart)
    for (int i = 0; i < 2; ++i) {
      const std::int64_t to = apart[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(apart.size())))];
      if (from != to) pairs.pairs.push_back({from, to, 1, 100});
    }
  sort(pairs);
  record::Record record;
  record.header.ranks = 64;
  record.ranks.resize(1);
  record.ranks[0].groups = {{7, record::runs_of(members)}};
  const std::vector<record::Part> parts = record::find_parts(record, pairs, record::find_structure(pairs));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].ranks, members);
}

TEST(Parts, OfOneGridOrOfRandomTrafficAreNone) {
  for (const grid::Coords& dims : {grid::Coords{8, 8}, grid::Coords{4, 5, 6}, grid::Coords{30}})
    for (const double noise : {0.0, 0.05}) {
      record::Pairs pairs = stencil_pairs(grid::Grid(dims), grid::Stencil::nearest_neighbor(dims.size()), noise, 3);
      EXPECT_TRUE(parts_of(pairs).empty()) << grid::to_string(dims) << ", noise " << noise;
    }
  constexpr std::uint64_t seed = 4;
  base::Random random(seed);
  for (int round = 0; round < 5; ++round) {
    record::Pairs pairs;
    pairs.ranks = 60;
    for (std::int64_t from = 0; from < 60; ++from)
      for (int i = 0; i < 6; ++i) pairs.pairs.push_back({from, (from + 1 + random.below(59)) % 60, 1, 100});
    EXPECT_TRUE(parts_of(pairs).empty()) << "seed " << seed << ", round " << round;
  }
}

/// Nodes of equal sizes, filled with consecutive ranks.
choose::RankLocations equal_nodes(int count, int size) {
  choose::RankLevel level{"node", {}};
  for (int rank = 0; rank < count * size; ++rank) level.domain_of_rank.push_back(rank / size);
  return choose::RankLocations({level});
}

TEST(Parts, OrdersOfThemArePermutations) {
  record::Pairs pairs = with_servers(range(0, 60), range(60, 64));
  const std::vector<record::Part> parts = parts_of(pairs);
  for (const int size : {1, 2, 4, 8, 16, 64})
    for (const mapping::Order& order : record::place_parts(parts, equal_nodes(64 / size, size), {})) {
      Ranks sorted;
      for (const grid::Cell cell : order) sorted.push_back(cell.number());
      std::ranges::sort(sorted);
      EXPECT_EQ(sorted, range(0, 64)) << size;
    }
}

// A grid of 8x8 on the first nodes is cut into four squares, whatever the server sends beside it.
TEST(Parts, EachIsPlacedByItsOwnGrid) {
  record::Pairs pairs;
  pairs.ranks = 80;
  add_grid(pairs, range(0, 64), {8, 8});
  for (std::int64_t rank = 0; rank < 64; ++rank) pairs.pairs.push_back({rank, 64 + rank / 4, 1, 1});
  const std::vector<record::Part> parts = parts_of(pairs);
  ASSERT_EQ(parts.size(), 2U);
  const choose::RankLocations locations = equal_nodes(5, 16);
  const mapping::Graph graph = record::graph_of(pairs);
  const mapping::Order order = record::place_parts(parts, locations, {}).front();
  EXPECT_EQ(cost::node_cut(graph, locations.machine(), order).j_sum, 32 * 1000 + 64);
  const record::RankOrder found =
      record::order_ranks(pairs, record::find_structure(pairs), locations, {}, parts, {0, 1e9, "given"});
  EXPECT_LE(found.placement.nodes_after().j_sum, 32 * 1000 + 64);
  EXPECT_LE(found.bounds.all.bytes, found.placement.nodes_after().j_sum);
}

}  // namespace
}  // namespace cartwright
