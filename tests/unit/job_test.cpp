// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/job.hpp"

#include "grid/dims.hpp"
#include "network/networks.hpp"
#include "networks.hpp"
#include "placement/job_launch.hpp"
#include "placement/parse_job.hpp"
#include "placement/policy.hpp"
#include "random_network.hpp"
#include "traffic/load_stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include <fmt/ranges.h>

namespace cartwright {
namespace {

using placement::JobSpec;
using placement::JobTraffic;
using placement::PlacedJob;

PlacedJob place(const JobSpec& spec, const network::Network& network) {
  return placement::place_job(spec, network, inventory::all_free(network));
}

JobSpec parsed(grid::Coords dims, std::string_view pattern, double bytes, std::string_view stencil = "nn") {
  JobSpec spec;
  spec.dims = dims;
  spec.traffic.bytes = bytes;
  placement::parse_job_traffic(pattern, stencil, 2, spec);
  return spec;
}

/// Every message of one iteration, from the definition of the pattern.
std::vector<traffic::Message> slow_messages(const JobTraffic& traffic, const grid::Grid& grid) {
  std::vector<traffic::Message> messages;
  const auto add = [&](std::int64_t from, std::int64_t to, double bytes) {
    messages.push_back({traffic::Rank(from), traffic::Rank(to), bytes});
  };
  const std::int64_t ranks = grid.size();
  for (std::int64_t from = 0; from < ranks; ++from) {
    const grid::Coords at = grid.coords(grid::Cell(from));
    if (const auto* multicast = std::get_if<JobTraffic::Multicast>(&traffic.pattern))
      for (std::int64_t i = 1; i <= multicast->targets; ++i)
        add(from, (from + i * multicast->stride) % ranks, traffic.bytes);
    if (std::holds_alternative<JobTraffic::AlongStencil>(traffic.pattern))
      for (const grid::Offset& offset : std::get<grid::Stencil>(traffic.stencil).offsets())
        if (const grid::Cell to = grid.neighbor(at, offset.delta); to != grid::no_cell)
          add(from, to.number(), offset.weight * traffic.bytes);
    for (std::int64_t to = 0; to < ranks; ++to) {
      if (to == from) continue;
      const grid::Coords there = grid.coords(grid::Cell(to));
      std::size_t differ = 0, where = 0;
      for (std::size_t dim = 0; dim < grid.ndims(); ++dim)
        if (at[dim] != there[dim]) ++differ, where = dim;
      if (std::holds_alternative<JobTraffic::Alltoall>(traffic.pattern)) add(from, to, traffic.bytes);
      if (const auto* lines = std::get_if<placement::Lines>(&traffic.pattern);
          lines != nullptr && differ == 1 && std::ranges::count(lines->dims, where) == 1)
        add(from, to, traffic.bytes);
    }
  }
  if (const JobTraffic::Messages* const list = traffic.messages())
    messages.insert(messages.end(), list->list.begin(), list->list.end());
  return messages;
}

/// Every message routed on its own.
base::IndexVector<network::LinkId, double> slow_loads(const PlacedJob& job, const JobTraffic& traffic,
                                                      const network::Network& network) {
  base::IndexVector<network::LinkId, double> loads(network.wiring().links().size());
  network::Route route;
  for (const traffic::Message& message : slow_messages(traffic, job.grid)) {
    route.clear();
    network.route(job.node_of_rank[message.from], job.node_of_rank[message.to], job.routing.paths, route);
    for (const network::Share& share : route) loads[share.link] += message.bytes * share.part;
  }
  return loads;
}

template <typename T, typename Range>
T any_of(base::Random& random, const Range& values) {
  return T(values[random.below(static_cast<std::int64_t>(std::size(values)))]);
}

JobTraffic random_job_traffic(base::Random& random, std::int64_t ranks, std::size_t ndims) {
  JobSpec spec;
  spec.dims = grid::Coords(ndims, 0);
  spec.traffic.bytes = static_cast<double>(1 + random.below(1000));
  constexpr std::array patterns = {"stencil", "rows", "columns", "transposes", "alltoall"};
  constexpr std::array stencils = {"nn", "hops", "moore", "component"};
  const auto stencil = any_of<std::string>(random, stencils);
  switch (random.below(3)) {
    case 0:
      if (ranks > 1) {
        const std::string text = fmt::format("multicast:{}:{}", 1 + random.below(ranks - 1), 1 + random.below(5));
        placement::parse_job_traffic(text, stencil, ndims, spec);
        return spec.traffic;
      }
      [[fallthrough]];
    case 1: {
      JobTraffic::Messages messages{ranks, {}};
      for (std::int64_t more = random.below(3 * ranks); more > 0; --more)
        messages.list.push_back({traffic::Rank(random.below(ranks)), traffic::Rank(random.below(ranks)),
                                 static_cast<double>(random.below(1000))});
      placement::parse_job_traffic("stencil", stencil, ndims, spec);
      spec.traffic.pattern = std::move(messages);
      return spec.traffic;
    }
    default: placement::parse_job_traffic(any_of<std::string>(random, patterns), stencil, ndims, spec);
  }
  return spec.traffic;
}

/// A job of any kind that fits on the free nodes of a table. Its last node may not be full.
JobSpec random_spec(base::Random& random, std::int64_t free) {
  constexpr std::array mappings = {"auto", "blocked", "strips", "network", "random", "hyperplane"};
  JobSpec spec;
  spec.node_count = 1 + random.below(std::min<std::int64_t>(free, 8));
  spec.ranks_per_node = 1 + random.below(4);
  const std::int64_t ranks = spec.node_count * spec.ranks_per_node - random.below(spec.ranks_per_node);
  const auto ndims = static_cast<std::size_t>(1 + random.below(3));
  spec.dims = grid::dims_create(ranks, grid::Coords(ndims, 0));
  spec.traffic = random_job_traffic(random, ranks, ndims);
  if (ranks == spec.node_count * spec.ranks_per_node || spec.traffic.messages() != nullptr)
    spec.dims = grid::Coords(ndims, 0);
  if (random.below(2) == 0) spec.periods = base::FixedVector<bool, grid::max_dims>(spec.dims.size(), true);
  spec.mapping = any_of<std::string>(random, mappings);
  const auto& policies = placement::policies();
  spec.policy = policies[random.below(static_cast<std::int64_t>(policies.size()))].name;
  spec.seed = static_cast<std::uint64_t>(random.below(1000));
  spec.budget_seconds = 0;
  spec.routing.paths = random.below(2) == 0 ? network::Paths::shared : network::Paths::single;
  return spec;
}

TEST(Job, FillsFreeNodesAndLoadsTheLinksOfEveryMessage) {
  const std::uint64_t seed = std::random_device()();
  base::Random random(seed);
  const std::vector<std::string> specs = small_networks();
  int placed = 0;
  for (int repeat = 0; repeat < 150; ++repeat) {
    const auto network =
        random.below(2) == 0 ? graph(random_wiring(random)) : network::read_network(any_of<std::string>(random, specs));
    inventory::NodeTable table = inventory::all_free(*network);
    for (inventory::NodeState& state : table.state)
      if (random.below(4) == 0) state = random.below(2) == 0 ? inventory::NodeState::taken : inventory::NodeState::down;
    const std::int64_t free = std::ranges::count(table.state.items(), inventory::NodeState::free);
    if (free == 0) continue;
    const JobSpec spec = random_spec(random, free);
    SCOPED_TRACE(fmt::format("seed {}, {} on {} nodes, policy {}, mapping {}", seed, network->kind(), spec.node_count,
                             spec.policy, spec.mapping));
    PlacedJob job;
    try {
      job = placement::place_job(spec, *network, table);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.status(), base::Status::unsupported) << error.what();  // an algorithm that declines the grid
      continue;
    }
    ++placed;
    ASSERT_EQ(static_cast<std::int64_t>(job.nodes.size()), spec.node_count);
    const std::int64_t missing = spec.node_count * spec.ranks_per_node - job.grid.size();
    EXPECT_LT(missing, spec.ranks_per_node);
    if (spec.dims[0] != 0) {
      EXPECT_EQ(job.grid.size(), grid::Grid(spec.dims).size());
    }
    std::map<network::Node, std::int64_t> ranks_on;
    for (const network::Node node : job.node_of_rank) ++ranks_on[node];
    EXPECT_EQ(ranks_on.size(), job.nodes.size());
    std::int64_t not_full = 0;
    for (const network::Node node : job.nodes) {
      EXPECT_EQ(table.state[node], inventory::NodeState::free);
      if (missing > 0 && ranks_on[node] == spec.ranks_per_node - missing)
        ++not_full;
      else
        EXPECT_EQ(ranks_on[node], spec.ranks_per_node);
    }
    EXPECT_EQ(not_full, missing > 0 ? 1 : 0);
    const auto expected = slow_loads(job, spec.traffic, *network);
    const traffic::LinkLoads loads = placement::link_loads(job, *network);
    ASSERT_EQ(loads.links.size(), expected.size());
    for (const network::LinkId link : expected.ids())
      ASSERT_NEAR(loads.links[link], expected[link], 1e-9 * (1 + expected[link])) << "link " << link.number();
  }
  EXPECT_GT(placed, 50);
}

/// Whether every rank of a launch is on the host of its node.
void expect_places(const PlacedJob& job, const inventory::NodeTable& table, const placement::JobLaunch& launch) {
  const machine::Machine& machine = launch.problem.machine();
  EXPECT_TRUE(std::ranges::is_sorted(machine.hosts()));
  for (const machine::Slot slot : launch.order.ids()) {
    const network::Node node = job.node_of_rank[traffic::Rank(launch.order[slot].number())];
    EXPECT_EQ(table.name[node], machine.hosts()[machine.node_sizes().part_of(slot.number())]);
  }
}

TEST(Job, LaunchOrderPutsEveryRankOnItsNode) {
  const auto network = network::read_network("torus:dims=4x3");
  JobSpec spec = parsed({6, 4}, "transposes", 1000);
  spec.ranks_per_node = 4;
  spec.policy = "random-node";
  spec.seed = 3;
  const inventory::NodeTable table = inventory::all_free(*network);
  const PlacedJob job = placement::place_job(spec, *network, table);
  const placement::JobLaunch launch = placement::make_launch(job, table, 2);
  EXPECT_EQ(launch.problem.machine().node_sizes(), machine::Sizes::equal(6, 4));
  expect_places(job, table, launch);
  EXPECT_THROW(placement::make_launch(job, table, 3), base::Error);
  EXPECT_THROW(placement::make_launch(job, table, 0), base::Error);
}

TEST(Job, LaunchOrderHasANodeThatIsNotFull) {
  const auto network = network::read_network("torus:dims=4x3");
  JobSpec spec = parsed({7, 2}, "stencil", 1000);
  spec.ranks_per_node = 4;
  spec.mapping = "network";
  spec.budget_seconds = 0;
  const inventory::NodeTable table = inventory::all_free(*network);
  const PlacedJob job = placement::place_job(spec, *network, table);
  const placement::JobLaunch launch = placement::make_launch(job, table, 2);
  expect_places(job, table, launch);
  std::vector<std::int64_t> sizes = launch.problem.machine().node_sizes().expand();
  std::ranges::sort(sizes);
  EXPECT_EQ(sizes, (std::vector<std::int64_t>{2, 4, 4, 4}));
}

/// The row of a class in the statistics.
traffic::ClassLoads row(const std::vector<traffic::ClassLoads>& rows, std::string_view name) {
  return *std::ranges::find(rows, name, &traffic::ClassLoads::name);
}

TEST(Job, HasTheLoadsWorkedOutByHand) {
  const auto network = network::read_network("percs:supernodes=4");
  JobSpec spec = parsed({16, 16, 4, 4}, "stencil", 0x1p21);
  spec.ranks_per_node = 32;
  spec.periods = base::FixedVector<bool, grid::max_dims>(4, true);
  spec.mapping = "DEF";
  PlacedJob job = place(spec, *network);
  const auto loads = traffic::class_loads(network->wiring(), placement::link_loads(job, *network));
  // The supernodes hold 16x16x4x1 each, in a ring along the last dimension: all 1024 ranks send both ways.
  EXPECT_EQ(row(loads, "D").used, 8);
  EXPECT_EQ(row(loads, "D").least, 2048 * 0x1p20);

  // The same nodes under another mapping and other routes.
  spec.mapping = "BDM";
  job.node_of_rank = placement::map_ranks(job, *network, spec);
  job.routing.kind = traffic::Routing::Kind::valiant;
  const auto valiant = traffic::class_loads(network->wiring(), placement::link_loads(job, *network));
  // Now they hold 16x4x4x4, in a ring along the second dimension: 256 ranks send 512 MiB each way, half of it by either
  // of the other two supernodes. The link to the opposite one has half of all four flows at its ends.
  EXPECT_EQ(row(valiant, "D").used, 12);
  EXPECT_EQ(row(valiant, "D").most, 1024 * 0x1p20);
}

TEST(Job, TakesNamedNodesInTheirOrder) {  // tests/golden/place.transcript
  const auto network = network::read_network(network_data("aries.interconnect"));
  JobSpec spec;
  spec.nodes = {"c0-0c0s2n0", "c0-0c0s2n1", "c0-0c0s0n3"};
  spec.dims = {0};
  placement::parse_job_traffic("alltoall", "nn", 2, spec);
  spec.mapping = "blocked";
  const PlacedJob job = place(spec, *network);
  EXPECT_EQ(job.policy, "given");
  ASSERT_EQ(job.nodes.size(), 3U);
  for (const placement::Group group : job.nodes.ids())
    EXPECT_EQ(network->wiring().node_name(job.nodes[group]), spec.nodes[group.index()]);
  EXPECT_EQ(job.node_of_rank.items(), job.nodes.items());
}

TEST(Job, SelectsOnlyNodesThatTheBatchSystemHasFree) {  // tests/golden/place.transcript
  const auto network = network::read_network(network_data("aries.interconnect"));
  const auto table =
      inventory::match(*network, inventory::read_inventory(CARTWRIGHT_TEST_DATA "/inventories/scontrol-node.txt"));
  JobSpec spec = parsed({4, 4}, "transposes", 0x1p20);
  spec.policy = "level-spread";
  spec.node_count = 4;
  spec.ranks_per_node = 4;
  const PlacedJob job = placement::place_job(spec, *network, table);
  std::vector<std::string> names;
  for (const network::Node node : job.nodes) names.push_back(table.name[node]);
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"nid00000", "nid00001", "nid00002", "nid00003"}));
}

/// The message of the Error that placing a job on 32 nodes throws.
std::string error_of(const JobSpec& spec) {
  const auto network = network::read_network("percs:supernodes=1");
  inventory::NodeTable table = inventory::all_free(*network);
  table.state[network::Node(31)] = inventory::NodeState::down;
  try {
    placement::place_job(spec, *network, table);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

template <typename Change>
std::string error_after(Change change) {
  JobSpec spec;
  change(spec);
  return error_of(spec);
}

TEST(Job, ErrorsNameTheValue) {
  const auto expect = [](const std::string& error, std::string_view text) {
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  EXPECT_EQ(error_of(JobSpec{}), "");
  expect(error_after([](JobSpec& spec) { spec.dims = {7, 5}; }), "35");
  expect(error_after([](JobSpec& spec) { spec.dims = {3, 2}, spec.ranks_per_node = 4, spec.node_count = 3; }),
         "6 ranks do not fill 3 nodes of 4");
  expect(error_after([](JobSpec& spec) { spec.dims = {3, 3}, spec.node_count = 8; }), "9 ranks do not fill 8 nodes");
  expect(error_after([](JobSpec& spec) { spec.ranks_per_node = 0; }), "0 ranks per node");
  expect(error_after([](JobSpec& spec) { spec.node_count = -1; }), "-1 nodes");
  expect(error_after([](JobSpec& spec) { spec.node_count = 32; }), "needs 32 nodes, 31 are free");
  expect(error_after([](JobSpec& spec) { spec.ranks_per_node = INT64_MAX; }), "number of ranks");
  expect(error_after([](JobSpec& spec) { spec.budget_seconds = -1; }), "-1 seconds");
  expect(error_after([](JobSpec& spec) { spec.routing.samples = -2; }), "-2 samples");
  expect(error_after([](JobSpec& spec) { spec.mapping = "best"; }), "unknown mapping 'best'");
  expect(error_after([](JobSpec& spec) { spec.policy = "best"; }), "unknown policy 'best'");
  expect(error_after([](JobSpec& spec) { spec.nodes = {"s0d0n9"}; }), "'s0d0n9' is not in the network");
  expect(error_after([](JobSpec& spec) { spec.nodes = {"s0d0n0", "s0d0n0"}; }), "'s0d0n0' is listed twice");
  expect(error_after([](JobSpec& spec) { spec.nodes = {"s0d3n7"}; }), "'s0d3n7' is down");
  expect(error_after([](JobSpec& spec) { spec.traffic.bytes = -5; }), "-5 bytes");
  expect(error_after([](JobSpec& spec) { spec.dims = {0, 0, 0}; }), "the stencil has 2 dimensions, the grid has 3");
  expect(error_after([](JobSpec& spec) { spec.traffic.pattern = placement::Lines{{2}}; }), "dimension 2");
  expect(error_after([](JobSpec& spec) { spec.traffic.pattern = JobTraffic::Multicast{31}; }), "31 targets");
  expect(error_after([](JobSpec& spec) {
           spec.traffic.pattern = JobTraffic::Messages{2, {{traffic::Rank(0), traffic::Rank(40), 1}}};
         }),
         "rank 40");
}

TEST(Job, FitsANetworkWithoutLinks) {
  const auto network = network::read_network("percs:supernodes=1,drawers=1,nodes=1");
  for (const placement::Policy& policy : placement::policies())
    for (const char* const mapping : {"auto", "blocked", "network"}) {
      JobSpec spec = parsed({4, 1}, "transposes", 1000);
      spec.ranks_per_node = 4;
      spec.policy = policy.name;
      spec.mapping = mapping;
      const PlacedJob job = place(spec, *network);
      EXPECT_EQ(job.node_of_rank, traffic::NodeOfRank(4)) << policy.name << ", " << mapping;
      EXPECT_TRUE(placement::link_loads(job, *network).links.empty());
    }
}

TEST(Job, ProgressNamesThePolicyAndTheMapping) {
  const auto network = network::read_network("torus:dims=4x4");
  JobSpec spec = parsed({4, 4}, "stencil", 1000);
  spec.policy = "predicted";
  spec.mapping = "network";
  spec.budget_seconds = 0.05;
  std::map<std::string, double, std::less<>> steps;
  placement::place_job(spec, *network, inventory::all_free(*network), [&](std::string_view step, double share) {
    EXPECT_GE(share, 0);
    EXPECT_LE(share, 1);
    steps[std::string(step)] = share;
  });
  EXPECT_TRUE(steps.contains("predicted"));
  EXPECT_TRUE(steps.contains("network"));
}

TEST(ParseJob, OpenDimsFollowFromThePattern) {
  EXPECT_EQ(parsed({}, "stencil", 1).dims, grid::Coords(2, 0));
  EXPECT_EQ(parsed({}, "rows", 1).dims, grid::Coords(2, 0));
  EXPECT_EQ(parsed({}, "alltoall", 1).dims, grid::Coords(1, 0));
  EXPECT_EQ(parsed({}, "multicast:3", 1).dims, grid::Coords(1, 0));
  EXPECT_EQ(parsed({4, 0, 2}, "alltoall", 1).dims, (grid::Coords{4, 0, 2}));
}

TEST(ParseJob, ReadsAFileOfMessages) {
  const JobSpec spec = parsed({}, CARTWRIGHT_TEST_DATA "/traffic/openmpi.prof", 1);
  ASSERT_NE(spec.traffic.messages(), nullptr);
  EXPECT_EQ(spec.traffic.messages()->ranks, 4);
  EXPECT_FALSE(spec.traffic.messages()->list.empty());
}

TEST(ParseJob, RefusesMalformedTexts) {
  for (const char* const pattern : {"", "row", "multicast:", "multicast:3:4:5", "multicast:x", "no-such-file"})
    EXPECT_THROW(parsed({4, 4}, pattern, 1), base::Error) << pattern;
  EXPECT_THROW(parsed({4, 4}, "stencil", 1, "1,0,0"), base::Error);
  EXPECT_NO_THROW(parsed({4, 4}, "rows", 1, "no-such-stencil"));  // rows need no stencil
  for (const char* const bytes : {"", "-1KiB", "1PB", "1e19", "nan"})
    EXPECT_THROW(placement::parse_bytes(bytes), base::Error) << bytes;
  EXPECT_EQ(placement::parse_bytes("2MiB"), 0x1p21);
  EXPECT_EQ(placement::parse_bytes(" 1.5 kB"), 1500);
  EXPECT_THROW(placement::parse_paths("some"), base::Error);
}

}  // namespace
}  // namespace cartwright
