// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/order_job.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "network/networks.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace cartwright {
namespace {

placement::JobSpec messages_spec(std::int64_t ranks, std::vector<traffic::Message> list, std::int64_t per_node) {
  placement::JobSpec spec;
  spec.dims = {0};
  spec.traffic.stencil = grid::Stencil::nearest_neighbor(1);
  spec.traffic.pattern = placement::JobTraffic::Messages{ranks, std::move(list)};
  spec.ranks_per_node = per_node;
  spec.budget_seconds = 0.02;
  return spec;
}

std::vector<traffic::Message> random_messages(base::Random& random, std::int64_t ranks) {
  std::vector<traffic::Message> messages(static_cast<std::size_t>(3 * ranks));
  for (traffic::Message& message : messages)
    message = {traffic::Rank(random.below(ranks)), traffic::Rank(random.below(ranks)),
               static_cast<double>(1 + random.below(1000))};
  return messages;
}

double seconds(placement::OrderedJob& ordered, traffic::NodeOfRank places, const network::Network& network) {
  std::swap(ordered.job.node_of_rank, places);
  const double found = traffic::bottleneck(network.wiring(), placement::link_loads(ordered.job, network)).seconds();
  std::swap(ordered.job.node_of_rank, places);
  return found;
}

TEST(OrderJob, FillsTheNodesAndIsNeverWorseThanTheLauncher) {
  constexpr std::uint64_t seed = 23;
  base::Random random(seed);
  for (const std::string& text : small_networks()) {
    SCOPED_TRACE(text);
    const auto network = network::read_network(text);
    const inventory::NodeTable table = inventory::all_free(*network);
    const std::int64_t count = std::min<std::int64_t>(network->wiring().nodes(), 12);
    const std::int64_t per_node = 1 + random.below(3);
    placement::JobSpec spec = messages_spec(count * per_node, random_messages(random, count * per_node), per_node);
    spec.node_count = count;
    placement::OrderedJob ordered = placement::order_job(spec, {}, *network, table);
    std::map<network::Node, std::int64_t> ranks_on;
    for (const network::Node node : ordered.job.node_of_rank) ++ranks_on[node];
    EXPECT_EQ(static_cast<std::int64_t>(ranks_on.size()), count);
    for (const auto& [node, ranks] : ranks_on) EXPECT_EQ(ranks, per_node);
    EXPECT_LE(seconds(ordered, ordered.job.node_of_rank, *network), seconds(ordered, ordered.launched, *network))
        << "seed " << seed;
  }
}

// Against all 720 orders of six processes on a ring.
TEST(OrderJob, ComesCloseToTheBestOrderOfAFewProcesses) {
  base::Random random(7);
  const auto network = network::read_network("torus:dims=6");
  const inventory::NodeTable table = inventory::all_free(*network);
  for (int round = 0; round < 10; ++round) {
    placement::OrderedJob ordered =
        placement::order_job(messages_spec(6, random_messages(random, 6), 1), {}, *network, table);
    std::vector<std::int32_t> nodes(6);
    std::iota(nodes.begin(), nodes.end(), 0);
    double least = INFINITY;
    do {
      traffic::NodeOfRank places;
      for (const std::int32_t node : nodes) places.push_back(network::Node(node));
      least = std::min(least, seconds(ordered, places, *network));
    } while (std::ranges::next_permutation(nodes).found);
    EXPECT_LE(seconds(ordered, ordered.job.node_of_rank, *network), 1.1 * least) << "round " << round;
  }
}

TEST(OrderJob, KeepsAnOrderThatCannotBeBetter) {
  const auto network = network::read_network("torus:dims=6");
  std::vector<traffic::Message> ring;
  for (std::int64_t rank = 0; rank < 6; ++rank)
    for (const std::int64_t step : {1, 5}) ring.push_back({traffic::Rank(rank), traffic::Rank((rank + step) % 6), 100});
  const placement::OrderedJob ordered = placement::order_job(
      messages_spec(6, ring, 1),
      {.grid = placement::MessageGrid{grid::Grid({6}, {true}), grid::Stencil::nearest_neighbor(1)}}, *network,
      inventory::all_free(*network));
  EXPECT_EQ(ordered.job.mapping, "as launched");
  EXPECT_EQ(ordered.job.node_of_rank, ordered.launched);
}

TEST(OrderJob, KeepsRank0OnItsNodeAndSaysWhatThatCosts) {
  constexpr std::uint64_t seed = 29;
  base::Random random(seed);
  for (const std::string& text : small_networks()) {
    SCOPED_TRACE(text);
    const auto network = network::read_network(text);
    const inventory::NodeTable table = inventory::all_free(*network);
    const std::int64_t count = std::min<std::int64_t>(network->wiring().nodes(), 12);
    const std::int64_t per_node = 1 + random.below(3);
    placement::JobSpec spec = messages_spec(count * per_node, random_messages(random, count * per_node), per_node);
    spec.node_count = count;
    spec.tier = choose::Tier::fast;
    placement::OrderedJob best = placement::order_job(spec, {}, *network, table);
    placement::OrderedJob kept = placement::order_job(spec, {.keep_rank_0 = true}, *network, table);
    EXPECT_EQ(kept.job.node_of_rank[traffic::Rank(0)], kept.launched[traffic::Rank(0)]) << "seed " << seed;
    const double least = seconds(best, best.job.node_of_rank, *network);
    const double now = seconds(kept, kept.job.node_of_rank, *network);
    EXPECT_LE(now, seconds(kept, kept.launched, *network)) << "seed " << seed;
    EXPECT_TRUE(best.notes.empty());
    if (now > least) {  // an exchange may also gain what tier fast did not try
      ASSERT_EQ(kept.notes.size(), 1U) << "seed " << seed;
      EXPECT_NE(kept.notes[0].find("the busiest link needs"), std::string::npos) << kept.notes[0];
    }
    std::map<network::Node, std::int64_t> ranks_on;
    for (const network::Node node : kept.job.node_of_rank) ++ranks_on[node];
    for (const auto& [node, ranks] : ranks_on) EXPECT_EQ(ranks, per_node) << "seed " << seed;
  }
}

// No order of a ring of messages is better than the ring itself.
TEST(OrderJob, TakesTheOrdersThatItIsGiven) {
  const auto network = network::read_network("torus:dims=6");
  const std::vector<std::int64_t> ring = {3, 0, 5, 1, 4, 2};
  std::vector<traffic::Message> messages;
  for (std::size_t i = 0; i < ring.size(); ++i)
    messages.push_back({traffic::Rank(ring[i]), traffic::Rank(ring[(i + 1) % ring.size()]), 100});
  placement::JobSpec spec = messages_spec(6, messages, 1);
  spec.tier = choose::Tier::fast;
  const auto others = [&](const machine::Machine& nodes) {
    EXPECT_EQ(nodes.size(), 6);
    mapping::Order order;
    for (const std::int64_t rank : ring) order.push_back(grid::Cell(rank));
    return std::vector{order};
  };
  const inventory::NodeTable table = inventory::all_free(*network);
  placement::OrderedJob found = placement::order_job(spec, {.others = others}, *network, table);
  placement::OrderedJob without = placement::order_job(spec, {}, *network, table);
  EXPECT_LE(seconds(found, found.job.node_of_rank, *network), seconds(without, without.job.node_of_rank, *network));
  // Every link of one direction carries one message, at the 2 GB/s of a torus.
  EXPECT_DOUBLE_EQ(seconds(found, found.job.node_of_rank, *network), 100 / 2e9);
}

TEST(OrderJob, SortsTheNodesAsBatchSystemsDo) {
  const auto network = network::read_network("torus:dims=12");
  placement::JobSpec spec = messages_spec(2, {{traffic::Rank(0), traffic::Rank(1), 1}}, 1);
  spec.nodes = {"t10", "t9"};
  const placement::OrderedJob ordered = placement::order_job(spec, {}, *network, inventory::all_free(*network));
  EXPECT_EQ(network->wiring().node_name(ordered.launched[traffic::Rank(0)]), "t9");
}

TEST(OrderJob, TakesALastNodeThatIsNotFull) {
  const auto network = network::read_network("torus:dims=6");
  const inventory::NodeTable table = inventory::all_free(*network);
  base::Random random(7);
  const placement::OrderedJob ordered =
      placement::order_job(messages_spec(5, random_messages(random, 5), 2), {}, *network, table);
  std::map<network::Node, std::int64_t> ranks_on;
  for (const network::Node node : ordered.job.node_of_rank) ++ranks_on[node];
  std::multiset<std::int64_t> sizes;
  for (const auto& [node, ranks] : ranks_on) sizes.insert(ranks);
  EXPECT_EQ(sizes, (std::multiset<std::int64_t>{1, 2, 2}));
  EXPECT_THROW(placement::order_job(messages_spec(7, {}, 1), {}, *network, table), base::Error);
}

}  // namespace
}  // namespace cartwright
