// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <cartwright/network.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <thread>

namespace {

using Ints = std::vector<std::int64_t>;

cw::JobOptions transposes() {
  cw::JobOptions options;
  options.dims = {8, 4};
  options.pattern = "transposes";
  options.bytes = 1000;
  options.ranks_per_node = 4;
  options.budget_seconds = -1;
  return options;
}

/// The bytes of all routed messages on every link, message by message.
std::vector<double> slow_loads(const cw::Network& network, std::span<const cw::Message> messages,
                               const std::string& paths) {
  std::vector<double> loads(static_cast<std::size_t>(network.links()));
  for (const cw::Message& message : messages)
    for (const auto& [link, part] : network.route(message.from, message.to, paths)) loads[link] += message.bytes * part;
  return loads;
}

void expect_near(std::span<const double> a, std::span<const double> b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * (1 + b[i])) << "link " << i;
}

template <typename Call>
cw_status status_of(Call call) {
  try {
    call();
  } catch (const cw::Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return CW_OK;
}

TEST(Network, HasTheSizesOfItsKind) {
  const cw::Network network("torus:dims=4x3,nodes=2");
  EXPECT_EQ(network.kind(), "torus");
  EXPECT_EQ(network.nodes(), 24);
  EXPECT_EQ(network.switches(), 12);
  EXPECT_EQ(network.links(), 12 * 4);
  for (std::int64_t node = 0; node < network.nodes(); ++node)
    EXPECT_EQ(network.find_node(std::string(network.node_name(node))), node);
  for (std::int64_t link = 0; link < network.links(); ++link) {
    const cw_link one = network.link(link);
    EXPECT_NE(one.from, one.to);
    EXPECT_LT(one.to, network.switches());
    EXPECT_GT(one.bandwidth, 0);
    EXPECT_STRNE(one.from_name, one.to_name);
  }
}

TEST(Network, RoutesAreWalksFromSwitchToSwitch) {
  const cw::Network network("torus:dims=5x4");
  for (std::int64_t from = 0; from < network.nodes(); ++from)
    for (std::int64_t to = 0; to < network.nodes(); ++to) {
      std::map<std::int64_t, double> balance;  // what leaves each switch, less what enters it
      for (const auto& [link, part] : network.route(from, to)) {
        balance[network.link(link).from] += part;
        balance[network.link(link).to] -= part;
      }
      for (const auto& [at, flow] : balance) EXPECT_NEAR(flow, at == from ? 1 : at == to ? -1 : 0, 1e-12);
      EXPECT_EQ(balance.empty(), from == to);
    }
}

TEST(Network, RouteWritesNoMoreThanItsCapacity) {
  const cw::Network network("torus:dims=8x8");
  std::size_t count = 0;
  ASSERT_EQ(cw_network_route(network.get(), 0, 36, "single", 0, nullptr, nullptr, &count), CW_OK);
  EXPECT_EQ(count, 8U);
  std::array<std::int64_t, 3> links = {-1, -1, -1};
  ASSERT_EQ(cw_network_route(network.get(), 0, 36, "single", 2, links.data(), nullptr, &count), CW_OK);
  EXPECT_EQ(count, 8U);
  EXPECT_GE(links[1], 0);
  EXPECT_EQ(links[2], -1);
}

TEST(Network, LoadsAreThoseOfEveryMessageOnItsRoute) {
  const cw::Network network("dragonfly:routers=4,global=2,nodes=2");
  const std::vector<cw::Message> messages = {{0, 17, 5}, {17, 0, 3}, {4, 4, 100}, {0, 17, 2}, {30, 2, 8}};
  for (const char* const paths : {"shared", "single"})
    expect_near(network.loads(messages, {.paths = paths}), slow_loads(network, messages, paths));
  const auto total = [](const std::vector<double>& loads) { return std::accumulate(loads.begin(), loads.end(), 0.0); };
  EXPECT_GT(total(network.loads(messages, {.routing = "valiant"})), total(network.loads(messages)));
}

TEST(Job, IsPlacedOnDifferentNodes) {
  const cw::Network network("dragonfly:routers=4,global=1,nodes=2");
  const cw::Job job(network, transposes());
  EXPECT_EQ(Ints(job.dims().begin(), job.dims().end()), (Ints{8, 4}));
  ASSERT_EQ(job.nodes().size(), 8U);
  EXPECT_EQ(std::set(job.nodes().begin(), job.nodes().end()).size(), 8U);
  ASSERT_EQ(job.node_of_rank().size(), 32U);
  for (const std::int64_t node : job.nodes()) EXPECT_EQ(std::ranges::count(job.node_of_rank(), node), 4);
  Ints sorted(job.order().begin(), job.order().end());
  std::ranges::sort(sorted);
  for (std::size_t slot = 0; slot < sorted.size(); ++slot) {
    EXPECT_EQ(sorted[slot], static_cast<std::int64_t>(slot));
    const auto rank = static_cast<std::size_t>(job.order()[slot]);
    EXPECT_EQ(job.node_of_rank()[rank], job.nodes()[slot / 4]);
  }
}

TEST(Job, LoadsAreThoseOfItsMessagesBetweenNodes) {
  const cw::Network network("dragonfly:routers=4,global=1,nodes=2");
  const cw::Job job(network, transposes());
  std::vector<cw::Message> messages;
  for (std::int64_t a = 0; a < 32; ++a)
    for (std::int64_t b = 0; b < 32; ++b)
      if (a != b && (a / 4 == b / 4 || a % 4 == b % 4))
        messages.push_back({job.node_of_rank()[a], job.node_of_rank()[b], 1000});
  expect_near(job.loads(), slow_loads(network, messages, "shared"));

  const cw_link_stats stats = job.stats();
  EXPECT_EQ(stats.busiest_bytes, std::ranges::max(job.loads()));
  EXPECT_EQ(stats.busiest_bytes, job.loads()[stats.busiest_link]);
  EXPECT_EQ(stats.minimal_part, 1);
  std::int64_t links = 0;
  double slowest = 0, bytes = 0;
  for (const cw_class_stats& one : job.class_stats()) {
    EXPECT_LE(one.least, one.average);
    EXPECT_LE(one.average, one.most);
    slowest = std::max(slowest, one.most / one.bandwidth);
    if (std::string_view(one.name) == "injection" || std::string_view(one.name) == "ejection") continue;
    links += one.links;
    bytes += one.bytes;
  }
  EXPECT_EQ(links, network.links());
  EXPECT_EQ(stats.bound_seconds, slowest);
  EXPECT_NEAR(bytes, std::accumulate(job.loads().begin(), job.loads().end(), 0.0), 1e-6);
}

TEST(Job, MessagesReplaceThePattern) {
  const cw::Network network("torus:dims=4x4");
  cw::JobOptions options;
  options.messages = {{0, 1, 10}, {1, 2, 20}, {2, 0, 30}};
  options.nodes = std::string(network.node_name(3)) + "," + std::string(network.node_name(9)) + "," +
                  std::string(network.node_name(5));
  options.mapping = "blocked";
  const cw::Job job(network, options);
  EXPECT_EQ(Ints(job.node_of_rank().begin(), job.node_of_rank().end()), (Ints{3, 9, 5}));
  expect_near(job.loads(), slow_loads(network, std::vector<cw::Message>{{3, 9, 10}, {9, 5, 20}, {5, 3, 30}}, "shared"));
}

std::int64_t ranks_of(const cw::Network& network, const cw_job_options* options) {
  cw_job* job = nullptr;
  EXPECT_EQ(cw_job_place(network.get(), options, &job), CW_OK) << cw_last_error();
  std::int64_t ranks = 0;
  const std::int64_t* nodes = nullptr;
  EXPECT_EQ(cw_job_node_of_rank(job, &ranks, &nodes), CW_OK);
  cw_job_free(job);
  return ranks;
}

TEST(Job, DefaultsFillTheNetwork) {
  cw_job_options options = CW_JOB_OPTIONS_INIT;
  options.budget_seconds = -1;
  EXPECT_EQ(ranks_of(cw::Network("torus:dims=4x4"), &options), 16);
  EXPECT_EQ(ranks_of(cw::Network("percs:supernodes=1,drawers=1,nodes=1"), nullptr), 1);
}

TEST(Job, ExplainsItselfAsTheCommandDoes) {
  const cw::Network network("dragonfly:routers=4,global=1,nodes=2");
  const cw::Job job(network, transposes());
  for (const char* const text : {"\"schema\": \"cartwright-report/1\"", "\"command\": \"place\"",
                                 "\"text\": \"dragonfly:routers=4,global=1,nodes=2\"", "\"pattern\": \"transposes\"",
                                 "\"policy\": \"predicted\""})
    EXPECT_NE(job.explain_json().find(text), std::string_view::npos) << text << " in " << job.explain_json();
  EXPECT_NE(job.explain_json().find(std::string(job.node_list())), std::string_view::npos);
}

TEST(Job, OutlivesItsNetworkAndIsSharedByThreads) {
  std::vector<cw::Job> jobs;
  {
    const cw::Network network("dragonfly:routers=4,global=1,nodes=2");
    std::vector<std::thread> threads;
    std::array<std::vector<double>, 4> loads;
    for (auto& mine : loads)
      threads.emplace_back([&network, &mine] {
        const cw::Job job(network, transposes());
        mine.assign(job.loads().begin(), job.loads().end());
      });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : loads) EXPECT_EQ(mine, loads.front());
    jobs.emplace_back(network, transposes());
  }
  EXPECT_NE(jobs.front().explain_json(), "");
}

TEST(Network, ThrowsOnWhatItCannotDo) {
  EXPECT_EQ(status_of([] { cw::Network("hypercube:n=4"); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::Network("torus:dims=4x"); }), CW_PARSE);
  const cw::Network network("torus:dims=4x4");
  EXPECT_EQ(status_of([&] { network.node_name(16); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.find_node("nowhere"); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.link(-1); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.route(0, 16); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.route(0, 1, "some"); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.loads(std::vector<cw::Message>{{0, 1, -1}}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { network.loads({}, {.routing = "fast"}); }), CW_INVALID_ARGUMENT);
  const auto refused = [&](auto change) {
    cw::JobOptions options = transposes();
    change(options);
    return status_of([&] { cw::Job(network, options); });
  };
  EXPECT_EQ(refused([](auto&) {}), CW_OK);
  EXPECT_EQ(refused([](auto& options) { options.dims = {7, 5}; }), CW_OK);  // the last node is not full
  EXPECT_EQ(refused([](auto& options) { options.dims = {1, 1}, options.node_count = 2; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.periods = {1}; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.policy = "best"; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.mapping = "best"; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.pattern = "some"; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.state = "no-such-file"; }), CW_IO);
  EXPECT_EQ(refused([](auto& options) { options.messages = {{0, -1, 5}}; }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](auto& options) { options.bytes = -1; }), CW_INVALID_ARGUMENT);
}

TEST(Network, RefusesNullAndStructsWithoutASize) {
  EXPECT_EQ(cw_network_create(nullptr, nullptr), CW_INVALID_ARGUMENT);
  const cw::Network network("torus:dims=2x2");
  cw_network_info info{};
  EXPECT_EQ(cw_network_get_info(network.get(), &info), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_network_get_info(network.get(), nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_network_get_info(nullptr, &info), CW_INVALID_ARGUMENT);
  const cw_job_options options{};
  cw_job* job = nullptr;
  EXPECT_EQ(cw_job_place(network.get(), &options, &job), CW_INVALID_ARGUMENT);
  EXPECT_EQ(job, nullptr);
  EXPECT_EQ(cw_job_explain_json(nullptr), nullptr);
  EXPECT_STREQ(cw_last_error(), "job is NULL");
  cw_job_free(nullptr);
  cw_network_free(nullptr);
}

TEST(Network, WritesOnlyTheMembersThatAnOlderCallerKnows) {
  const cw::Network network("torus:dims=2x2");
  cw_network_info info;
  std::memset(&info, 0x5a, sizeof info);
  info.size = offsetof(cw_network_info, switches);
  const std::int64_t before = info.switches;
  ASSERT_EQ(cw_network_get_info(network.get(), &info), CW_OK);
  EXPECT_EQ(info.nodes, 4);
  EXPECT_EQ(info.switches, before);
  EXPECT_EQ(info.size, offsetof(cw_network_info, switches));
}

}  // namespace
