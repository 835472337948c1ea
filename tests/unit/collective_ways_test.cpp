// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/collective_times.hpp"
#include "fluid/simulate.hpp"
#include "network/networks.hpp"
#include "random_network.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace cartwright {
namespace {

using traffic::Exchange;

using Pair = std::pair<std::int64_t, std::int64_t>;

/// The reference: every message of every step, with its blocks, found by following each block.
class SlowCollective {
 public:
  /// The rank that it comes from, and that it goes to; -1 in an allgather, where it goes to all.
  using Block = Pair;
  /// By sender and receiver.
  using Messages = std::map<Pair, std::vector<Block>>;

  SlowCollective(Exchange exchange, std::string_view way, std::int64_t nodes, std::int64_t on_node, std::int64_t radix)
      : way_(way), nodes_(nodes), on_node_(on_node), ranks_(nodes * on_node), radix_(radix), held_(ranks_) {
    for (std::int64_t rank = 0; rank < ranks_; ++rank)
      if (exchange == Exchange::allgather)
        held_[rank].insert({rank, -1});
      else
        for (std::int64_t to = 0; to < ranks_; ++to) held_[rank].insert({rank, to});
    exchange == Exchange::allgather ? allgather() : alltoall();
    std::erase_if(steps, [](const Messages& step) { return step.empty(); });
  }

  std::vector<Messages> steps;

  /// Every rank has the blocks that go to it, and got none of them twice.
  void check() const {
    EXPECT_FALSE(twice_);
    for (std::int64_t rank = 0; rank < ranks_; ++rank) {
      EXPECT_EQ(std::ssize(held_[rank]), ranks_);
      for (const auto& [from, to] : held_[rank]) EXPECT_TRUE(to == rank || to == -1);
    }
  }

 private:
  /// Each block goes on to the rank that `next` returns. `keeps`: the sender has it afterwards, too.
  template <class Next>
  void move(bool keeps, Next next) {
    Messages step;
    for (std::int64_t rank = 0; rank < ranks_; ++rank)
      for (const Block& block : held_[rank])
        for (const std::int64_t to : next(rank, block))
          if (to != rank) step[{rank, to}].push_back(block);
    for (const auto& [ends, blocks] : step)
      for (const Block& block : blocks) {
        if (!keeps) held_[ends.first].erase(block);
        if (!held_[ends.second].insert(block).second) twice_ = true;
      }
    steps.push_back(std::move(step));
  }

  void alltoall() {
    using To = std::vector<std::int64_t>;
    if (way_ == "direct") move(false, [](std::int64_t, const Block& block) { return To{block.second}; });
    if (way_ == "Bruck")
      for (std::int64_t bit = 1; bit < ranks_; bit *= 2)
        move(false, [&](std::int64_t rank, const Block& block) {
          const std::int64_t way = (block.second - block.first + ranks_) % ranks_;
          return To{(way & bit) != 0 ? (rank + bit) % ranks_ : rank};
        });
    if (way_ == "relayed") {
      move(false, [&](std::int64_t rank, const Block&) { return To{rank / on_node_ * on_node_}; });
      for (std::int64_t unit = 1; unit < nodes_; unit *= radix_)
        move(false, [&](std::int64_t rank, const Block& block) {
          const std::int64_t way = (block.second / on_node_ - block.first / on_node_ + nodes_) % nodes_;
          return To{(rank + way / unit % radix_ * unit * on_node_) % ranks_};
        });
      move(false, [&](std::int64_t, const Block& block) { return To{block.second}; });
    }
    if (way_ == "direct" || way_ == "Bruck" || way_ == "relayed") return;
    const std::int64_t carriers = way_ == "one leader" ? 1 : on_node_;
    const auto carrier = [&](std::int64_t node, const Block& block) {
      const std::int64_t distance = (block.second / on_node_ - block.first / on_node_ + nodes_) % nodes_;
      return distance == 0 ? block.second : node * on_node_ + (distance - 1) % carriers;
    };
    move(false, [&](std::int64_t, const Block& block) { return To{carrier(block.first / on_node_, block)}; });
    move(false, [&](std::int64_t, const Block& block) { return To{carrier(block.second / on_node_, block)}; });
    move(false, [&](std::int64_t, const Block& block) { return To{block.second}; });
  }

  void allgather() {
    using To = std::vector<std::int64_t>;
    if (way_ == "ring")
      for (std::int64_t step = 0; step + 1 < ranks_; ++step)
        move(true, [&](std::int64_t rank, const Block& block) {
          return (rank - block.first + ranks_) % ranks_ == step ? To{(rank + 1) % ranks_} : To{};
        });
    if (way_ == "doubling" && (ranks_ & (ranks_ - 1)) != 0) gather(1, on_node_, 2);
    if (way_ == "doubling" && (ranks_ & (ranks_ - 1)) == 0)
      for (std::int64_t bit = 1; bit < ranks_; bit *= 2)
        move(true, [&](std::int64_t rank, const Block&) { return To{rank ^ bit}; });
    if (way_ == "one leader") {
      move(true, [&](std::int64_t rank, const Block&) { return To{rank / on_node_ * on_node_}; });
      gather(on_node_, 1, radix_);
      move(true, [&](std::int64_t rank, const Block& block) {
        To all;
        for (std::int64_t to = rank + 1; rank % on_node_ == 0 && to < rank + on_node_; ++to)
          if (to != block.first) all.push_back(to);
        return all;
      });
    }
    if (way_ == "all processes") {
      gather(on_node_, on_node_, radix_);
      move(true, [&](std::int64_t rank, const Block&) {
        To all;
        for (std::int64_t to = rank / on_node_ * on_node_; to < (rank / on_node_ + 1) * on_node_; ++to)
          all.push_back(to);
        return all;
      });
    }
  }

  /// Units of `size` ranks pass on all that they have to `radix` - 1 units at once, except what has been there. The
  /// first `senders` ranks of each node do that.
  void gather(std::int64_t size, std::int64_t senders, std::int64_t radix) {
    const std::int64_t units = ranks_ / size;
    for (std::int64_t held = 1; held < units; held *= radix)
      move(true, [&](std::int64_t rank, const Block& block) {
        const std::int64_t came = (rank / size - block.first / size + units) % units;
        std::vector<std::int64_t> all;
        for (std::int64_t away = held; away < held * radix && rank % on_node_ < senders; away += held)
          if (came + away < units && came < held) all.push_back((rank + away * size) % ranks_);
        return all;
      });
  }

  std::string_view way_;
  std::int64_t nodes_, on_node_, ranks_, radix_;
  std::vector<std::set<Block>> held_;
  bool twice_ = false;
};

/// Calls visit(exchange, way) for all ways of both collectives.
template <class Visit>
void each_way(Visit visit) {
  for (const Exchange exchange : {Exchange::alltoall, Exchange::allgather})
    for (const traffic::CollectiveWay& way : traffic::collective_ways(exchange)) {
      SCOPED_TRACE(testing::Message() << to_string(exchange) << ": " << way.name);
      visit(exchange, way);
    }
}

std::vector<network::Node> all_nodes(const network::Network& network) {
  const auto nodes = base::ids<network::Node>(network.wiring().nodes());
  return {nodes.begin(), nodes.end()};
}

TEST(CollectiveWays, DeliverEveryBlockOnceAndCountWhatTheySend) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    base::Random random(seed);
    const std::int64_t nodes = 1 + random.below(7), on_node = 1 + random.below(5), radix = 2 + random.below(6);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << nodes << " nodes of " << on_node << ", radix "
                                    << radix);
    each_way([&](Exchange exchange, const traffic::CollectiveWay& way) {
      const SlowCollective slow(exchange, way.name, nodes, on_node, radix);
      slow.check();
      std::size_t at = 0;
      for (const traffic::CollectiveStep& step : way.steps(nodes, on_node, radix))
        for (double time = 0; time < step.times; ++time, ++at) {
          ASSERT_LT(at, slow.steps.size());
          std::map<Pair, double> sent, expected;    // by node and distance; 0 in a node
          std::map<std::int64_t, double> messages;  // by rank
          for (const auto& [ends, blocks] : slow.steps[at]) {
            const std::int64_t from = ends.first / on_node, to = ends.second / on_node;
            sent[{from, (to - from + nodes) % nodes}] += static_cast<double>(blocks.size());
            if (from != to) ++messages[ends.first];
          }
          for (std::int64_t node = 0; node < nodes; ++node) {
            if (step.in_node > 0) expected[{node, 0}] = step.in_node;
            for (const traffic::CollectiveStep::Hop& hop : step.hops)
              expected[{node, (step.receiver(node, hop, nodes) - node + nodes) % nodes}] = hop.blocks;
          }
          double most = 0;
          for (const auto& [rank, count] : messages) most = std::max(most, count);
          EXPECT_EQ(sent, expected) << "step " << at;
          EXPECT_EQ(most, step.messages) << "step " << at;
        }
      EXPECT_EQ(at, slow.steps.size());
    });
  }
}

TEST(CollectiveWays, AreRelayedForShortBlocksBetweenManyNodes) {
  constexpr std::int64_t most = 128 << 10;
  const auto found = [&](std::int64_t nodes, std::int64_t on_node) {
    return traffic::most_relayed(nodes, on_node, most, traffic::usual_links);
  };
  EXPECT_EQ(found(16, 2), 0);
  EXPECT_EQ(found(64, 2), 64);
  EXPECT_EQ(found(256, 4), 8);
  EXPECT_EQ(found(256, 16), 0);
}

TEST(CollectiveWays, OfDifferentSizesTakeAsLongAsOfOneWhereAllNodesArePartners) {
  const traffic::NodeLinks& links = traffic::usual_links;
  for (const std::int64_t nodes : {5, 64})
    for (const std::int64_t on_node : {1, 3})
      for (const double block : {1.0, 4096.0}) {
        const double bytes = block * static_cast<double>((nodes - 1) * on_node * on_node);
        for (const traffic::CollectiveWay& way : traffic::collective_ways(Exchange::alltoall)) {
          const double all = traffic::seconds_of(traffic::times_of(way, nodes, on_node, links), block);
          if (way.name == "all processes") {
            EXPECT_DOUBLE_EQ(traffic::seconds_joined(nodes, on_node, nodes - 1, bytes, links), all);
          }
          if (way.name == "relayed") {
            EXPECT_DOUBLE_EQ(traffic::seconds_relayed(nodes, on_node, bytes, links), all);
          }
        }
      }
}

TEST(CollectiveWays, AreNotRelayedForFewPartners) {
  const auto gain = [](std::int64_t partners) {
    return traffic::seconds_joined(256, 2, partners, 1024, traffic::usual_links) /
           traffic::seconds_relayed(256, 2, 1024, traffic::usual_links);
  };
  EXPECT_GT(gain(255), 3);
  EXPECT_LT(gain(8), 1);
  EXPECT_EQ(gain(0), 0);
}

TEST(CollectiveTimes, AreThoseOfTheFlowsOfEachStep) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    base::Random random(seed);
    const network::ShortestPaths network("random", network::Wiring(random_wiring(random)));
    const std::int64_t on_node = 1 + random.below(3);
    const std::vector<network::Node> nodes = all_nodes(network);
    // All messages of a step have one size, so that none ends before others and leaves its share of a link unused.
    const std::int64_t radix = random.below(2) == 0 ? 2 : std::max<std::int64_t>(2, std::ssize(nodes));
    fluid::Model model{.sharing = fluid::Sharing::equal, .link_latency = 0, .copy_bandwidth = 3e9};
    if (random.below(2) == 0) model.node_bandwidth = 1.5e9;
    const traffic::Routing routing{.paths = random.below(2) == 0 ? network::Paths::single : network::Paths::shared};
    fluid::CollectiveTimes times(network, nodes, routing, model);
    traffic::NodeOfRank node_of_rank;
    for (const network::Node node : nodes)
      for (std::int64_t rank = 0; rank < on_node; ++rank) node_of_rank.push_back(node);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    each_way([&](Exchange exchange, const traffic::CollectiveWay& way) {
      const auto count = static_cast<std::int64_t>(nodes.size());
      double slow = 0;
      for (const SlowCollective::Messages& step : SlowCollective(exchange, way.name, count, on_node, radix).steps) {
        std::vector<traffic::Message> messages;
        for (const auto& [ends, blocks] : step)
          messages.push_back({traffic::Rank(static_cast<std::int32_t>(ends.first)),
                              traffic::Rank(static_cast<std::int32_t>(ends.second)),
                              1e6 * static_cast<double>(blocks.size())});
        const auto sends = traffic::message_traffic(count * on_node, std::move(messages));
        slow += fluid::simulate(fluid::transfers_of(network, *sends, node_of_rank, routing, model), 0).seconds;
      }
      EXPECT_NEAR(seconds_of(times.times(way.steps(count, on_node, radix)), 1e6), slow, 1e-6 * slow);
    });
  }
}

/// Two switches with two nodes each, of two processes: 1 GB/s from the nodes and between the switches.
TEST(CollectiveTimes, AreSumsThatOneCanDoByHand) {
  network::WiringParts parts = cabled(2, {{0, 1}});
  parts.node_names = {"a", "b", "c", "d"};
  parts.switch_of_node = {network::Switch(0), network::Switch(0), network::Switch(1), network::Switch(1)};
  parts.terminal_bandwidth = 1e9;
  const network::ShortestPaths network("two switches", network::Wiring(std::move(parts)));
  const std::vector<network::Node> nodes = all_nodes(network);
  const fluid::Model model{.link_latency = 1e-6,
                           .message_latency = 7e-6,
                           .copy_latency = 1e-6,
                           .message_overhead = 2e-6,
                           .copy_bandwidth = 4e9};
  fluid::CollectiveTimes times(network, nodes, {}, model);
  const auto micro = [&](Exchange exchange, int way, double bytes, std::int64_t radix = 2) {
    return 1e6 * seconds_of(times.times(traffic::collective_ways(exchange)[way].steps(4, 2, radix)), bytes);
  };
  // The longest route has three links: a message takes 10 us. A block of 1000 bytes takes a link 1 us, a copy 0.25 us.
  // Direct: six messages start within 10 us. Eight processes send four blocks each to the other switch.
  EXPECT_NEAR(micro(Exchange::alltoall, 0, 8), 10 + 10, 1e-9);
  EXPECT_NEAR(micro(Exchange::alltoall, 0, 1000), 10 + 16, 1e-9);
  // Bruck: each process moves four blocks in each of three steps. By 1, one process of a node leaves it, and one node a
  // switch; by 2, all processes leave their nodes, and a node its switch; by 4, all leave their switches.
  EXPECT_NEAR(micro(Exchange::alltoall, 1, 1000), 10 + 4 + 10 + 8 + 10 + 16, 1e-9);
  // The leader gets six blocks, the processes exchange two; the leader sends three messages, of which two cross.
  EXPECT_NEAR(micro(Exchange::alltoall, 3, 1000), 1 + 2 + 10 + 16 + 1 + 1.5, 1e-9);
  EXPECT_NEAR(micro(Exchange::alltoall, 3, 8), 1 + 0.016 + 10 + 4 + 1 + 0.012, 1e-9);
  EXPECT_NEAR(micro(Exchange::alltoall, 2, 8), 1 + 0.016 + 10 + 2 + 1 + 0.012, 1e-9);
  EXPECT_NEAR(micro(Exchange::allgather, 0, 1000), 7 * (10 + 1), 1e-9);
  // By pairs: in a node, in a switch, and between the switches.
  EXPECT_NEAR(micro(Exchange::allgather, 1, 1000), 1 + 0.5 + 10 + 4 + 10 + 16, 1e-9);
  // By leaders: a block; two, then four blocks from each node; seven blocks.
  EXPECT_NEAR(micro(Exchange::allgather, 3, 1000), 1 + 0.25 + 10 + 2 + 10 + 8 + 1 + 1.75, 1e-9);
  EXPECT_NEAR(micro(Exchange::allgather, 2, 1000), 10 + 2 + 10 + 8 + 1 + 2, 1e-9);
  // All in one round: a leader sends three messages, and two nodes two blocks each to both of the other switch.
  EXPECT_NEAR(micro(Exchange::allgather, 3, 1000, 4), 1 + 0.25 + 10 + 8 + 1 + 1.75, 1e-9);
  EXPECT_NEAR(micro(Exchange::allgather, 3, 8, 4), 1 + 0.002 + 10 + 4 + 1 + 0.014, 1e-9);
  EXPECT_EQ(times.costs().radix(4), 4);
}

}  // namespace
}  // namespace cartwright
