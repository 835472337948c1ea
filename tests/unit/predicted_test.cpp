// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/random.hpp"
#include "network/networks.hpp"
#include "nodes.hpp"
#include "placement/anneal_nodes.hpp"
#include "placement/policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace cartwright {
namespace {

/// The transposes of an FFT, one rank per node, on a machine with some nodes taken at random.
struct Busy {
  explicit Busy(std::uint64_t seed) {
    base::Random random(seed);
    for (const network::Node node : base::ids<network::Node>(network->wiring().nodes()))
      if (random.below(2) == 0) free.push_back(node);
    job.nodes = 24;
    job.traffic = traffic.get();
    for (const placement::Group group : base::ids<placement::Group>(24)) job.group_of_rank.push_back(group);
  }
  double busiest(const std::vector<network::Node>& nodes) const {
    const std::vector<traffic::Flow> flows =
        traffic::flows_between(*traffic, traffic::NodeOfRank(nodes), network->wiring().nodes());
    return traffic::bottleneck(network->wiring(), traffic::link_loads(*network, flows, {})).network;
  }

  std::unique_ptr<network::Network> network = network::read_network("percs:supernodes=8,drawers=2,nodes=8");
  std::unique_ptr<traffic::Traffic> traffic = traffic::alltoall_traffic(grid::Grid(grid::Coords{4, 6}), {0, 1}, 1e6);
  std::vector<network::Node> free;
  placement::Job job;
};

TEST(Predicted, LoadsTheBusiestLinkNoMoreThanAnyOtherPolicy) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  const Busy busy(seed);
  const placement::PolicyOptions options{.seed = seed, .budget_seconds = 0.2};
  const std::vector<network::Node> chosen =
      placement::find_policy("predicted").select(*busy.network, busy.free, busy.job, options);
  EXPECT_EQ(std::set<network::Node>(chosen.begin(), chosen.end()).size(), 24U);
  for (const network::Node node : chosen) EXPECT_TRUE(std::ranges::binary_search(busy.free, node));
  for (const placement::Policy& policy : placement::policies()) {
    const double other = busy.busiest(policy.select(*busy.network, busy.free, busy.job, options));
    EXPECT_LE(busy.busiest(chosen), other * (1 + 1e-12)) << policy.name;
  }
}

TEST(Predicted, GivesTheSameNodesForTheSameSeed) {
  const Busy busy(3);
  const placement::PolicyOptions options{.seed = 5, .budget_seconds = 0.05};
  const placement::Policy& predicted = placement::find_policy("predicted");
  EXPECT_EQ(predicted.select(*busy.network, busy.free, busy.job, options),
            predicted.select(*busy.network, busy.free, busy.job, options));
}

TEST(Predicted, NeedsTheTraffic) {
  Busy busy(3);
  busy.job.traffic = nullptr;
  EXPECT_THROW(placement::find_policy("predicted").select(*busy.network, busy.free, busy.job, {}), base::Error);
}

TEST(Predicted, RefusesAJobLargerThanTheFreeSet) {
  Busy busy(3);
  busy.free.resize(23);
  EXPECT_THROW(placement::find_policy("predicted").select(*busy.network, busy.free, busy.job, {}), base::Error);
}

TEST(Relieve, FindsTheLeastThereIsOnATinyMachine) {
  // Two communicating pairs on two drawers of two nodes: each pair should share a drawer.
  const auto network = network::read_network("percs:supernodes=1,drawers=2,nodes=2");
  std::vector<placement::GroupFlow> flows;
  for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 0), std::pair(2, 3), std::pair(3, 2)})
    flows.push_back({placement::Group(from), placement::Group(to), 1e9});
  placement::MovingLoads loads(*network, flows, placement::NodeOfGroup(nodes({0, 2, 1, 3})), {});
  EXPECT_DOUBLE_EQ(loads.busiest(), 1e9 / 5e9);
  const placement::NodeOfGroup found = placement::anneal_nodes(loads, first_nodes(4), {.budget_seconds = 0.01});
  placement::MovingLoads relieved(*network, flows, found, {});
  EXPECT_DOUBLE_EQ(relieved.busiest(), 1e9 / 24e9);
}

TEST(Relieve, LeavesAJobThatSendsNothingAlone) {
  const auto network = network::read_network("percs:supernodes=2");
  const placement::NodeOfGroup before(nodes({4, 2}));
  placement::MovingLoads loads(*network, {}, before, {});
  EXPECT_EQ(placement::anneal_nodes(loads, first_nodes(5), {}), before);
}

}  // namespace
}  // namespace cartwright
