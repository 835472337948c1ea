// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares routes and link loads with those of SimGrid's own torus and fat tree: its routes, and the byte counters of
// its links after a simulation. ctest runs each test in a separate process.
#include "simgrid/native_zone.hpp"

#include "base/random.hpp"
#include "grid/parse.hpp"
#include "network/networks.hpp"

#include <gtest/gtest.h>

#include <numeric>

using namespace cartwright;

namespace {

struct Pair {
  std::unique_ptr<network::Network> ours;
  NativeZone native;
  Pair(const char* spec, const char* topology, const char* parameters)
      : ours(network::read_network(spec)), native(*ours, topology, parameters) {}
};

/// SimGrid's first dimension runs fastest; in ours, it is the last dimension.
struct Torus : Pair {
  Torus(const char* spec, const char* parameters) : Pair(spec, "TORUS", parameters) {}
};
struct FatTree : Pair {
  FatTree(const char* spec, const char* parameters) : Pair(spec, "FAT_TREE", parameters) {}
};

std::vector<Spot> our_route(const network::Network& network, network::Node from, network::Node to) {
  network::Route route;
  network.route(from, to, network::Paths::single, route);
  std::vector<Spot> spots;
  const bool terminals = network.wiring().terminal_bandwidth() > 0;
  if (terminals) spots.push_back({Spot::Kind::injection, from.number()});
  for (const network::Share& share : route) spots.push_back({Spot::Kind::link, share.link.number()});
  if (terminals) spots.push_back({Spot::Kind::ejection, to.number()});
  return spots;
}

void expect_same_routes(const Pair& pair) {
  const std::int32_t nodes = pair.ours->wiring().nodes();
  for (const network::Node from : base::ids<network::Node>(nodes))
    for (const network::Node to : base::ids<network::Node>(nodes))
      if (from != to) {
        ASSERT_EQ(our_route(*pair.ours, from, to), pair.native.route(from, to))
            << from.number() << " to " << to.number();
      }
}

/// Ranks on nodes in random order, which makes messages between neighbors cross many links.
traffic::NodeOfRank shuffled(std::int32_t nodes, std::uint64_t seed) {
  std::vector<network::Node> order(static_cast<std::size_t>(nodes));
  std::iota(order.begin(), order.end(), network::Node(0));
  base::Random random(seed);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::int64_t>(i))]);
  return traffic::NodeOfRank(std::move(order));
}

void expect_same_counts(Pair& pair, const traffic::Traffic& traffic) {
  const std::uint64_t seed = 2026;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  const std::int32_t nodes = pair.ours->wiring().nodes();
  const std::vector<traffic::Flow> flows = traffic::flows_between(traffic, shuffled(nodes, seed), nodes);
  const traffic::LinkLoads loads = traffic::link_loads(*pair.ours, flows, {.paths = network::Paths::single});
  const std::map<Spot, double> counted = pair.native.counted(flows);
  double total = 0;
  for (const auto& [spot, bytes] : counted) {
    const double ours = spot.kind == Spot::Kind::link        ? loads.links[network::LinkId(spot.number)]
                        : spot.kind == Spot::Kind::injection ? loads.injection[network::Node(spot.number)]
                                                             : loads.ejection[network::Node(spot.number)];
    ASSERT_NEAR(ours, bytes, 1e-9 * ours + 1e-3) << static_cast<int>(spot.kind) << " " << spot.number;
    total += bytes;
  }
  EXPECT_EQ(counted.size(), loads.links.size() + loads.injection.size() + loads.ejection.size());
  EXPECT_GT(total, 0);
}

std::unique_ptr<traffic::Traffic> halo(const char* dims) {
  const grid::Grid grid(grid::parse_dims(dims), grid::parse_periods("1,1,1", 3));
  return traffic::stencil_traffic(
      grid, grid::parse_stencil("1,0,0:262144;-1,0,0:262144;0,1,0:524288;0,-1,0:1000;0,0,1:1048576", 3));
}

std::unique_ptr<traffic::Traffic> transposes(const char* dims) {
  return traffic::alltoall_traffic(grid::Grid(grid::parse_dims(dims)), {0, 1}, 65536);
}

}  // namespace

TEST(SimgridTorus, TakesEveryRouteOf1024NodesAsWeDo) { expect_same_routes(Torus("torus:dims=16x8x8", "8,8,16")); }

TEST(SimgridTorus, TakesEveryRouteOfOddDimsAsWeDo) { expect_same_routes(Torus("torus:dims=7x3x6x5", "5,6,3,7")); }

TEST(SimgridTorus, CountsTheBytesOfAHaloOf1024RanksAsWeDo) {
  Torus torus("torus:dims=16x8x8", "8,8,16");
  expect_same_counts(torus, *halo("16x8x8"));
}

TEST(SimgridTorus, CountsTheBytesOfTransposesOf1024RanksAsWeDo) {
  Torus torus("torus:dims=16x8x8", "8,8,16");
  expect_same_counts(torus, *transposes("32x32"));
}

TEST(SimgridFatTree, TakesEveryRouteOf1024NodesAsWeDo) {
  expect_same_routes(FatTree("fat-tree:down=16x8x8,up=1x8x8", "3;16,8,8;1,8,8;1,1,1"));
}

TEST(SimgridFatTree, TakesEveryRouteOfAPrunedTreeAsWeDo) {
  expect_same_routes(FatTree("fat-tree:down=32x32,up=1x12", "2;32,32;1,12;1,1"));
}

TEST(SimgridFatTree, CountsTheBytesOfAHaloOf1024RanksAsWeDo) {
  FatTree tree("fat-tree:down=16x8x8,up=1x4x4", "3;16,8,8;1,4,4;1,1,1");
  expect_same_counts(tree, *halo("16x8x8"));
}

TEST(SimgridFatTree, CountsTheBytesOfTransposesOf1024RanksAsWeDo) {
  FatTree tree("fat-tree:down=16x8x8,up=1x4x4", "3;16,8,8;1,4,4;1,1,1");
  expect_same_counts(tree, *transposes("32x32"));
}
