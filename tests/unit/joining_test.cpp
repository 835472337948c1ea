// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/joining.hpp"
#include "base/random.hpp"
#include "transport/node_messages.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace {

using namespace cartwright;
using namespace cartwright::transport;

constexpr std::int64_t any_length = std::numeric_limits<std::int64_t>::max();

/// Ranks on random nodes, and random streams between them.
struct Job {
  std::vector<int> nodes;
  std::vector<Stream> streams;

  explicit Job(base::Random& random) {
    const std::int64_t ranks = 2 + random.below(12);
    const std::int64_t max_nodes = 1 + random.below(5);
    std::map<std::int64_t, int> least;
    for (int rank = 0; rank < ranks; ++rank)
      nodes.push_back(least.try_emplace(random.below(max_nodes), rank).first->second);
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to)
        if (from != to && random.below(3) > 0) streams.push_back({from, to, random.below(5) * 100, 0});
  }
  /// As one node knows it: in an order of its own.
  std::vector<JoinedMessage> messages(int node, base::Random& random, std::int64_t longest) const {
    std::vector<Stream> known;
    for (const Stream& stream : streams)
      if (nodes[stream.from] == node || nodes[stream.to] == node)
        known.insert(known.begin() + random.below(std::ssize(known) + 1), stream);
    return join(NodeMembers(nodes), node, known, {.longest = longest, .alignment = 128});
  }
};

class JoiningTest : public testing::Test {
 protected:
  std::uint64_t seed_ = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  base::Random random_{seed_};
  testing::ScopedTrace trace_{__FILE__, __LINE__, seed_};
};

TEST_F(JoiningTest, BothNodesFindTheSameMessages) {
  for (int round = 0; round < 200; ++round) {
    const Job job(random_);
    std::map<std::pair<int, int>, JoinedMessage> seen;
    std::set<std::pair<int, int>> both;
    for (const int node : std::set(job.nodes.begin(), job.nodes.end()))
      for (const JoinedMessage& message : job.messages(node, random_, 700)) {
        const std::pair ends(job.nodes[message.sender], job.nodes[message.receiver]);
        const auto [found, first] = seen.emplace(ends, message);
        if (first) continue;
        both.insert(ends);
        EXPECT_EQ(found->second.sender, message.sender);
        EXPECT_EQ(found->second.receiver, message.receiver);
        EXPECT_EQ(found->second.bytes, message.bytes);
        ASSERT_EQ(found->second.streams.size(), message.streams.size());
        for (std::size_t i = 0; i < message.streams.size(); ++i) {
          EXPECT_EQ(found->second.streams[i].from, message.streams[i].from);
          EXPECT_EQ(found->second.streams[i].to, message.streams[i].to);
          EXPECT_EQ(found->second.streams[i].offset, message.streams[i].offset);
        }
      }
    EXPECT_EQ(both.size(), seen.size());
  }
}

TEST_F(JoiningTest, StreamsHaveTheirOwnBytes) {
  for (int round = 0; round < 200; ++round) {
    const Job job(random_);
    const int node = job.nodes[static_cast<std::size_t>(random_.below(std::ssize(job.nodes)))];
    std::size_t streams = 0;
    for (const JoinedMessage& message : job.messages(node, random_, any_length)) {
      EXPECT_GE(message.streams.size(), 2U);
      std::int64_t end = 0;
      for (const Stream& stream : message.streams) {
        EXPECT_EQ(job.nodes[stream.from], job.nodes[message.sender]);
        EXPECT_EQ(job.nodes[stream.to], job.nodes[message.receiver]);
        EXPECT_EQ(job.nodes[message.here(stream)], node);
        EXPECT_NE(job.nodes[message.there(stream)], node);
        EXPECT_GE(stream.offset, end);
        end = stream.offset + stream.bytes;
        ++streams;
      }
      EXPECT_GE(message.bytes, end);
      EXPECT_EQ(job.nodes[message.owner()], node);
      EXPECT_NE(job.nodes[message.partner()], node);
    }
    // What is left out are single streams between two nodes.
    std::map<std::pair<int, int>, std::size_t> between;
    for (const Stream& stream : job.streams) {
      const std::pair ends(job.nodes[stream.from], job.nodes[stream.to]);
      if (stream.bytes > 0 && ends.first != ends.second && (ends.first == node || ends.second == node)) ++between[ends];
    }
    for (const auto& [ends, count] : between) streams += count == 1 ? 1 : 0;
    std::size_t all = 0;
    for (const auto& [ends, count] : between) all += count;
    EXPECT_EQ(streams, all);
  }
}

TEST(JoiningOnce, LongMessagesAreLeftOutAndSendersTakeTurns) {
  const std::vector<int> nodes = {0, 0, 2, 2, 4, 4};
  const std::vector<Stream> streams = {{0, 2, 64, 0}, {1, 3, 64, 0}, {0, 4, 64, 0}, {1, 5, 64, 0}};
  EXPECT_TRUE(join(NodeMembers(nodes), 0, streams, {.longest = 255, .alignment = 128}).empty());
  const std::vector<JoinedMessage> messages = join(NodeMembers(nodes), 0, streams, {.longest = 256, .alignment = 128});
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_NE(messages[0].sender, messages[1].sender);
}

/// What is not joined between all processes of two nodes is joined by its senders, and every stream has a place.
TEST_F(JoiningTest, TheRestGoesBySenders) {
  for (int round = 0; round < 200; ++round) {
    const Job job(random_);
    const int node = job.nodes[static_cast<std::size_t>(random_.below(std::ssize(job.nodes)))];
    const Joining how{.longest = 700, .alignment = 8, .rest = Joining::Rest::by_sender};
    std::set<std::pair<int, int>> placed;
    for (const JoinedMessage& message : join(NodeMembers(job.nodes), node, job.streams, how)) {
      std::set<int> senders;
      for (const Stream& stream : message.streams) {
        EXPECT_TRUE(placed.emplace(stream.from, stream.to).second);
        EXPECT_LE(stream.offset + stream.bytes, message.bytes);
        senders.insert(stream.from);
      }
      EXPECT_TRUE(senders.contains(message.sender) || message.bytes <= how.longest);
      EXPECT_TRUE(senders.size() == 1 || message.bytes <= how.longest);
      EXPECT_TRUE(message.streams.size() > 1 || message.receiver == message.streams.front().to);
    }
    for (const Stream& stream : job.streams) {
      const int from = job.nodes[stream.from];
      const int to = job.nodes[stream.to];
      EXPECT_EQ(placed.contains({stream.from, stream.to}),
                stream.bytes > 0 && from != to && (from == node || to == node));
    }
  }
}

TEST(NodeMessages, ReachTheirReceiversAndCoverEveryPairOnce) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const auto members = static_cast<std::size_t>(1 + random.below(12));
    std::vector<int> nodes(members);
    for (int& node : nodes) node = static_cast<int>(random.below(4));
    const bool is_short = random.below(2) == 0;
    const auto bytes = [&](std::int64_t from, std::int64_t to) {
      return (is_short ? 100 : 3 << 20) * (1 + (from * 7 + to * 3) % 5);
    };
    std::vector<NodeMessages> all;
    for (std::size_t rank = 0; rank < members; ++rank) {
      std::vector<Stream> streams;
      for (int from = 0; from < std::ssize(nodes); ++from)
        for (int to = 0; to < std::ssize(nodes); ++to)
          if (nodes[from] != nodes[to] && (nodes[from] == nodes[rank] || nodes[to] == nodes[rank]))
            streams.push_back({from, to, bytes(from, to)});
      all.emplace_back(NodeMembers(nodes), static_cast<int>(rank), streams,
                       Joining{64 << 10, 1, Joining::Rest::by_sender}, 64);
    }

    std::map<std::pair<int, int>, int> messages;  // between nodes
    for (std::size_t from = 0; from < members; ++from)
      for (const NodeMessages::Message& sent : all[from].sent()) {
        const auto to = static_cast<std::size_t>(sent.partner);
        ++messages[{nodes[from], nodes[to]}];
        const auto matches = std::ranges::count_if(all[to].received(), [&](const NodeMessages::Message& received) {
          return received.partner == static_cast<std::int64_t>(from) && received.bytes == sent.bytes;
        });
        EXPECT_EQ(matches, 1);
        EXPECT_LE(sent.offset + sent.bytes, all[from].sent_bytes());
      }
    for (const auto& [pair, number] : messages) EXPECT_EQ(number, is_short ? 1 : std::ranges::count(nodes, pair.first));
    // The data between two members must have the same position in the sent and in the received message.
    for (std::size_t from = 0; from < members; ++from)
      for (std::size_t to = 0; to < members; ++to) {
        if (nodes[from] == nodes[to]) continue;
        const NodeMessages::BufferPart out = all[from].out(static_cast<std::int64_t>(to));
        const NodeMessages::BufferPart in = all[to].in(static_cast<std::int64_t>(from));
        bool found = false;
        for (const NodeMessages::Message& sent : all[static_cast<std::size_t>(out.member)].sent())
          for (const NodeMessages::Message& received : all[static_cast<std::size_t>(in.member)].received())
            found = found ||
                    (sent.partner == in.member && received.partner == out.member && out.offset >= sent.offset &&
                     out.offset < sent.offset + sent.bytes && out.offset - sent.offset == in.offset - received.offset);
        EXPECT_TRUE(found) << "from " << from << " to " << to;
      }
  }
}

}  // namespace
