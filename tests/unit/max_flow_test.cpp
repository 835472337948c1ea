// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Data from one node to another cannot arrive faster than in a maximum flow (Ford and Fulkerson, 1956).
#include "random_network.hpp"
#include "traffic/link_loads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <queue>

namespace cartwright {
namespace {

/// Bytes per second from switch to switch by augmenting shortest paths (Edmonds and Karp, 1972).
double max_flow(const network::Wiring& wiring, network::Switch source, network::Switch target) {
  const auto switches = static_cast<std::size_t>(wiring.switches());
  std::vector<std::vector<double>> left(switches, std::vector<double>(switches, 0));
  for (const network::Link& link : wiring.links())
    left[link.from][link.to] += wiring.classes()[link.link_class].bandwidth;
  const auto s = static_cast<std::size_t>(source);
  const auto t = static_cast<std::size_t>(target);
  for (double flow = 0;;) {
    std::vector<std::size_t> before(switches, switches);
    std::queue<std::size_t> reached({s});
    before[s] = s;
    while (!reached.empty()) {
      const std::size_t at = reached.front();
      reached.pop();
      for (std::size_t to = 0; to < switches; ++to)
        if (left[at][to] > 0 && before[to] == switches) {
          before[to] = at;
          reached.push(to);
        }
    }
    if (before[t] == switches) return flow;
    double narrowest = INFINITY;
    for (std::size_t at = t; at != s; at = before[at]) narrowest = std::min(narrowest, left[before[at]][at]);
    for (std::size_t at = t; at != s; at = before[at]) {
      left[before[at]][at] -= narrowest;
      left[at][before[at]] += narrowest;
    }
    flow += narrowest;
  }
}

double seconds(const network::Network& network, network::Node from, network::Node to,
               const traffic::Routing& routing = {}) {
  const std::vector<traffic::Flow> flow = {{from, to, 1e9}};
  return traffic::bottleneck(network.wiring(), traffic::link_loads(network, flow, routing)).network;
}

TEST(MaxFlow, BoundsTheBusiestLinkOfEveryPair) {
  int tight = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const auto network = graph(random_wiring(random));
    const network::Wiring& wiring = network->wiring();
    const auto from = static_cast<network::Node>(random.below(wiring.nodes()));
    const auto to = static_cast<network::Node>(random.below(wiring.nodes()));
    if (wiring.switch_of(from) == wiring.switch_of(to)) continue;
    const double bound = 1e9 / max_flow(wiring, wiring.switch_of(from), wiring.switch_of(to));
    for (const traffic::Routing::Kind kind :
         {traffic::Routing::Kind::minimal, traffic::Routing::Kind::valiant, traffic::Routing::Kind::ugal})
      EXPECT_GE(seconds(*network, from, to, {kind}), bound * (1 - 1e-9));
    tight += seconds(*network, from, to) <= bound * (1 + 1e-9);
  }
  EXPECT_GT(tight, 30);  // the bound is often reached
}

TEST(MaxFlow, IsMetOverParallelLinks) {
  const auto network = graph(cabled(2, {{0, 1}, {0, 1}, {0, 1}}));
  EXPECT_DOUBLE_EQ(max_flow(network->wiring(), 0, 1), 3e9);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 1), 1.0 / 3);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 1, {traffic::Routing::Kind::minimal, network::Paths::single}), 1);
}

TEST(MaxFlow, IsMetOverTheSidesOfADiamond) {
  const auto network = graph(cabled(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_DOUBLE_EQ(max_flow(network->wiring(), 0, 3), 2e9);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 3), 0.5);
}

TEST(MaxFlow, IsMetOverTheSpinesOfTwoLeaves) {
  const auto network = graph(cabled(6, {{0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 2}, {1, 3}, {1, 4}, {1, 5}}));
  EXPECT_DOUBLE_EQ(max_flow(network->wiring(), 0, 1), 4e9);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 1), 0.25);
}

TEST(MaxFlow, IsMissedByMinimalPathsBesideATriangleAndComeNearByUgal) {
  // A link, and a way around it: minimal paths leave the second idle.
  const auto network = graph(cabled(3, {{0, 1}, {0, 2}, {2, 1}}));
  EXPECT_DOUBLE_EQ(max_flow(network->wiring(), 0, 1), 2e9);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 1), 1);
  EXPECT_LT(seconds(*network, 0, 1, {traffic::Routing::Kind::ugal}), 1);
}

TEST(MaxFlow, IsThatOfTheNarrowestCut) {
  // Two triangles joined by one cable.
  const auto network = graph(cabled(6, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 5}}));
  EXPECT_DOUBLE_EQ(max_flow(network->wiring(), 0, 5), 1e9);
  EXPECT_DOUBLE_EQ(seconds(*network, 0, 5), 1);
}

}  // namespace
}  // namespace cartwright
