// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/joined_collectives.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "record/collective_model.hpp"
#include "transport/group_nodes.hpp"
#include "transport/joining.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace cartwright {
namespace {

using NodeOf = std::vector<int>;
using Ranks = std::vector<std::int64_t>;

/// A record of processes with these groups.
record::Record record_of(std::int64_t ranks, const std::vector<Ranks>& groups) {
  record::Record made;
  made.header.ranks = ranks;
  for (std::int64_t rank = 0; rank < ranks; ++rank) made.ranks.emplace_back().rank = rank;
  std::uint64_t id = 0;
  for (const Ranks& group : groups) made.ranks[group.front()].groups.push_back({++id, record::runs_of(group)});
  return made;
}

Ranks ranks_below(std::int64_t ranks) {
  Ranks made(ranks);
  for (std::int64_t i = 0; i < ranks; ++i) made[i] = i;
  return made;
}

/// All members of the group call it.
void record_call(record::Record& record, const Ranks& members, record::Collective one) {
  for (const std::int64_t rank : members) record.ranks[rank].collectives.push_back(one);
}

void expect_amounts(const record::JoinedCollectives& one, std::int64_t calls, record::Amount alone,
                    record::Amount joined) {
  EXPECT_EQ(one.calls, calls);
  EXPECT_EQ(one.alone.messages, alone.messages);
  EXPECT_DOUBLE_EQ(one.alone.bytes, alone.bytes);
  EXPECT_EQ(one.joined.messages, joined.messages);
  EXPECT_DOUBLE_EQ(one.joined.bytes, joined.bytes);
}

TEST(JoinedCollectives, OfAllToAllsAreAMessageBetweenTwoNodes) {
  record::Record record = record_of(5, {ranks_below(5)});
  record_call(record, ranks_below(5), {.group = 1, .kind = "alltoall", .calls = 10, .bytes = 10 * 5 * 100});
  const auto found = joined_collectives(record, {0, 0, 0, 1, 1});
  ASSERT_EQ(found.size(), 1U);
  expect_amounts(found[0], 10, {10 * 2 * 3 * 2, 10 * 2 * 3 * 2 * 100.0}, {10 * 2, 10 * 2 * 3 * 2 * 100.0});
  EXPECT_FALSE(found[0].too_large);
}

TEST(JoinedCollectives, OfMoreMessagesThanHaveANumberAreRefused) {
  constexpr std::int64_t most = std::int64_t{1} << 53;  // of calls in a record
  record::Record record = record_of(96, {ranks_below(96)});
  record_call(record, ranks_below(96), {.group = 1, .kind = "alltoall", .calls = most, .bytes = most});
  NodeOf nodes(96);
  for (int rank = 0; rank < 96; ++rank) nodes[rank] = rank / 48;
  EXPECT_THROW(joined_collectives(record, nodes), base::Error);  // 2 x 48 x 48 messages a call
}

// Bruck's algorithm: a block to the process before, then two blocks to the one two before.
TEST(JoinedCollectives, OfAllgathersHaveTheBytesOfEachNodeOnce) {
  record::Record record = record_of(4, {ranks_below(4)});
  record_call(record, ranks_below(4), {.group = 1, .kind = "allgather", .calls = 1, .bytes = 8});
  const auto blocks = joined_collectives(record, {0, 0, 1, 1});
  ASSERT_EQ(blocks.size(), 1U);
  expect_amounts(blocks[0], 1, {2 + 4, 2 * 8 + 4 * 16}, {2, 2 * 16});
  const auto dealt = joined_collectives(record, {0, 1, 0, 1});
  ASSERT_EQ(dealt.size(), 1U);
  expect_amounts(dealt[0], 1, {4, 4 * 8}, {2, 2 * 16});
}

// Rows and columns of a grid of 2x4 processes: each row is on one node, and each column on two.
TEST(JoinedCollectives, AreThoseOfCommunicatorsOnSeveralNodesWithSeveralProcesses) {
  const std::vector<Ranks> groups = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 4}, {1, 5}, {0, 1, 4, 5}};
  record::Record record = record_of(8, groups);
  for (std::uint64_t id = 1; id <= groups.size(); ++id) {
    const auto size = static_cast<std::int64_t>(groups[id - 1].size());
    record_call(record, groups[id - 1], {.group = id, .kind = "alltoall", .calls = 1, .bytes = size * 8});
  }
  const auto found = joined_collectives(record, {0, 0, 0, 0, 1, 1, 1, 1});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].group, 5U);
  expect_amounts(found[0], 1, {8, 64}, {2, 64});
}

// NodeOf of 2, 2 and 1 processes; the root is on the first. The last node has one message anyway.
TEST(JoinedCollectives, OfOneRootAreCountedFromOrToItsNode) {
  const NodeOf nodes = {0, 0, 1, 1, 2};
  record::Record record = record_of(5, {ranks_below(5)});
  for (std::int64_t rank = 0; rank < 5; ++rank)
    if (rank != 1) record.ranks[rank].collectives = {{1, "pairwise", 1, 6, 6 * 100}};
  const auto gathers = joined_collectives(record, nodes);
  ASSERT_EQ(gathers.size(), 1U);
  EXPECT_EQ(gathers[0].kind, "gather");
  expect_amounts(gathers[0], 6, {6 * 3, 6 * 300}, {6 * 2, 6 * 300});

  record = record_of(5, {ranks_below(5)});
  record.ranks[1].collectives = {{1, "pairwise", 1, 6 * 4, 6 * 400}};
  const auto scatters = joined_collectives(record, nodes);
  ASSERT_EQ(scatters.size(), 1U);
  EXPECT_EQ(scatters[0].kind, "scatter");
  expect_amounts(scatters[0], 6, {6 * 3, 6 * 300}, {6 * 2, 6 * 300});

  // The binomial tree: from 1 to 0, 3 and 2, and from 3 to 4.
  record = record_of(5, {ranks_below(5)});
  record_call(record, ranks_below(5), {.group = 1, .kind = "bcast", .root = 1, .calls = 2, .bytes = 2 * 100});
  const auto broadcasts = joined_collectives(record, nodes);
  ASSERT_EQ(broadcasts.size(), 1U);
  expect_amounts(broadcasts[0], 2, {2 * 3, 2 * 300}, {2 * 2, 2 * 200});
}

TEST(JoinedCollectives, OfDifferentSizesNeedAMessageToAllOthers) {
  record::Record record = record_of(4, {ranks_below(4)});
  for (record::RankRecord& rank : record.ranks) {
    for (std::int64_t to = 0; to < 4; ++to)
      if (to != rank.rank) rank.flows.push_back({rank.rank, to, record::Way::pairwise, 5, 5 * 100});
    rank.collectives = {{1, "pairwise", -1, 5 * 3, 5 * 300}};
  }
  const auto found = joined_collectives(record, {0, 0, 1, 1});
  ASSERT_EQ(found.size(), 1U);
  expect_amounts(found[0], 5, {5 * 8, 5 * 800}, {5 * 2, 5 * 800});
  for (record::RankRecord& rank : record.ranks) rank.flows.pop_back();
  EXPECT_TRUE(joined_collectives(record, {0, 0, 1, 1}).empty());
}

// Recursive doubling: both processes of a node send to the other one. Long vectors are cut into a slice for each, where
// the other node has as many.
TEST(JoinedCollectives, OfReductionsHaveTheVectorOfEachNodeOnce) {
  for (const NodeOf& nodes : {NodeOf{0, 0, 1, 1}, NodeOf{0, 0, 0, 1}, NodeOf{0, 0, 1, 1, 1}})
    for (const std::int64_t bytes : {8, 4000, 200'000}) {
      const std::int64_t size = std::ssize(nodes);
      record::Record record = record_of(size, {ranks_below(size)});
      record_call(record, ranks_below(size), {.group = 1, .kind = "allreduce", .calls = 2, .bytes = 2 * bytes});
      const auto found = joined_collectives(record, nodes);
      ASSERT_EQ(found.size(), 1U);
      const std::int64_t slices = bytes == 8 || nodes == NodeOf{0, 0, 0, 1} ? 1 : 2;
      const std::int64_t turns = bytes == 200'000 ? 2 * 2 : 1;  // two rounds, which scatter and gather
      EXPECT_EQ(found[0].joined.messages, 2 * 2 * slices * turns);
      EXPECT_DOUBLE_EQ(found[0].joined.bytes, 2 * 2 * static_cast<double>(bytes));
    }
}

// Nodes of 2 and 3 processes: their first two have the blocks of ranks 0, 2 and 4, and of 1 and 3.
TEST(JoinedCollectives, OfLongAllgathersGoByLeaders) {
  for (const std::int64_t bytes : {5'000, 20'000, 50'000}) {
    record::Record record = record_of(5, {ranks_below(5)});
    record_call(record, ranks_below(5), {.group = 1, .kind = "allgather", .calls = 1, .bytes = bytes});
    const auto found = joined_collectives(record, {0, 0, 1, 1, 1});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].too_large, bytes == 50'000);
    EXPECT_EQ(found[0].joined.messages, bytes == 5'000 ? 2 : bytes == 20'000 ? 4 : found[0].alone.messages);
  }
}

TEST(JoinedCollectives, LeaveLargeBlocksAsTheyAre) {
  for (const std::int64_t bytes : {16'000, 17'000}) {
    record::Record record = record_of(4, {ranks_below(4)});
    record_call(record, ranks_below(4), {.group = 1, .kind = "alltoall", .calls = 3, .bytes = 3 * 4 * bytes});
    const auto found = joined_collectives(record, {0, 0, 1, 1});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].too_large, bytes == 17'000);
    EXPECT_EQ(found[0].joined.messages, bytes == 17'000 ? 3 * 8 : 3 * 2);
    EXPECT_EQ(found[0].alone.messages, 3 * 8);
  }
}

// 64 nodes of 2 processes: in each of three rounds a leader sends to three others, in all three quarters of its 4 x 64
// blocks.
TEST(JoinedCollectives, OfShortBlocksBetweenManyNodesArePassedOn) {
  NodeOf nodes;
  for (int rank = 0; rank < 128; ++rank) nodes.push_back(rank / 2);
  for (const std::int64_t bytes : {8, 100}) {
    record::Record record = record_of(128, {ranks_below(128)});
    record_call(record, ranks_below(128), {.group = 1, .kind = "alltoall", .calls = 2, .bytes = 2 * 128 * bytes});
    const auto found = joined_collectives(record, nodes);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].joined.messages, bytes == 8 ? 2 * 64 * 3 * 3 : 2 * 64 * 63);
    EXPECT_DOUBLE_EQ(found[0].joined.bytes, bytes == 8 ? 2. * 64 * 3 * 48 * 4 * 8 : 2. * 64 * 63 * 4 * 100);
  }
}

TEST(JoinedCollectives, AreNoneWhereNothingIsGained) {
  record::Record record = record_of(4, {ranks_below(4)});
  record_call(record, ranks_below(4), {.group = 1, .kind = "alltoall", .calls = 1, .bytes = 32});
  EXPECT_TRUE(joined_collectives(record, {0, 0, 0, 0}).empty());
  EXPECT_TRUE(joined_collectives(record, {0, 1, 2, 3}).empty());
  // A tree whose only edge between the nodes is the first one.
  record = record_of(4, {ranks_below(4)});
  record_call(record, ranks_below(4), {.group = 1, .kind = "bcast", .root = 0, .calls = 1, .bytes = 8});
  EXPECT_TRUE(joined_collectives(record, {0, 0, 1, 1}).empty());
}

/// The interposer joins as transport::join() does, and the messages of each process are those of the model.
TEST(JoinedCollectives, AreThoseOfTheInterposer) {
  constexpr std::uint64_t seed = 41;
  base::Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t size = 2 + random.below(20);
    const std::int64_t each = 1 + random.below(4000);
    NodeOf nodes;
    for (std::int64_t i = 0; i < size; ++i) nodes.push_back(static_cast<int>(random.below(4)));
    record::Record record = record_of(size, {ranks_below(size)});
    record_call(record, ranks_below(size), {.group = 1, .kind = "alltoall", .calls = 1, .bytes = size * each});
    std::vector<transport::Stream> streams;
    std::vector<record::ModelSend> sends;
    for (int from = 0; from < size; ++from) {
      sends.clear();
      model_sends(record.ranks[from].collectives.front(), from, size, sends);
      for (const record::ModelSend& send : sends)
        if (nodes[from] != nodes[send.to])
          streams.push_back({from, static_cast<int>(send.to), std::llround(send.bytes)});
    }
    const transport::GroupNodes group(nodes);
    const std::int64_t longest = group.alone() ? 0 : group.longest_joined();
    std::int64_t joined = std::ssize(streams);
    for (const int node : std::set<int>(nodes.begin(), nodes.end()))
      for (const transport::JoinedMessage& message :
           transport::join(transport::NodeMembers(nodes), node, streams, {longest}))
        if (message.leaves) joined -= std::ssize(message.streams) - 1;
    const auto found = joined_collectives(record, nodes);
    if (found.empty()) {
      EXPECT_EQ(joined, std::ssize(streams)) << "seed " << seed << ", round " << round;
      continue;
    }
    EXPECT_EQ(found[0].alone.messages, std::ssize(streams));
    EXPECT_EQ(found[0].joined.messages, joined) << "seed " << seed << ", round " << round;
  }
}

}  // namespace
}  // namespace cartwright
