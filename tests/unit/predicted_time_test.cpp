// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/predicted_time.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cartwright {
namespace {

machine::MeasuredLink link_of(const char* between, double latency, double bytes_per_second) {
  const machine::Interval seconds = {latency, latency, latency};
  const machine::Interval speed = {bytes_per_second, bytes_per_second, bytes_per_second};
  return {.between = between,
          .title = between,
          .messages = {{8, seconds, speed}},
          .messages_per_second = speed,
          .rings = {{1, false, 1 << 20, speed}}};
}

machine::Measured measured() {
  machine::Measured result;
  result.links = {link_of("node", 1e-5, 1e9), link_of("process", 1e-6, 4e9)};
  return result;
}

using traffic::NodeOfRank;

NodeOfRank on_nodes(std::initializer_list<int> nodes) {
  NodeOfRank result;
  for (const int node : nodes) result.push_back(network::Node(node));
  return result;
}

TEST(PredictedTime, CountsTheBusiestNodeAndProcess) {
  // Ranks 0 and 1 on node 0, rank 2 on node 1. Rank 0 sends one message inside and two to node 1, which are added up.
  const auto traffic = traffic::message_traffic(3, {{traffic::Rank(0), traffic::Rank(1), 100},
                                                    {traffic::Rank(0), traffic::Rank(2), 10},
                                                    {traffic::Rank(1), traffic::Rank(2), 30},
                                                    {traffic::Rank(2), traffic::Rank(2), 1000}});
  const traffic::NodeTraffic counted = traffic::node_traffic(*traffic, on_nodes({0, 0, 1}));
  EXPECT_EQ(counted.bytes_between, 40);
  EXPECT_EQ(counted.bytes_inside, 100);
  EXPECT_EQ(counted.messages_between, 1);
  EXPECT_EQ(counted.messages_inside, 1);
}

TEST(PredictedTime, IsTheSlowestTransferAndTheLatencies) {
  const traffic::NodeTraffic counted = {
      .bytes_between = 2e6, .bytes_inside = 4e6, .messages_between = 3, .messages_inside = 2};
  EXPECT_DOUBLE_EQ(traffic::predicted_seconds(counted, 0, measured()), 2e-3 + 3e-5 + 2e-6);
  EXPECT_DOUBLE_EQ(traffic::predicted_seconds(counted, 5e-3, measured()), 5e-3 + 3e-5 + 2e-6);
  const traffic::NodeTraffic inside = {.bytes_inside = 4e6, .messages_inside = 2};
  EXPECT_DOUBLE_EQ(traffic::predicted_seconds(inside, 0, measured()), 1e-3 + 2e-6);
}

TEST(PredictedTime, NeedsTheLinksThatAreUsed) {
  machine::Measured one_node = measured();
  one_node.links.erase(one_node.links.begin());
  EXPECT_THROW(traffic::predicted_seconds({.bytes_between = 1, .messages_between = 1}, 0, one_node), base::Error);
  EXPECT_GT(traffic::predicted_seconds({.bytes_inside = 1, .messages_inside = 1}, 0, one_node), 0);
  machine::Measured between = measured();
  between.links.pop_back();
  EXPECT_THROW(traffic::predicted_seconds({.bytes_inside = 1, .messages_inside = 1}, 0, between), base::Error);
}

/// All-to-alls are counted by nodes: as many as the messages between all of their pairs.
TEST(PredictedTime, AllToAllsAreTheMessagesOfTheirPairs) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int trial = 0; trial < 30; ++trial) {
    const grid::Grid grid(
        grid::Coords{1 + static_cast<std::int64_t>(random.below(5)), 2 + static_cast<std::int64_t>(random.below(4))});
    const auto teams = traffic::alltoall_traffic(grid, {1}, 8);
    std::vector<traffic::Message> messages;
    for (const traffic::Team& team : teams->teams())
      for (const traffic::Rank from : team.ranks)
        for (const traffic::Rank to : team.ranks)
          if (from != to) messages.push_back({from, to, team.bytes});
    const auto pairs = traffic::message_traffic(grid.size(), messages);
    NodeOfRank nodes;
    for (std::int64_t rank = 0; rank < grid.size(); ++rank)
      nodes.push_back(network::Node(static_cast<std::int32_t>(random.below(4))));
    const traffic::NodeTraffic expected = traffic::node_traffic(*pairs, nodes);
    const traffic::NodeTraffic counted = traffic::node_traffic(*teams, nodes);
    EXPECT_EQ(counted.bytes_between, expected.bytes_between);
    EXPECT_EQ(counted.bytes_inside, expected.bytes_inside);
    EXPECT_EQ(counted.messages_between, expected.messages_between);
    EXPECT_EQ(counted.messages_inside, expected.messages_inside);
  }
}

}  // namespace
}  // namespace cartwright
