// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/simulate.hpp"

#include "base/error.hpp"
#include "network/networks.hpp"
#include "random_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace cartwright {
namespace {

using traffic::Routing;

constexpr double s_bytes = 8775;  // of SimGrid's round trips

/// The reference: every message by itself, and all rates from scratch at every start and end.
class SlowSimulation {
 public:
  SlowSimulation(const network::Network& network, const Routing& routing, const fluid::Model& model)
      : network_(network), routing_(routing), model_(model) {}

  void send(network::Node from, network::Node to, double bytes, double start) {
    Message message{.start = start, .left = bytes};
    if (from == to) {
      if (model_.copy_bandwidth < fluid::Model::unlimited) message.parts[{2, from.number()}] = 1;
      messages_.push_back(message);
      return;
    }
    const network::Wiring& wiring = network_.wiring();
    network::Route route;
    network_.route(from, to, routing_.paths, route);
    double latency = model_.message_latency, round_trip = 0;
    for (const network::Share& share : route) {
      message.parts[{-1, share.link.number()}] += share.part;
      latency += share.part * model_.link_latency;
      round_trip += share.part * s_bytes / wiring.bandwidth(share.link);
    }
    if (wiring.terminal_bandwidth() > 0)
      latency += 2 * model_.link_latency;
    else if (route.empty())
      latency += model_.link_latency;
    if (node_bandwidth() < fluid::Model::unlimited) {
      message.parts[{0, from.number()}] = 1;
      message.parts[{1, to.number()}] = 1;
      round_trip += 2 * s_bytes / node_bandwidth();
    }
    message.start += latency;
    message.weight = model_.sharing == fluid::Sharing::equal ? 1 : 1 / (latency + round_trip);
    messages_.push_back(message);
  }

  double seconds() {
    double now = 0;
    for (;;) {
      fill(now);
      double next = fluid::Model::unlimited;
      for (const Message& one : messages_) {
        if (one.left <= 0) continue;
        next = std::min(next, one.start > now ? one.start : now + one.left / one.rate);
      }
      if (next == fluid::Model::unlimited) return now;
      for (Message& one : messages_) {
        if (one.left <= 0 || one.start > now) continue;
        const double end = now + one.left / one.rate;
        one.left = end <= next * (1 + 1e-13) ? 0 : one.left - one.rate * (next - now);
      }
      now = next;
    }
  }

 private:
  using Key = std::pair<int, std::int32_t>;
  struct Message {
    double start = 0;
    double left = 0;
    double weight = 1;
    double rate = 0;
    std::map<Key, double> parts = {};
  };

  double node_bandwidth() const {
    const double terminal = network_.wiring().terminal_bandwidth();
    return terminal > 0 ? std::min(terminal, model_.node_bandwidth) : model_.node_bandwidth;
  }
  double bandwidth(const Key& key) const {
    if (key.first < 0) return network_.wiring().bandwidth(network::LinkId(key.second));
    return key.first == 2 ? model_.copy_bandwidth : node_bandwidth();
  }

  void fill(double now) {
    std::vector<Message*> rising;
    std::map<Key, double> left;
    for (Message& one : messages_) {
      if (one.left <= 0 || one.start > now) continue;
      one.rate = 1e300;
      if (one.parts.empty()) continue;
      rising.push_back(&one);
      for (const auto& [key, part] : one.parts) left[key] = bandwidth(key);
    }
    while (!rising.empty()) {
      std::map<Key, double> weight;
      for (const Message* one : rising)
        for (const auto& [key, part] : one->parts) weight[key] += part * one->weight;
      double level = fluid::Model::unlimited;
      for (const auto& [key, sum] : weight) level = std::min(level, left[key] / sum);
      std::vector<Message*> still;
      for (Message* one : rising) {
        const bool stops = std::ranges::any_of(
            one->parts, [&](const auto& part) { return left[part.first] / weight[part.first] <= level * (1 + 1e-12); });
        one->rate = stops ? level * one->weight : 0;
        if (!stops) still.push_back(one);
      }
      for (const Message* one : rising)
        for (const auto& [key, part] : one->parts) left[key] = std::max(0.0, left[key] - part * one->rate);
      rising = still;
    }
  }

  const network::Network& network_;
  const Routing& routing_;
  const fluid::Model& model_;
  std::vector<Message> messages_;
};

/// Every message of a traffic without all-to-alls.
double slow_seconds(const network::Network& network, const traffic::Traffic& traffic,
                    const traffic::NodeOfRank& node_of_rank, const Routing& routing, const fluid::Model& model) {
  SlowSimulation slow(network, routing, model);
  std::vector<traffic::Send> sends;
  for (const traffic::Rank rank : base::ids<traffic::Rank>(traffic.ranks())) {
    sends.clear();
    traffic.sends(rank, sends);
    double sent = 0;
    for (const traffic::Send& one : sends)
      if (one.to != rank && one.bytes > 0)
        slow.send(node_of_rank[rank], node_of_rank[one.to], one.bytes, model.message_overhead * sent++);
  }
  if (model.message_overhead == 0)
    for (const traffic::Team& team : traffic.teams())
      for (const traffic::Rank from : team.ranks)
        for (const traffic::Rank to : team.ranks)
          if (from != to) slow.send(node_of_rank[from], node_of_rank[to], team.bytes, 0);
  return slow.seconds();
}

struct Input {
  std::unique_ptr<network::Network> network;
  std::unique_ptr<traffic::Traffic> traffic;
  traffic::NodeOfRank places;
  Routing routing;
  fluid::Model model;

  fluid::Transfers transfers() const { return fluid::transfers_of(*network, *traffic, places, routing, model); }
};

Input random_input(std::uint64_t seed) {
  base::Random random(seed);
  constexpr std::array specs = {"dragonfly:routers=3,global=1,nodes=2", "torus:dims=3x4", "torus:dims=2x2x3",
                                "fat-tree:down=2x3,up=1x2,cables=1x2", "percs:supernodes=3,drawers=2,nodes=2"};
  Input input;
  input.network = random.below(2) == 0 ? network::read_network(specs[static_cast<std::size_t>(random.below(5))])
                                       : graph(random_wiring(random));
  const std::int64_t ranks = 2 + random.below(20);
  input.traffic = random_traffic(random, ranks);
  input.places = random_places(random, ranks, input.network->wiring().nodes());
  if (random.below(2) == 0) input.routing.paths = network::Paths::single;
  fluid::Model& model = input.model;
  if (random.below(2) == 0) model.sharing = fluid::Sharing::equal;
  model.link_latency = random.below(2) == 0 ? 0 : 1e-7 * random.unit();
  if (random.below(3) == 0) model.message_latency = 1e-6 * random.unit();
  if (random.below(3) == 0 && input.traffic->teams().empty()) model.message_overhead = 1e-7 * random.unit();
  if (random.below(3) == 0) model.node_bandwidth = 5e8 + 2e9 * random.unit();
  if (random.below(3) == 0) model.copy_bandwidth = 1e9 * (0.1 + random.unit());
  return input;
}

TEST(Fluid, TakesTheTimeOfEveryMessageSimulatedByItself) {
  int several = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Input input = random_input(seed);
    const fluid::Simulated fast = fluid::simulate(input.transfers(), 0);
    const double slow = slow_seconds(*input.network, *input.traffic, input.places, input.routing, input.model);
    EXPECT_NEAR(fast.seconds, slow, 1e-6 * slow + 1e-15);
    several += fast.steps > 5 ? 1 : 0;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(several, 300);  // most inputs have rates that change
}

TEST(Fluid, IsNeverFasterThanTheBusiestLink) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const fluid::Transfers transfers = random_input(seed).transfers();
    EXPECT_GE(fluid::simulate(transfers, 0).seconds, (1 - 1e-6) * transfers.busiest_seconds());
  }
}

TEST(Fluid, LosesLittleByStepsOfSeveralEnds) {
  double most = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const fluid::Transfers transfers = random_input(seed).transfers();
    const double exact = fluid::simulate(transfers, 0).seconds;
    const double stepped = fluid::simulate(transfers, 1e-2).seconds;
    if (exact > 0) most = std::max(most, std::abs(stepped / exact - 1));
  }
  RecordProperty("most", fmt::format("{:.5f}", most));
  EXPECT_LT(most, 0.02);
}

TEST(Fluid, PutsTheBytesOfLinkLoadsOnTheLinks) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Input input = random_input(seed);
    input.model = {};
    if (seed % 2 == 0) input.routing.kind = Routing::Kind::valiant;
    const network::Wiring& wiring = input.network->wiring();
    // Link loads count the nodes of a switch as one, so that traffic between them takes no detour.
    if (seed % 2 == 0 && wiring.nodes() != wiring.switches()) continue;
    const auto flows = traffic::flows_between(*input.traffic, input.places, wiring.nodes());
    const traffic::LinkLoads loads = traffic::link_loads(*input.network, flows, input.routing);
    const double expected = traffic::bottleneck(wiring, loads).seconds();
    EXPECT_NEAR(input.transfers().busiest_seconds(), expected, 1e-6 * expected);
  }
}

TEST(Fluid, OfEqualMessagesWithEqualSharesTakesTheTimeOfTheBusiestLink) {
  for (const char* spec :
       {"torus:dims=4x4x2", "fat-tree:down=4x4x2,up=1x2x2", "percs:supernodes=4,drawers=2,nodes=4"}) {
    SCOPED_TRACE(spec);
    const auto network = network::read_network(spec);
    const auto traffic = traffic::stencil_traffic(grid::Grid({8, 4}, {true, true}), grid::Stencil::nearest_neighbor(2));
    base::Random random(7);
    const auto places = random_places(random, 32, network->wiring().nodes());
    const fluid::Transfers transfers =
        fluid::transfers_of(*network, *traffic, places, {Routing::Kind::minimal, network::Paths::single},
                            {.sharing = fluid::Sharing::equal, .link_latency = 0});
    EXPECT_NEAR(fluid::simulate(transfers, 0).seconds, transfers.busiest_seconds(), 1e-9 * transfers.busiest_seconds());
  }
}

/// Seconds of messages between ranks that are on the nodes of their numbers, on a line of links with 1 GB/s.
double on_a_line(std::vector<traffic::Message> messages, const fluid::Model& model) {
  const auto network = graph(cabled(4, {{0, 1}, {1, 2}, {2, 3}}));
  traffic::NodeOfRank places;
  for (int node = 0; node < 4; ++node) places.push_back(network::Node(node));
  const auto traffic = traffic::message_traffic(4, std::move(messages));
  return fluid::simulate(fluid::transfers_of(*network, *traffic, places, {}, model), 0).seconds;
}

traffic::Message message(int from, int to, double bytes) { return {traffic::Rank(from), traffic::Rank(to), bytes}; }

TEST(Fluid, AddsLatencyPerLinkAndPerMessage) {
  EXPECT_NEAR(on_a_line({message(0, 3, 1e6)}, {.link_latency = 1e-5, .message_latency = 2e-4}), 1e-3 + 3e-5 + 2e-4,
              1e-12);
}

TEST(Fluid, SharesALinkEquallyOrByRoundTrips) {
  // On link 1-2, the message over two links has twice the round trip.
  const std::vector<traffic::Message> messages = {message(0, 2, 1e6), message(1, 2, 3e6)};
  EXPECT_NEAR(on_a_line(messages, {.sharing = fluid::Sharing::equal, .link_latency = 0}), 4e-3, 1e-9);
  // Two thirds of link 1-2 are for the message over one link, which has twice the bytes: both end together.
  const std::vector<traffic::Message> shorter = {message(0, 2, 1e6), message(1, 2, 2e6), message(0, 1, 1e6)};
  EXPECT_NEAR(on_a_line(shorter, {.link_latency = 0}), 3e-3, 1e-9);
}

TEST(Fluid, LimitsNodesCopiesAndMessageRates) {
  const std::vector<traffic::Message> both = {message(1, 0, 1e6), message(1, 2, 1e6)};
  EXPECT_NEAR(on_a_line(both, {.link_latency = 0}), 1e-3, 1e-9);
  EXPECT_NEAR(on_a_line(both, {.link_latency = 0, .node_bandwidth = 1e9}), 2e-3, 1e-9);
  EXPECT_NEAR(on_a_line(both, {.link_latency = 0, .message_overhead = 5e-4}), 1.5e-3, 1e-9);
  const auto network = graph(cabled(2, {{0, 1}}));
  const auto copies = traffic::message_traffic(3, {message(0, 1, 1e6), message(1, 0, 1e6), message(0, 2, 1e6)});
  const traffic::NodeOfRank places = {network::Node(0), network::Node(0), network::Node(1)};
  const auto seconds = [&](const fluid::Model& model) {
    return fluid::simulate(fluid::transfers_of(*network, *copies, places, {}, model), 0).seconds;
  };
  EXPECT_NEAR(seconds({.link_latency = 0}), 1e-3, 1e-9);
  EXPECT_NEAR(seconds({.link_latency = 0, .copy_bandwidth = 5e8}), 4e-3, 1e-9);
}

TEST(Fluid, TakesTheDetoursOfForwardingTables) {
  const auto network = network::read_network("percs:supernodes=4,drawers=2,nodes=2");
  const auto traffic = traffic::message_traffic(2, {message(0, 1, 1e6)});
  const traffic::NodeOfRank places = {network::Node(0), network::Node(13)};
  const auto count = [&](std::int64_t samples) {
    return fluid::transfers_of(*network, *traffic, places, {Routing::Kind::valiant, network::Paths::single, samples, 1},
                               {})
        .size();
  };
  EXPECT_EQ(count(0), 2);  // by each of the two other supernodes
  EXPECT_EQ(count(1), 1);
  EXPECT_EQ(count(5), 5);
  EXPECT_THROW(fluid::transfers_of(*network, *traffic, places, {Routing::Kind::ugal}, {}), base::Error);
}

TEST(Fluid, OfNothingTakesNoTime) {
  EXPECT_EQ(on_a_line({}, {}), 0);
  EXPECT_EQ(on_a_line({message(1, 1, 5), message(0, 2, 0)}, {}), 0);
}

}  // namespace
}  // namespace cartwright
