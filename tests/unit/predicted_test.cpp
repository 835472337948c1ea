// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/random.hpp"
#include "network/networks.hpp"
#include "placement/policy.hpp"
#include "placement/relieve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace cartwright {
namespace {

/// The transposes of an FFT, one rank per node, on a machine with some nodes taken at random.
struct Busy {
  explicit Busy(std::uint64_t seed) {
    base::Random random(seed);
    for (network::Node node = 0; node < network->wiring().nodes(); ++node)
      if (random.below(2) == 0) free.push_back(node);
    job.nodes = 24;
    job.traffic = traffic.get();
    job.node_of_rank.resize(24);
    std::iota(job.node_of_rank.begin(), job.node_of_rank.end(), 0);
  }
  double busiest(const std::vector<network::Node>& nodes) const {
    const std::vector<traffic::Flow> flows = traffic::flows_between(*traffic, nodes, network->wiring().nodes());
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
  const std::vector<traffic::Flow> flows = {{0, 1, 1e9}, {1, 0, 1e9}, {2, 3, 1e9}, {3, 2, 1e9}};
  placement::MovingLoads loads(*network, flows, {0, 2, 1, 3}, {});
  EXPECT_DOUBLE_EQ(loads.busiest(), 1e9 / 5e9);
  const std::vector<network::Node> open = {0, 1, 2, 3};
  const std::vector<network::Node> nodes = placement::relieve(loads, open, {.budget_seconds = 0.01});
  placement::MovingLoads relieved(*network, flows, nodes, {});
  EXPECT_DOUBLE_EQ(relieved.busiest(), 1e9 / 24e9);
}

TEST(Relieve, LeavesAJobThatSendsNothingAlone) {
  const auto network = network::read_network("percs:supernodes=2");
  placement::MovingLoads loads(*network, {}, {4, 2}, {});
  const std::vector<network::Node> open = {0, 1, 2, 3, 4};
  EXPECT_EQ(placement::relieve(loads, open, {}), (std::vector<network::Node>{4, 2}));
}

}  // namespace
}  // namespace cartwright
