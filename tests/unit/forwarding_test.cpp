// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/forwarding.hpp"

#include "base/error.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cartwright {
namespace {

using network::LinkId;
using network::Node;
using network::Switch;
using Loads = base::IndexVector<LinkId, double>;
using Tables = base::IndexVector<Switch, traffic::SwitchTables>;

/// Follows traffic through the tables as a switch does: packet by packet, without the routes.
class Walker {
 public:
  Walker(const network::Wiring& wiring, const Tables& tables)
      : wiring_(wiring), tables_(tables), loads_(wiring.links().size()) {}

  Loads walk(Node from, Node to) {
    loads_.assign(wiring_.links().size(), 0);
    step(from, to, wiring_.switch_of(from), LinkId(-1), 1, 0);
    return loads_;
  }

 private:
  void step(Node from, Node to, Switch at, LinkId in, double part, int hops) {
    ASSERT_LT(hops, 40) << "a circle from node " << from.number() << " to " << to.number();
    const network::Route* const out = find(from, to, at, in);
    ASSERT_NE(out, nullptr) << "switch " << at.number() << " has no entry for node " << to.number();
    if (out->empty()) {
      EXPECT_EQ(at, wiring_.switch_of(to));
      return;
    }
    for (const network::Share& share : *out) {
      ASSERT_EQ(wiring_.links()[share.link].from, at);
      loads_[share.link] += part * share.part;
      step(from, to, wiring_.links()[share.link].to, share.link, part * share.part, hops + 1);
    }
  }

  const network::Route* find(Node from, Node to, Switch at, LinkId in) const {
    for (const traffic::ForwardingTable& table : tables_[at]) {
      if (table.from && *table.from != from) continue;
      if (table.in && *table.in != in) continue;
      for (const traffic::ForwardingTable::Entry& entry : table.entries)
        if (entry.to == to) return &entry.out;
    }
    return nullptr;
  }

  const network::Wiring& wiring_;
  const Tables& tables_;
  Loads loads_;
};

void expect_tables_follow_routes(const std::string& spec, const traffic::Routing& routing) {
  SCOPED_TRACE(spec);
  const auto network = network::read_network(spec);
  const traffic::PairRoutes routes(*network, routing);
  const Tables tables = traffic::forwarding_tables(routes);
  Walker walker(network->wiring(), tables);
  for (const Node from : base::ids<Node>(network->wiring().nodes()))
    for (const Node to : base::ids<Node>(network->wiring().nodes())) {
      if (from == to) continue;
      Loads expected(network->wiring().links().size());
      network::Route route;
      routes.route(from, to, route);
      for (const network::Share& share : route) expected[share.link] += share.part;
      const Loads walked = walker.walk(from, to);
      if (testing::Test::HasFailure()) return;
      for (const LinkId link : walked.ids())
        ASSERT_NEAR(walked[link], expected[link], 1e-9)
            << "link " << link.number() << " from node " << from.number() << " to " << to.number();
    }
}

TEST(Forwarding, TablesFollowSinglePaths) {
  for (const std::string& spec : small_networks()) expect_tables_follow_routes(spec, {.paths = network::Paths::single});
}

TEST(Forwarding, TablesFollowSharedPaths) {
  for (const std::string& spec : small_networks()) expect_tables_follow_routes(spec, {.paths = network::Paths::shared});
}

TEST(Forwarding, TablesFollowDetours) {
  for (const std::string& spec : small_networks()) {
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      expect_tables_follow_routes(
          spec, {.kind = traffic::Routing::Kind::valiant, .paths = network::Paths::single, .seed = seed});
  }
}

TEST(Forwarding, DestinationsSufficeOnATorus) {
  for (const std::string spec : {"torus:dims=4x6", "torus:dims=5x3,nodes=2", "torus:dims=8"}) {
    const auto network = network::read_network(spec);
    for (const traffic::SwitchTables& tables :
         traffic::forwarding_tables(traffic::PairRoutes(*network, {.paths = network::Paths::single})))
      EXPECT_EQ(tables.size(), 1) << spec;
  }
}

TEST(Forwarding, DetoursAvoidBothDomains) {
  const auto network = network::read_network("percs:supernodes=5,drawers=2,nodes=3");
  const traffic::PairRoutes routes(*network,
                                   {.kind = traffic::Routing::Kind::valiant, .paths = network::Paths::single});
  int turned = 0;
  for (const Node from : base::ids<Node>(network->wiring().nodes()))
    for (const Node to : base::ids<Node>(network->wiring().nodes())) {
      const Node turn = routes.turn(from, to);
      if (turn == to) {
        EXPECT_EQ(network->domain_of(from), network->domain_of(to));
        continue;
      }
      ++turned;
      EXPECT_NE(network->domain_of(turn), network->domain_of(from));
      EXPECT_NE(network->domain_of(turn), network->domain_of(to));
    }
  EXPECT_EQ(turned, 30 * 24);
}

TEST(Forwarding, SumOfLoadsIsBytesTimesHops) {
  const auto network = network::read_network("torus:dims=5");
  const traffic::PairRoutes routes(*network, {.paths = network::Paths::single});
  const std::vector<traffic::Flow> flows = {{Node(0), Node(2), 10}, {Node(1), Node(2), 7}};
  const traffic::LinkLoads loads = routes.loads(flows);
  double sum = 0;
  for (const double load : loads.links) sum += load;
  EXPECT_EQ(sum, 10 * 2 + 7);
  EXPECT_EQ(loads.injection[Node(0)], 10);
  EXPECT_EQ(loads.ejection[Node(2)], 17);
}

TEST(Forwarding, RefusesAdaptiveRouting) {
  const auto network = network::read_network("torus:dims=5");
  EXPECT_THROW(traffic::PairRoutes(*network, {.kind = traffic::Routing::Kind::ugal}), base::Error);
  EXPECT_THROW(traffic::PairRoutes(*network, {.kind = traffic::Routing::Kind::valiant}), base::Error);
}

}  // namespace
}  // namespace cartwright
