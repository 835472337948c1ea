// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/fit_network.hpp"

#include "base/random.hpp"
#include "network/networks.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright::placement {
namespace {

std::unique_ptr<traffic::Traffic> random_traffic(base::Random& random, std::int64_t ranks) {
  std::vector<traffic::Message> messages(static_cast<std::size_t>(3 * ranks));
  for (traffic::Message& message : messages)
    message = {traffic::Rank(random.below(ranks)), traffic::Rank(random.below(ranks)),
               static_cast<double>(1 + random.below(1000))};
  return traffic::message_traffic(ranks, std::move(messages));
}

mapping::Order random_order(base::Random& random, std::int64_t size) {
  std::vector<grid::Cell> cells(static_cast<std::size_t>(size));
  std::iota(cells.begin(), cells.end(), grid::Cell(0));
  for (std::size_t i = cells.size(); i > 1; --i)
    std::swap(cells[i - 1], cells[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
  return mapping::Order(std::move(cells));
}

/// Bytes between nodes, and seconds of the busiest link, link by link.
std::pair<double, double> slow_cost(const traffic::Traffic& traffic, const JobOnNetwork& job,
                                    const mapping::Order& order) {
  traffic::NodeOfRank node_of_rank(order.size());
  for (const machine::Slot slot : order.ids())
    node_of_rank[traffic::Rank(order[slot].number())] = job.nodes[Group(job.sizes.part_of(slot.number()))];
  const std::vector<traffic::Flow> flows = traffic::flows_between(traffic, node_of_rank, job.network.wiring().nodes());
  double bytes = 0;
  for (const traffic::Flow& flow : flows) bytes += flow.bytes;
  return {bytes,
          traffic::bottleneck(job.network.wiring(), traffic::link_loads(job.network, flows, job.routing)).seconds()};
}

TEST(FitNetwork, IsNeverWorseThanAsLaunchedAndSaysWhatItCosts) {
  constexpr std::uint64_t seed = 29;
  base::Random random(seed);
  int exchanged = 0;
  int chosen = 0;
  for (const std::string& text : small_networks())
    for (int round = 0; round < 4; ++round) {
      SCOPED_TRACE(testing::Message() << text << ", round " << round << ", seed " << seed);
      const auto network = network::read_network(text);
      const std::int64_t count = std::min<std::int64_t>(network->wiring().nodes(), 9);
      // Nodes of different sizes keep their places.
      std::vector<std::int64_t> sizes;
      for (std::int64_t node = 0; node < count; ++node) sizes.push_back(round % 2 == 0 ? 2 : 2 + random.below(2));
      const machine::Sizes node_sizes(sizes);
      NodeOfGroup nodes;
      for (std::int64_t node = 0; node < count; ++node) nodes.push_back(network::Node(count - 1 - node));
      const JobOnNetwork job{*network, nodes, node_sizes, {}};
      const std::int64_t ranks = node_sizes.total();
      const auto traffic = random_traffic(random, ranks);
      std::vector<NamedOrder> orders = {{"as launched", random_order(random, ranks)}};
      for (int i = 0; i < 3; ++i) orders.push_back({"other", random_order(random, ranks)});
      const auto before = slow_cost(*traffic, job, orders.front().order);

      const NetworkFit fit = fit_network(*traffic, job, orders, {.budget_seconds = 0.004, .seed = seed});
      const auto after = slow_cost(*traffic, job, fit.best.order);
      EXPECT_NO_THROW(mapping::slots_of(fit.best.order)) << "a permutation";
      EXPECT_NEAR(fit.before.seconds(), before.second, 1e-9 * before.second);
      EXPECT_NEAR(fit.after.seconds(), after.second, 1e-9 * after.second);
      EXPECT_DOUBLE_EQ(fit.bytes_before, before.first);
      EXPECT_DOUBLE_EQ(fit.bytes, after.first);
      EXPECT_LE(after.first, before.first * (1 + 1e-9));
      EXPECT_LE(after.second, before.second * (1 + 1e-9));
      exchanged += fit.exchanged ? 1 : 0;
      chosen += fit.best.name == "other" ? 1 : 0;
    }
  EXPECT_GT(exchanged, 0);
  EXPECT_GT(chosen, 0);
}

TEST(FitNetwork, FindsTheBestPlacesOfFewNodes) {
  // A ring of 6 nodes whose processes send to the opposite ones.
  const auto network = network::read_network("torus:dims=6");
  std::vector<traffic::Message> messages;
  for (int rank = 0; rank < 6; ++rank) messages.push_back({traffic::Rank(rank), traffic::Rank((rank + 3) % 6), 1});
  const auto traffic = traffic::message_traffic(6, messages);
  NodeOfGroup nodes;
  mapping::Order launched;
  for (int node = 0; node < 6; ++node) {
    nodes.push_back(network::Node(node));
    launched.push_back(grid::Cell(node));
  }
  const machine::Sizes sizes = machine::Sizes::equal(6, 1);
  const JobOnNetwork job{*network, nodes, sizes, {}};

  double least = slow_cost(*traffic, job, launched).second;
  mapping::Order order = launched;
  while (std::ranges::next_permutation(order).found) least = std::min(least, slow_cost(*traffic, job, order).second);
  const NetworkFit fit = fit_network(*traffic, job, {{"as launched", launched}}, {.budget_seconds = 0.05});
  EXPECT_TRUE(fit.exchanged);
  EXPECT_TRUE(fit.by_links);
  EXPECT_DOUBLE_EQ(fit.after.seconds(), least);
  EXPECT_LT(least, fit.before.seconds());

  const NetworkFit still = fit_network(*traffic, job, {{"as launched", launched}}, {.budget_seconds = 0});
  EXPECT_FALSE(still.exchanged);
  EXPECT_EQ(still.best.order, launched);
}

}  // namespace
}  // namespace cartwright::placement
