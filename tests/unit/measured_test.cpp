// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/measured.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "measure/links.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace cartwright {
namespace {

machine::Interval interval(double median) { return {median, 0.9 * median, 1.25 * median}; }

machine::Measured example() {
  const machine::MeasuredLink link = {
      .between = "node",
      .title = "between nodes",
      .messages = {{8, interval(2e-6), interval(4e6)}, {1024, interval(3e-6), interval(3e8)}},
      .messages_per_second = interval(5e6),
      .rings = {{1, false, 1 << 20, interval(9e9)},
                {4, false, 1 << 10, interval(2e9)},
                {4, false, 1 << 20, interval(8e9)},
                {4, true, 1 << 20, interval(7e9)}}};
  return {.host = "a host",
          .mpi = "an MPI",
          .processes = 8,
          .nodes = 2,
          .pretended = "2x4",
          .oversubscribed = true,
          .rounds = 7,
          .elapsed = 9.5,
          .links = {link},
          .same_node = machine::SameNode{1024, 2048, {{1024, interval(3e-6), interval(2e-6), interval(1e-6)}}},
          .notes = {"a note"}};
}

TEST(Measured, KnowsNoLatencyInANodeWhereProcessesWaitForProcessors) {
  machine::Measured measured = example();
  EXPECT_EQ(measured.memory_latency(), 0) << "no link in a node";
  measured.links.back().between = "process";
  EXPECT_EQ(measured.memory_latency(), 0) << "more processes than processors";
  measured.oversubscribed = false;
  EXPECT_EQ(measured.memory_latency(), measured.links.back().latency().median);
}

TEST(Measured, IsReadAsItWasWritten) {
  const std::string text = machine::to_json(example()).dump();
  const machine::Measured read = machine::read_measured(text, "links.json");
  EXPECT_EQ(machine::to_json(read).dump(), text);
  EXPECT_EQ(read.between_nodes(), &read.links.front());
  EXPECT_EQ(read.in_node(), nullptr);
  EXPECT_DOUBLE_EQ(read.links.front().latency().median, 2e-6);
  // The document that other programs read.
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json["host"].get<std::string>() + json["mpi"].get<std::string>(), "a hostan MPI");
  EXPECT_EQ(json["links"][0]["messages"][1]["bytes"], 1024);
  EXPECT_EQ(json["links"][0]["messages"][1]["seconds"]["median"], 3e-6);
  EXPECT_EQ(json["links"][0]["rings"][3], nlohmann::json::parse(R"({"processes": 4, "toggled": true, "bytes": 1048576,
                "bytes_per_second": {"median": 7e9, "low": 6.3e9, "high": 8.75e9}})"));
  EXPECT_EQ(json["same_node"]["most_read_bytes"], 2048);
  EXPECT_EQ(json["same_node"]["messages"][0]["copied"]["median"], 2e-6);
}

/// Messages of 1, 2, 4, ... KiB with these times of the three ways.
machine::SameNode decided(const std::vector<std::array<double, 3>>& times) {
  machine::SameNode same_node;
  for (std::int64_t bytes = 1024; const auto& [mpi, copied, read] : times) {
    same_node.messages.push_back({bytes, interval(mpi), interval(copied), interval(read)});
    bytes *= 2;
  }
  same_node.decide();
  return same_node;
}

TEST(Measured, DataGoesThroughSharedMemoryFromWhereThatStaysFaster) {
  const machine::SameNode mixed =
      decided({{1, 2, 1}, {4, 3, 1}, {4, 5, 1}, {8, 6, 5}, {9, 7, 6}, {20, 9, 11}, {40, 20, 1}});
  EXPECT_EQ(mixed.least_bytes, 8192);
  EXPECT_EQ(mixed.max_read_bytes, 16384);
  const machine::SameNode always = decided({{3, 2, 1}, {3, 2, 1}});
  EXPECT_EQ(always.least_bytes, 1024);
  EXPECT_EQ(always.max_read_bytes, 2048);
  EXPECT_EQ(decided({{3, 2, 4}, {3, 2, 1}}).max_read_bytes, 0);
  const machine::SameNode slower = decided({{3, 2, 1}, {3, 4, 1}});
  EXPECT_EQ(slower.least_bytes, machine::SameNode::never);
  EXPECT_EQ(slower.max_read_bytes, 0);
  machine::Measured measured = example();
  measured.same_node = slower;
  const std::string text = machine::to_json(measured).dump();
  EXPECT_NE(text.find("\"least_bytes\":null"), std::string::npos);
  EXPECT_EQ(machine::read_measured(text, "links.json").same_node->least_bytes, machine::SameNode::never);
}

TEST(Measured, InjectionIsThatOfAllProcessesWithTheLargestMessages) {
  const machine::Measured measured = example();
  EXPECT_DOUBLE_EQ(measured.links.front().injection().bytes_per_second.median, 8e9);
}

TEST(Measured, CachedMessagesAreTheLargestOfUpTo64KiB) {
  machine::MeasuredLink link = example().links.front();
  ASSERT_NE(link.cached(), nullptr);
  EXPECT_EQ(link.cached()->bytes, 1024);
  for (const std::int64_t bytes : {1 << 14, 1 << 16, 1 << 18})
    link.messages.push_back({bytes, interval(1e-5), interval(1e9)});
  EXPECT_EQ(link.cached()->bytes, 1 << 16);
  link.messages.resize(1);
  EXPECT_EQ(link.cached(), nullptr);
}

TEST(Measured, SaysThatPretendedNodesAreGiven) {
  machine::Measured measured = example();
  measured.pretended = "";
  EXPECT_EQ(machine::to_json(measured)["obtained"]["nodes"], "queried");
  measured.pretended = "2x2";
  EXPECT_EQ(machine::to_json(measured)["obtained"]["nodes"], "given");
}

TEST(Measured, RefusesWhatIsMissingOrCannotBe) {
  const nlohmann::ordered_json good = machine::to_json(example());
  const auto error_of = [](const nlohmann::ordered_json& document) -> std::string {
    try {
      machine::read_measured(document.dump(), "links.json");
    } catch (const base::Error& error) {
      return error.what();
    }
    return "";
  };
  ASSERT_EQ(error_of(good), "");
  for (const auto& [name, value] : good.items()) {
    if (name == "version" || name == "same_node" || name == "obtained") continue;
    nlohmann::ordered_json bad = good;
    bad.erase(name);
    EXPECT_EQ(error_of(bad), fmt::format("links.json: the document has no member '{}'", name));
  }
  const auto changed = [&](const char* pointer, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json bad = good;
    bad[nlohmann::ordered_json::json_pointer(pointer)] = value;
    return error_of(bad);
  };
  EXPECT_NE(changed("/schema", "cartwright-report/1").find("cartwright measure --output"), std::string::npos);
  EXPECT_NE(changed("/links", nlohmann::ordered_json::array()).find("links of the document is empty"),
            std::string::npos);
  EXPECT_NE(changed("/links/0/messages/0/seconds/median", 0), "");
  EXPECT_NE(changed("/links/0/messages/0/seconds/low", 1), "");
  EXPECT_NE(changed("/links/0/messages/0/bytes", 4096).find("not sorted"), std::string::npos);
  EXPECT_NE(changed("/links/0/rings/0/toggled", 1), "");
  EXPECT_NE(changed("/processes", 0), "");
  EXPECT_NE(changed("/same_node/least_bytes", 0), "");
  EXPECT_NE(changed("/same_node/most_read_bytes", -1), "");
  EXPECT_NE(changed("/same_node/messages", nlohmann::ordered_json::array()), "");
  EXPECT_NE(changed("/same_node/messages/0/read", 1e-6), "");
}

choose::RankLocations two_by_two_by_three() {
  std::vector<int> node(12), socket(12);
  for (int rank = 0; rank < 12; ++rank) {
    node[rank] = rank / 6;
    socket[rank] = rank / 3;
  }
  return choose::RankLocations({{"node", node}, {"socket", socket}});
}

TEST(LinkClasses, AreThoseOfNodesSocketsAndCores) {
  const std::vector<measure::LinkClass> classes = measure::link_classes(two_by_two_by_three());
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].title, "between nodes");
  EXPECT_EQ(classes[1].title, "between sockets");
  EXPECT_EQ(classes[2].title, "in a socket");
  const auto processes = [](const measure::LinkClass& one) {
    std::vector<std::int64_t> counts;
    for (const measure::Ring& ring : one.rings) counts.push_back(ring.processes);
    return counts;
  };
  EXPECT_EQ(processes(classes[0]), (std::vector<std::int64_t>{1, 2, 4, 6}));
  EXPECT_EQ(processes(classes[1]), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(processes(classes[2]), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(classes[0].rings.back().members, 12);
  EXPECT_EQ(classes[0].rings.front().members, 2);
  EXPECT_EQ(classes[2].rings.back().nodes, 2);
  EXPECT_EQ(classes[2].rings.back().of_rank[0].next, 1);
  EXPECT_EQ(classes[2].rings.back().of_rank[0].previous, 2);
}

TEST(LinkClasses, OfNodesWithOneProcessHaveNoneInside) {
  const std::vector<measure::LinkClass> classes = measure::link_classes(choose::RankLocations({{"node", {4, 5, 6}}}));
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(classes[0].between, "node");
}

/// Random locations: every pair and every partner is at the distance of its class, and the partners agree.
TEST(LinkClasses, ConnectProcessesAtTheirDistance) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE(seed);
  base::Random random(seed);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t ranks = 2 + random.below(30);
    std::vector<int> node(ranks), socket(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      node[rank] = static_cast<int>(random.below(3));
      socket[rank] = 10 * node[rank] + static_cast<int>(random.below(3));
    }
    const choose::RankLocations locations({{"node", node}, {"socket", socket}});
    const std::vector<machine::Level>& levels = locations.machine().levels();
    const bool sockets = levels.back().name == "socket";
    const auto distance = [&](int a, int b) -> std::string {
      if (node[a] != node[b]) return "node";
      return sockets && socket[a] != socket[b] ? "socket" : "process";
    };
    std::set<std::string> expected, found;
    for (int a = 0; a < static_cast<int>(ranks); ++a)
      for (int b = 0; b < a; ++b) expected.insert(distance(a, b));
    for (const measure::LinkClass& one : measure::link_classes(locations)) {
      found.insert(one.between);
      EXPECT_GE(one.pairs.size(), 1U);
      EXPECT_LE(one.pairs.size(), 4U);
      for (const measure::Pair& pair : one.pairs) EXPECT_EQ(distance(pair.first, pair.second), one.between);
      for (const measure::Ring& ring : one.rings) {
        std::int64_t members = 0;
        for (int rank = 0; rank < static_cast<int>(ranks); ++rank) {
          const auto [previous, next] = ring.of_rank[rank];
          ASSERT_EQ(previous < 0, next < 0);
          if (next < 0) continue;
          ++members;
          EXPECT_EQ(ring.of_rank[next].previous, rank);
          EXPECT_EQ(ring.of_rank[previous].next, rank);
          EXPECT_EQ(distance(rank, next), one.between);
        }
        EXPECT_EQ(members, ring.members);
        EXPECT_GE(members, 2);
      }
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace cartwright
