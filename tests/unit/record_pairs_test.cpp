// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/order.hpp"

#include "base/random.hpp"
#include "cost/graph_cut.hpp"
#include "graphs.hpp"
#include "record/collective_model.hpp"
#include "record/rescale.hpp"
#include "stencil_pairs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace cartwright {
namespace {

constexpr std::array kinds = {"bcast", "reduce", "allreduce", "allgather", "reduce_scatter", "alltoall", "scan"};

/// Replays a collective with sets of data: every member that must get data from another one, by itself or through
/// others, gets it.
TEST(CollectiveModel, LetsDataReachEveryMemberThatNeedsIt) {
  for (const char* kind : kinds)
    for (std::int64_t size = 1; size <= 17; ++size)
      for (const std::int64_t bytes : {8, 1'000'000}) {
        const std::int64_t root = size / 2;
        const record::Collective one{.group = 1, .kind = kind, .root = root, .calls = 1, .bytes = bytes};
        std::vector<std::vector<bool>> reached(static_cast<std::size_t>(size),
                                               std::vector<bool>(static_cast<std::size_t>(size)));
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (std::int64_t me = 0; me < size; ++me) {
          reached[me][me] = true;
          std::vector<record::ModelSend> sends;
          record::model_sends(one, me, size, sends);
          for (const record::ModelSend& send : sends) {
            ASSERT_TRUE(send.to >= 0 && send.to < size && send.to != me) << kind << " of " << size << ", " << me;
            EXPECT_GT(send.bytes, 0);
            edges.emplace_back(me, send.to);
          }
        }
        for (std::int64_t step = 0; step < size; ++step)
          for (const auto& [from, to] : edges)
            for (std::int64_t data = 0; data < size; ++data)
              if (reached[from][data]) reached[to][data] = true;
        const std::string name = kind;
        for (std::int64_t from = 0; from < size; ++from)
          for (std::int64_t to = 0; to < size; ++to) {
            const bool needed = name == "bcast"    ? from == root
                                : name == "reduce" ? to == root
                                : name == "scan"   ? from <= to
                                                   : true;
            EXPECT_TRUE(!needed || reached[to][from]) << kind << " of " << size << ": " << from << " to " << to;
          }
      }
}

TEST(CollectiveModel, SendsTheBytesOfAnAllToAll) {
  const record::Collective one{.group = 1, .kind = "alltoall", .calls = 3, .bytes = 4 * 100 * 3};
  std::vector<record::ModelSend> sends;
  record::model_sends(one, 1, 4, sends);
  ASSERT_EQ(sends.size(), 3U);
  for (const record::ModelSend& send : sends) {
    EXPECT_EQ(send.bytes, 300);
    EXPECT_EQ(send.messages, 3);
  }
}

TEST(Structure, OfGridsIsFoundWithItsWeights) {
  struct Case {
    grid::Coords dims;
    base::FixedVector<bool, grid::max_dims> periods;
  };
  const std::vector<Case> cases = {
      {{12}, {false}},          {{12}, {true}},
      {{6, 8}, {false, false}}, {{8, 6}, {true, false}},
      {{5, 7}, {true, true}},   {{4, 6, 8}, {}},
      {{8, 6, 4}, {}},          {{5, 5, 5}, {true, true, true}},
      {{16, 2, 3}, {}},         {{3, 4, 5, 6}, {}},
      {{32, 48}, {}},           {{2, 24}, {}},
      {{64, 4}, {false, true}}, {{9, 10, 11}, {true, false, true}},
  };
  for (const Case& one : cases)
    for (const double noise : {0.0, 0.05}) {
      const grid::Grid grid(one.dims, one.periods);
      std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(grid.ndims()).offsets();
      for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i].weight = static_cast<double>(1000 * (i / 2 + 1));
      const grid::Stencil stencil(grid.ndims(), offsets);
      const auto found = record::find_structure(stencil_pairs(grid, stencil, noise, 5));
      ASSERT_TRUE(found) << grid::to_string(grid.dims());
      EXPECT_EQ(found->grid.dims(), grid.dims()) << grid::to_string(found->grid.dims());
      for (std::size_t i = 0; i < grid.ndims(); ++i)
        EXPECT_EQ(found->grid.periodic(i), grid.periodic(i)) << grid::to_string(grid.dims());
      EXPECT_NEAR(found->explained, 1 / (1 + noise), 0.04) << grid::to_string(grid.dims());
      EXPECT_EQ(found->stencil.size(), stencil.size()) << grid::to_string(grid.dims());
      EXPECT_TRUE(noise > 0 || found->complete == 1) << found->complete;
    }
}

/// Only a part of the pairs is compared with all grids. It must have all directions.
TEST(Structure, OfManyPairsIsFound) {
  const grid::Grid grid({25, 20, 20}, {true, true, true});
  const grid::Stencil stencil = grid::Stencil::moore(3);
  const auto found = record::find_structure(stencil_pairs(grid, stencil, 0, 5));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->grid.dims(), grid.dims()) << grid::to_string(found->grid.dims());
  EXPECT_EQ(found->stencil.size(), stencil.size());
  EXPECT_DOUBLE_EQ(found->explained, 1);
}

TEST(Structure, OfFewRanksIsTheGridWithTheFewestOffsets) {
  struct Case {
    grid::Coords dims;
    base::FixedVector<bool, grid::max_dims> periods;
  };
  const std::vector<Case> cases = {{{4, 4}, {false, false}}, {{4, 4}, {true, true}}, {{8, 2}, {false, false}},
                                   {{4, 2, 2}, {}},          {{2, 2, 4}, {}},        {{6, 4}, {true, false}}};
  for (const Case& one : cases) {
    const grid::Grid grid(one.dims, one.periods);
    std::map<std::pair<std::int64_t, std::int64_t>, double> bytes;
    for (const record::Pair& pair : stencil_pairs(grid, grid::Stencil::nearest_neighbor(grid.ndims()), 0, 1).pairs)
      bytes[{pair.from, pair.to}] += 100'000;
    // Messages of 100 bytes from rank 0 to all and back, and an allreduce by recursive doubling.
    for (std::int64_t rank = 1; rank < grid.size(); ++rank) {
      bytes[{0, rank}] += 100;
      bytes[{rank, 0}] += 100;
    }
    for (std::int64_t rank = 0; rank < grid.size(); ++rank)
      for (std::int64_t bit = 1; bit < grid.size(); bit *= 2)
        if ((rank ^ bit) < grid.size()) bytes[{rank, rank ^ bit}] += 5'000;
    record::Pairs pairs;
    pairs.ranks = grid.size();
    for (const auto& [pair, amount] : bytes) pairs.pairs.push_back({pair.first, pair.second, 1, amount});
    const auto found = record::find_structure(pairs);
    ASSERT_TRUE(found) << grid::to_string(grid.dims());
    EXPECT_EQ(grid::to_string(found->grid.dims()), grid::to_string(grid.dims()));
    for (std::size_t i = 0; i < grid.ndims(); ++i) EXPECT_EQ(found->grid.periodic(i), grid.periodic(i));
  }
}

TEST(Structure, OfRandomTrafficIsNone) {
  base::Random random(3);
  record::Pairs pairs;
  pairs.ranks = 60;
  for (std::int64_t from = 0; from < 60; ++from)
    for (int i = 0; i < 6; ++i) pairs.pairs.push_back({from, (from + 5 + random.below(50)) % 60, 1, 100});
  EXPECT_FALSE(record::find_structure(pairs));
}

TEST(Structure, NamesTheDimensionsOfGroups) {
  const grid::Grid grid({3, 4});
  EXPECT_EQ(record::dimensions_of(grid, {{4, 1, 4}}), std::vector<std::size_t>{1});
  EXPECT_EQ(record::dimensions_of(grid, {{1, 4, 3}}), std::vector<std::size_t>{0});
  EXPECT_EQ(record::dimensions_of(grid, {{0, 1, 12}}), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(record::dimensions_of(grid, {{0, 1, 3}}).empty());
  EXPECT_TRUE(record::dimensions_of(grid, {{2, 1, 4}}).empty());
  EXPECT_TRUE(record::dimensions_of(grid, {{5, 1, 1}}).empty());
}

choose::RankLocations nodes(std::int64_t count, int size, bool cyclic) {
  choose::RankLevel level{"node", {}};
  for (int rank = 0; rank < count * size; ++rank)
    level.domain_of_rank.push_back(cyclic ? rank % static_cast<int>(count) : rank / size);
  return choose::RankLocations({level});
}

TEST(Order, IsAPermutationBetweenTheBoundAndTheLaunchedOrder) {
  constexpr std::uint64_t seed = 17;
  base::Random random(seed);
  for (int round = 0; round < 12; ++round) {
    const grid::Grid grid({2 + random.below(6), 2 * (1 + random.below(5))});
    const record::Pairs pairs =
        stencil_pairs(grid, grid::Stencil::nearest_neighbor(2), random.below(2) == 0 ? 0 : 0.3, seed);
    const choose::RankLocations locations = nodes(2, static_cast<int>(grid.size() / 2), random.below(2) == 0);
    const record::RankOrder order = record::order_ranks(pairs, record::find_structure(pairs), locations, {});
    std::vector<grid::Cell> sorted = order.placement.order.items();
    std::ranges::sort(sorted);
    for (std::int64_t i = 0; i < grid.size(); ++i)
      ASSERT_EQ(sorted[i].number(), i) << "seed " << seed << ", round " << round;
    const double after = cost::node_cut(record::graph_of(pairs), locations.machine(), order.placement.order).j_sum;
    EXPECT_EQ(after, order.placement.nodes_after().j_sum);
    EXPECT_LE(after, order.placement.nodes_before().j_sum);
    EXPECT_GE(after, order.bounds.all.bytes * (1 - 1e-9));
  }
}

TEST(Order, OfFewRanksReachesTheBound) {
  constexpr std::uint64_t seed = 23;
  base::Random random(seed);
  for (int round = 0; round < 6; ++round) {
    record::Pairs pairs;
    pairs.ranks = 16;
    for (std::int64_t from = 0; from < 16; ++from)
      for (int i = 0; i < 4; ++i) pairs.pairs.push_back({from, (from + 1 + random.below(15)) % 16, 1, 100.0 * (1 + i)});
    const record::RankOrder order =
        record::order_ranks(pairs, std::nullopt, nodes(4, 4, false), {}, {}, {0, 1e9, "given"});
    EXPECT_EQ(order.bounds.all.source, "search") << "seed " << seed << ", round " << round;
    EXPECT_EQ(order.bounds.all.bytes, order.placement.nodes_after().j_sum);
  }
}

// Points with traffic to those nearby: too many orders to search, and no grid.
TEST(Order, HasABoundWithoutAnyStructure) {
  constexpr std::uint64_t seed = 31;
  base::Random random(seed);
  const mapping::Graph graph = geometric(random, 72);
  record::Pairs pairs;
  pairs.ranks = graph.size();
  for (std::int64_t from = 0; from < graph.size(); ++from)
    for (const mapping::Graph::Target& target : graph.edges(static_cast<std::int32_t>(from)))
      pairs.pairs.push_back({from, target.to, 1, static_cast<double>(target.weight)});
  const auto order = [&](bool thorough) {
    return record::order_ranks(pairs, std::nullopt, nodes(6, 12, false), {}, {}, {0, 1e9, "given"}, thorough);
  };
  const record::RankOrder found = order(true);
  EXPECT_EQ(found.bounds.all.source, "semidefinite program") << "seed " << seed;
  EXPECT_LE(found.bounds.all.bytes, found.placement.nodes_after().j_sum) << "seed " << seed;
  EXPECT_GT(found.bounds.all.bytes, 1.5 * order(false).bounds.all.bytes) << "seed " << seed;
}

/// The time of the messages between two halves of 8 ranks; bit i of `half` is set for the ranks of one.
double seconds_between(const record::Pairs& pairs, unsigned half, const record::MessageTime& time) {
  double seconds = 0;
  for (const record::Pair& pair : pairs.pairs)
    if ((half >> pair.from & 1U) != (half >> pair.to & 1U))
      seconds += static_cast<double>(pair.messages) * time.latency + pair.bytes / time.bandwidth;
  return seconds;
}

// Ranks with many small messages and ranks with few large ones: where they belong depends on the network.
TEST(Order, TakesTheLeastTimeForMessagesAndBytes) {
  constexpr std::uint64_t seed = 29;
  base::Random random(seed);
  int with_more = 0;
  for (int round = 0; round < 30; ++round) {
    record::Pairs pairs;
    pairs.ranks = 8;
    for (std::int64_t from = 0; from < 8; ++from)
      for (std::int64_t to = 0; to < 8; ++to)
        if (from != to && random.below(2) == 0)
          pairs.pairs.push_back({from, to, 1 + random.below(100), static_cast<double>(1 + random.below(1'000'000))});
    for (const double latency : {0.0, 1e-6, 1e-3}) {
      const record::MessageTime time{latency, 1e9, "given"};
      const record::RankOrder order = record::order_ranks(pairs, std::nullopt, nodes(2, 4, false), {}, {}, time);
      double least = INFINITY;
      for (unsigned half = 0; half < 256; ++half)
        if (std::popcount(half) == 4) least = std::min(least, seconds_between(pairs, half, time));
      const double launched = seconds_between(pairs, 0x0fU, time);
      const std::string where = fmt::format("seed {}, round {}, latency {}", seed, round, latency);
      EXPECT_NEAR(order.before.seconds(time), launched, launched * 1e-9) << where;
      EXPECT_NEAR(order.after.seconds(time), least < 0.99 * launched ? least : launched, launched * 1e-4) << where;
      const bool more = order.after.bytes > order.before.bytes || order.after.messages > order.before.messages;
      EXPECT_FALSE(order.after.bytes > order.before.bytes && order.after.messages > order.before.messages) << where;
      EXPECT_EQ(more, !record::growth_note(order.before, order.after, time).empty()) << where;
      with_more += more ? 1 : 0;
    }
  }
  EXPECT_GT(with_more, 0);
}

TEST(Order, KeepsTheRanksForLessThanOnePercent) {
  for (const double gained : {5.0, 50.0}) {
    // With 1 and 2 on one node, 3 times the gain of 4,000 bytes less go between nodes.
    record::Pairs pairs;
    pairs.ranks = 4;
    pairs.pairs = {{0, 1, 1, 1000 - gained}, {0, 2, 1, 1000},   {0, 3, 1, 1000},         {1, 2, 1, 1000},
                   {1, 3, 1, 1000},          {2, 1, 1, gained}, {2, 3, 1, 1000 - gained}};
    const record::RankOrder order =
        record::order_ranks(pairs, std::nullopt, nodes(2, 2, false), {}, {}, {0, 1e9, "given"});
    EXPECT_EQ(order.before.bytes, 4000 + gained);
    EXPECT_EQ(order.after.bytes, gained < 20 ? 4000 + gained : 4000 - 2 * gained);
    EXPECT_EQ(order.placement.new_rank.empty(), gained < 20);
    EXPECT_EQ(order.placement.mapping == "as launched", gained < 20);
    EXPECT_EQ(order.placement.notes.size(), gained < 20 ? 1U : 0U);
  }
}

TEST(Order, UndoesACyclicDistribution) {
  const grid::Grid grid({8, 8});
  const record::Pairs pairs = stencil_pairs(grid, grid::Stencil::nearest_neighbor(2), 0, 1);
  const record::RankOrder order = record::order_ranks(pairs, record::find_structure(pairs), nodes(4, 16, true), {});
  EXPECT_EQ(order.placement.nodes_after().j_sum, 32);  // four squares of 4x4
  EXPECT_EQ(order.bounds.all.bytes, 32);
}

TEST(Pairs, AddUpWhatIsRecordedAndWhatIsModeled) {
  record::Record record;
  record.header.ranks = 3;
  for (std::int64_t rank = 0; rank < 3; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    one.flows = {{rank, (rank + 1) % 3, record::Way::messages, 2, 10}, {rank, rank, record::Way::messages, 1, 99}};
    one.collectives = {
        {5, "alltoall", -1, 1, 30}, {5, "messages", -1, 3, 109}, {6, "bcast", 0, 1, 7}, {6, "messages", -1, 1, 9}};
    if (rank == 0) one.groups = {{5, {{0, 1, 3}}}};
    record.ranks.push_back(one);
  }
  const record::Pairs pairs = record::pairs_of(record);
  EXPECT_EQ(pairs[record::Source::calls].bytes, 30);
  EXPECT_EQ(pairs[record::Source::calls].messages, 6);
  EXPECT_EQ(pairs[record::Source::assumed].bytes, 60);
  EXPECT_FALSE(pairs.certain());
  EXPECT_EQ(pairs.unknown_bytes, 21);  // not those of messages, which are known without the group
  ASSERT_EQ(pairs.pairs.size(), 6U);
  EXPECT_EQ(pairs.pairs[0].bytes, 20);
  EXPECT_EQ(pairs.pairs[1].bytes, 10);
}

/// Four processes of which each gathers 40 bytes at process 0, over a binomial tree, and sends 5 bytes to the next.
record::Record counted_gather() {
  record::Record record;
  record.header.ranks = 4;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    one.counted = true;
    one.flows.push_back({rank, (rank + 1) % 4, record::Way::messages, 1, 5});
    if (rank > 0) one.flows.push_back({rank, 0, record::Way::pairwise, 1, 40});
    if (rank > 0) one.flows.push_back({rank, rank & (rank - 1), record::Way::collectives, 1, rank == 2 ? 80 : 40});
    one.collectives = {{7, "bcast", 0, 1, 0}, {7, "pairwise", -1, 1, rank > 0 ? 40 : 0}};
    if (rank == 0) one.groups = {{7, {{0, 1, 4}}}};
    record.ranks.push_back(one);
  }
  return record;
}

TEST(Pairs, HaveCollectivesAsTheyWereCounted) {
  const record::Pairs pairs = record::pairs_of(counted_gather());
  EXPECT_EQ(pairs[record::Source::calls].bytes, 20);
  EXPECT_EQ(pairs[record::Source::counted].bytes, 160);
  EXPECT_EQ(pairs[record::Source::counted].messages, 3);
  EXPECT_EQ(pairs[record::Source::assumed].bytes, 0);
  EXPECT_TRUE(pairs.certain());
  const auto from_3_to_2 =
      std::ranges::find_if(pairs.pairs, [](const auto& one) { return one.from == 3 && one.to == 2; });
  ASSERT_NE(from_3_to_2, pairs.pairs.end());
  EXPECT_EQ(from_3_to_2->bytes, 40);
}

TEST(Pairs, HaveCollectivesAsTheTablesOfTheMpiSay) {
  record::Record record = counted_gather();
  for (record::RankRecord& rank : record.ranks) {
    rank.counted = false;
    std::erase_if(rank.flows, [](const record::Flow& flow) { return flow.way == record::Way::pairwise; });
    for (record::Flow& flow : rank.flows)
      if (flow.way == record::Way::collectives) flow.way = record::Way::by_tables;
    rank.collectives = {{7, "bcast", 0, 1, 10}, {7, "gather", 0, 1, 40, true}};
  }
  const record::Pairs pairs = record::pairs_of(record);
  EXPECT_EQ(pairs[record::Source::calls].bytes, 20);
  EXPECT_EQ(pairs[record::Source::counted].bytes, 0);
  EXPECT_EQ(pairs[record::Source::tables].bytes, 160);
  EXPECT_EQ(pairs[record::Source::tables].messages, 3);
  EXPECT_EQ(pairs[record::Source::assumed].bytes, 3 * 10);  // the broadcast alone
  for (record::RankRecord& rank : record.ranks) rank.collectives.erase(rank.collectives.begin());
  EXPECT_FALSE(record::pairs_of(record).certain());
}

TEST(Pairs, AreNotCertainIfTheMpiLooksAtNodes) {
  record::Record record = counted_gather();
  record.ranks[1].by_nodes = true;
  EXPECT_FALSE(record::pairs_of(record).certain());
}

TEST(Pairs, HaveAModelIfOneProcessDidNotCount) {
  record::Record record = counted_gather();
  record.ranks[2].counted = false;
  const record::Pairs pairs = record::pairs_of(record);
  EXPECT_EQ(pairs[record::Source::counted].bytes, 0);
  EXPECT_EQ(pairs[record::Source::assumed].bytes, 3 * 40);
  EXPECT_FALSE(pairs.certain());
}

TEST(Pairs, HaveAModelIfFewerBytesWereCountedThanAnyAlgorithmNeeds) {
  record::Record record = counted_gather();
  for (record::RankRecord& rank : record.ranks) rank.collectives[0].bytes = 1000;  // over shared memory, say
  EXPECT_FALSE(record::counts_collectives(record));
  EXPECT_EQ(record::pairs_of(record)[record::Source::assumed].bytes, 3 * 1000 + 3 * 40);
}

/// Eight processes that send each other messages, and take part in collectives that are modeled, or counted and may
/// change.
record::Record mixture(base::Random& random, bool on_grid, bool counted) {
  record::Record record;
  record.header.ranks = 8;
  for (std::int64_t rank = 0; rank < 8; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    one.counted = one.by_nodes = counted;
    for (std::int64_t to = 0; to < 8; ++to)
      if (rank != to &&
          (on_grid ? std::abs(rank / 4 - to / 4) + std::abs(rank % 4 - to % 4) == 1 : random.below(3) == 0))
        one.flows.push_back({rank, to, record::Way::messages, 1, 1000 + random.below(100)});
    if (counted)
      one.flows.push_back({rank, (rank + 3) % 8, record::Way::collectives, 1, 1 + random.below(5000)});
    else
      one.collectives = {{7, "allreduce", -1, 1, random.below(300)}, {7, "alltoall", -1, 1, 8 + random.below(8000)}};
    if (rank == 0) one.groups = {{7, {{0, 1, 8}}}};
    record.ranks.push_back(one);
  }
  return record;
}

/// The least bytes of messages between nodes of two processes, of all ways to fill the nodes from this rank on.
double least_of_all(const record::Record& record, std::vector<int>& node, std::size_t rank = 0) {
  double least = INFINITY;
  if (rank == node.size()) {
    least = 0;
    for (const record::RankRecord& one : record.ranks)
      for (const record::Flow& flow : one.flows)
        if (flow.way == record::Way::messages && node[flow.from] != node[flow.to])
          least += static_cast<double>(flow.bytes);
    return least;
  }
  for (int number = 0; number < 4; ++number) {
    if (std::count(node.begin(), node.begin() + static_cast<std::ptrdiff_t>(rank), number) == 2) continue;
    node[rank] = number;
    least = std::min(least, least_of_all(record, node, rank + 1));
  }
  return least;
}

TEST(Bounds, OfTheCertainBytesAreNeverAboveTheirLeast) {
  constexpr std::uint64_t seed = 31;
  base::Random random(seed);
  const choose::RankLocations locations = nodes(4, 2, false);
  for (int round = 0; round < 24; ++round) {
    const std::string where = fmt::format("seed {}, round {}", seed, round);
    const bool counted = round % 4 < 2;
    const record::Record record = mixture(random, round % 2 == 0, counted);
    const record::Pairs pairs = record::pairs_of(record);
    const std::optional<record::Structure> structure = record::find_structure(pairs);
    const record::RankOrder order = record::order_ranks(pairs, structure, locations, {});
    std::vector<int> node(8);
    const double least = least_of_all(record, node);
    EXPECT_EQ(order.bounds.certain.bytes, least) << where;  // the search finds it
    EXPECT_EQ(order.bounds.certain_bytes, pairs[record::Source::calls].bytes) << where;
    EXPECT_EQ(order.bounds.by_nodes, counted) << where;
    EXPECT_FALSE(order.bounds.proven()) << where;
    for (const auto& grid : {structure, std::optional(record::structure_on({2, 4}, pairs))}) {
      const record::Bounds quick = record::node_bounds(pairs, grid, locations.machine().node_sizes());
      EXPECT_LE(quick.certain.bytes, least) << where;
      EXPECT_GT(quick.certain.bytes, 0) << where;
    }
  }
}

// The messages go along a ring. With the collectives, all processes send each other much more.
TEST(Bounds, OfTheCertainBytesAreNotThoseOfAllBytes) {
  record::Record record;
  record.header.ranks = 8;
  for (std::int64_t rank = 0; rank < 8; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    one.flows = {{rank, (rank + 1) % 8, record::Way::messages, 1, 100}};
    one.collectives = {{7, "alltoall", -1, 1, 8000}};
    if (rank == 0) one.groups = {{7, {{0, 1, 8}}}};
    record.ranks.push_back(one);
  }
  const record::Pairs pairs = record::pairs_of(record);
  const record::RankOrder order = record::order_ranks(pairs, record::find_structure(pairs), nodes(4, 2, false), {});
  EXPECT_EQ(order.bounds.certain.bytes, 4 * 100);
  EXPECT_EQ(order.bounds.certain_bytes, 8 * 100);
  EXPECT_EQ(order.bounds.other_bytes, 8 * 7 * 1000);
  EXPECT_EQ(order.bounds.all.bytes, 4 * 100 + 8 * 6 * 1000);
}

TEST(Bounds, OfADerivedRecordAreNotProven) {
  record::Record record;
  record.header.ranks = 4;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    record::RankRecord one;
    one.rank = rank;
    for (std::int64_t to = 0; to < 4; ++to)
      if (to != rank) one.flows.push_back({rank, to, record::Way::messages, 1, 10});
    record.ranks.push_back(one);
  }
  const record::Pairs pairs = record::all_to_all(record::pairs_of(record), 8);
  const record::Bounds bounds = record::node_bounds(pairs, std::nullopt, nodes(4, 2, false).machine().node_sizes());
  EXPECT_FALSE(bounds.proven());
  EXPECT_EQ(bounds.certain.bytes, 0);
  EXPECT_EQ(bounds.other_bytes, 8 * 7 * 10);
}

TEST(Amounts, BetweenNodesAreThoseOfThePairsBetweenThem) {
  const choose::RankLocations locations = nodes(2, 2, false);
  const record::Amounts amounts =
      record::between_nodes(counted_gather(), locations.machine(), locations.original_order());
  EXPECT_EQ(amounts[static_cast<std::size_t>(record::Source::calls)].bytes, 2 * 5);  // 1 to 2, and 3 to 0
  EXPECT_EQ(amounts[static_cast<std::size_t>(record::Source::counted)].bytes, 80);   // 2 to 0, for itself and 3
  EXPECT_EQ(amounts[static_cast<std::size_t>(record::Source::counted)].messages, 1);
}

}  // namespace
}  // namespace cartwright
