// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/view.hpp"

#include "base/error.hpp"
#include "network/networks.hpp"
#include "nodes.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include <nlohmann/json.hpp>

namespace cartwright {
namespace {

/// Two nodes with a switch each, and a link in each direction.
class Pair : public network::Network {
 public:
  explicit Pair(base::IndexVector<network::Node, std::string> nodes)
      : network::Network("pair", network::Wiring({.classes = {{"wire", "between the two", 1e9}},
                                                  .switch_names = {"s0", "s1"},
                                                  .links = {{a, b, 0}, {b, a, 0}},
                                                  .node_names = std::move(nodes),
                                                  .switch_of_node = {a, b},
                                                  .levels = {},
                                                  .terminal_bandwidth = 0})) {}
  void route(network::Node from, network::Node to, network::Paths, network::Route& out) const override {
    if (from != to) out.push_back({network::LinkId(from.number()), 1});
  }

 private:
  static constexpr network::Switch a{0};
  static constexpr network::Switch b{1};
};

inventory::NodeTable free_nodes(const network::Network& network) {
  inventory::NodeTable table;
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes())) {
    table.state.push_back(inventory::NodeState::free);
    table.name.push_back(network.wiring().node_name(node));
    table.job.push_back("");
  }
  return table;
}

nlohmann::json parsed(const report::Json& document) { return nlohmann::json::parse(document.dump()); }

/// The document of a page.
std::string embedded(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="model">)";
  const std::size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find("</script>", at) - at);
}

TEST(View, HasAnEntryPerNodeSwitchLinkAndRank) {
  const auto network = network::read_network("percs:supernodes=2");
  const inventory::NodeTable table = free_nodes(*network);
  const traffic::NodeOfRank node_of_rank(first_nodes(64));
  const grid::Grid grid({8, 8});
  const auto traffic = traffic::stencil_traffic(grid, grid::Stencil(2, {{{0, 1}, 1e6}, {{0, -1}, 1e6}}));
  const traffic::LinkLoads loads =
      traffic::link_loads(*network, traffic::flows_between(*traffic, node_of_rank, 64), {});
  const report::Json document =
      report::view_json({.network = *network,
                         .text = "two supernodes",
                         .table = table,
                         .job = report::ViewJob{{8, 8}, "stencil", "blocked", "minimal", node_of_rank},
                         .loads = &loads});
  EXPECT_EQ(document["nodes"]["name"].size(), 64);
  EXPECT_EQ(document["nodes"]["switch"].size(), 64);
  EXPECT_FALSE(document["nodes"].contains("network_name"));
  EXPECT_EQ(document["network"]["switches"].size(), 64);
  constexpr std::size_t links = 64 * 7 + 64 * 24 + 2;  // within drawers, between drawers, between supernodes
  EXPECT_EQ(document["network"]["links"]["from"].size(), links);
  EXPECT_EQ(document["network"]["levels"].size(), 2);
  EXPECT_EQ(document["job"]["node_of_rank"].size(), 64);
  EXPECT_EQ(document["loads"]["links"].size(), links);
  // A row of 8 ranks is a drawer, whose nodes are linked to each other: 7 messages each way on 7 links each way.
  double bytes = 0;
  for (const report::Json& one : document["loads"]["links"]) bytes += one.get<double>();
  EXPECT_DOUBLE_EQ(bytes, 8 * 14 * 1e6);
  EXPECT_NO_THROW(report::check_view(parsed(document)));
}

TEST(View, NamesJobsOnceAndNodesByBothNames) {
  const Pair network({"a", "b"});
  const inventory::NodeTable table{
      {inventory::NodeState::taken, inventory::NodeState::down}, {"nid00001", "nid00002"}, {"4711", "4711"}};
  const report::Json document = report::view_json({.network = network, .text = "", .table = table});
  EXPECT_EQ(document["batch_jobs"], report::Json({"4711"}));
  EXPECT_EQ(document["nodes"]["batch_job"], report::Json({0, 0}));
  EXPECT_EQ(document["nodes"]["state"], report::Json({1, 2}));
  EXPECT_EQ(document["nodes"]["name"], report::Json({"nid00001", "nid00002"}));
  EXPECT_EQ(document["nodes"]["network_name"], report::Json({"a", "b"}));
  EXPECT_FALSE(document.contains("job"));
  EXPECT_FALSE(document.contains("loads"));
}

TEST(View, HasTheLocationsOfNodeNames) {
  const Pair cray({"c3-1c2s15n3", "c0-0c1s7n0"});
  const report::Json document = report::view_json({.network = cray, .text = "", .table = free_nodes(cray)});
  EXPECT_EQ(document["cabinets"][0]["name"], "c0-0");
  EXPECT_EQ(document["cabinets"][1], report::Json({{"name", "c3-1"}, {"row", 1}, {"column", 3}}));
  EXPECT_EQ(document["nodes"]["location"],
            report::Json({{"cabinet", {1, 0}}, {"chassis", {2, 1}}, {"slot", {15, 7}}, {"node", {3, 0}}}));
  const Pair shasta({"x1000c7s4b1n0", "x1101c0s0b0n1"});
  const report::Json other = report::view_json({.network = shasta, .text = "", .table = free_nodes(shasta)});
  EXPECT_EQ(other["cabinets"][1], report::Json({{"name", "x1101"}, {"row", 11}, {"column", 1}}));
  EXPECT_EQ(other["nodes"]["location"]["node"], report::Json({2, 1}));
}

TEST(View, HasNoLocationsIfOneNodeHasNone) {
  for (const auto& names : {std::vector<std::string>{"c0-0c0s0n0", "nid00002"},
                            {"c0-0c0s0n0", "x1000c0s0b0n0"},
                            {"c0-0c0s0n0", "c0-0c0s999999999n0"}}) {
    const Pair network{base::IndexVector<network::Node, std::string>(names)};

    const report::Json document = report::view_json({.network = network, .text = "", .table = free_nodes(network)});
    EXPECT_FALSE(document["nodes"].contains("location")) << names[1];
    EXPECT_TRUE(document["cabinets"].empty());
  }
}

TEST(View, PageContainsItsDocumentWithAnyStrings) {
  const std::string evil = "</script><script>alert(1)</script><!--";
  const Pair network({"a", "b"});
  const std::string any = "/*MODEL*/" + evil + "\\\"\n\t\xe2\x80\xa8";
  const std::string text = report::view_json({.network = network, .text = any, .table = free_nodes(network)}).dump();
  const std::string page = report::view_page(text);
  EXPECT_EQ(page.find(evil), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(embedded(page)), nlohmann::json::parse(text));
}

TEST(View, PageHasNoOtherAddresses) {
  const Pair network({"a", "b"});
  const std::string page =
      report::view_page(report::view_json({.network = network, .text = "", .table = free_nodes(network)}).dump());
  for (const char* reference : {" src=", "@import", "url(", "fetch(", "XMLHttpRequest"})
    EXPECT_EQ(page.find(reference), std::string::npos) << reference;
}

TEST(View, RejectsMoreRanksThanAPageShows) {
  const Pair network({"a", "b"});
  const std::vector<network::Node> ranks(report::max_ranks_of_a_view + 1);
  EXPECT_THROW(
      report::view_json({.network = network,
                         .text = "",
                         .table = free_nodes(network),
                         .job = report::ViewJob{{static_cast<std::int64_t>(ranks.size())}, "", "", "", ranks}}),
      base::Error);
}

TEST(CheckView, NamesTheWrongMember) {
  const Pair network({"c0-0c0s0n0", "c0-0c0s1n0"});
  const std::vector<network::Node> ranks = first_nodes(2);
  const traffic::LinkLoads loads{.links = {1, 2}, .injection = {}, .ejection = {}};
  const nlohmann::json good = parsed(report::view_json({.network = network,
                                                        .text = "",
                                                        .table = free_nodes(network),
                                                        .job = report::ViewJob{{2}, "", "", "", ranks},
                                                        .loads = &loads}));
  EXPECT_NO_THROW(report::check_view(good));
  const std::vector<std::pair<const char*, nlohmann::json>> broken = {
      {"/schema", "cartwright-view/3"},
      {"/more", 1},
      {"/network/links/from/0", 2},
      {"/network/links/from", {0}},
      {"/network/links/class/1", 1},
      {"/network/classes/0/bandwidth", 0},
      {"/network/switches/0", 7},
      {"/nodes/name", nlohmann::json::array()},
      {"/nodes/state/0", 4},
      {"/nodes/switch/1", -1},
      {"/nodes/batch_job/0", 0},
      {"/nodes/location/slot/0", 1000000000},
      {"/nodes/location/cabinet/0", 1},
      {"/job/dims", {3}},
      {"/job/dims", {1000000000000, 1000000000000}},
      {"/job/node_of_rank/0", 2},
      {"/loads/links/0", -1},
      {"/loads/links/0", "many"},
      {"/loads/injection", {1, 2}},
  };
  for (const auto& [where, value] : broken) {
    nlohmann::json document = good;
    document[nlohmann::json::json_pointer(where)] = value;
    EXPECT_THROW(report::check_view(document), base::Error) << where << " " << value;
  }
  for (const char* member : {"schema", "version", "network", "nodes", "batch_jobs", "cabinets"}) {
    nlohmann::json document = good;
    document.erase(member);
    EXPECT_THROW(report::check_view(document), base::Error) << member;
  }
}

}  // namespace
}  // namespace cartwright
