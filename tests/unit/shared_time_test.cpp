// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/shared_time.hpp"

#include "nodes.hpp"
#include "random_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cartwright {
namespace {

double seconds(const network::Network& network, const std::vector<traffic::LinkLoads>& jobs, std::size_t which) {
  std::vector<const traffic::LinkLoads*> all;
  for (const traffic::LinkLoads& job : jobs) all.push_back(&job);
  return traffic::shared_seconds(network.wiring(), all, which);
}

traffic::LinkLoads loads_of(const network::Network& network, const std::vector<traffic::Flow>& flows) {
  return traffic::link_loads(network, flows, {});
}

TEST(SharedTime, IsThatOfTheBusiestLinkForAJobAlone) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const auto network = graph(random_wiring(random));
    const auto traffic = random_traffic(random, 12);
    const std::int32_t nodes = network->wiring().nodes();
    const traffic::LinkLoads loads =
        loads_of(*network, traffic::flows_between(*traffic, random_places(random, 12, nodes), nodes));
    EXPECT_DOUBLE_EQ(seconds(*network, {loads}, 0), traffic::bottleneck(network->wiring(), loads).seconds());
  }
}

TEST(SharedTime, IsLongerByTheBytesOfOtherJobs) {
  const auto network = graph(cabled(2, {{0, 1}}));
  const traffic::LinkLoads small = loads_of(*network, flows_of({{0, 1, 1e9}}));
  const traffic::LinkLoads large = loads_of(*network, flows_of({{0, 1, 3e9}}));
  const traffic::LinkLoads back = loads_of(*network, flows_of({{1, 0, 9e9}}));
  // Half of the link each until the small job is done after 2 s, then the large job has it alone.
  EXPECT_DOUBLE_EQ(seconds(*network, {small, large, back}, 0), 2);
  EXPECT_DOUBLE_EQ(seconds(*network, {small, large, back}, 1), 4);
  EXPECT_DOUBLE_EQ(seconds(*network, {small, large, back}, 2), 9);
}

TEST(SharedTime, IsThatOfAllBytesForTheLastAndNoMoreThanItsShareForAny) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const auto network = graph(random_wiring(random));
    const std::int32_t nodes = network->wiring().nodes();
    std::vector<traffic::LinkLoads> jobs;
    std::vector<std::vector<traffic::Flow>> flows;
    for (int job = 0; job < 3; ++job) {
      flows.push_back(traffic::flows_between(*random_traffic(random, 8), random_places(random, 8, nodes), nodes));
      jobs.push_back(loads_of(*network, flows.back()));
    }
    double last = 0;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      const double alone = seconds(*network, {jobs[job]}, 0);
      const double together = seconds(*network, jobs, job);
      EXPECT_GE(together, alone * (1 - 1e-12));
      EXPECT_LE(together, 3 * alone * (1 + 1e-12));
      last = std::max(last, together);
    }
    const double all =
        traffic::bottleneck(network->wiring(), loads_of(*network, traffic::merged_flows(flows))).seconds();
    EXPECT_NEAR(last, all, 1e-12 * (1 + all));
  }
}

}  // namespace
}  // namespace cartwright
