// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/network_study.hpp"

#include "network/networks.hpp"
#include "placement/network_map.hpp"
#include "traffic/load_stats.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

namespace cartwright {
namespace {

/// Both studies on 64 supernodes, computed once.
const report::Json& studies() {
  static const report::Json made = [] {
    report::NetworkStudy study;
    study.budget_seconds = 0;  // makes the result independent of the clock
    study.tolerance = 0.2;     // few steps
    return report::run_network_study(*network::read_network("percs:supernodes=64"), study);
  }();
  return made;
}

struct Figures {
  double used = 0, most = 0;  ///< links, MiB
};

/// The loads of one mapping, with its routing, on the links of a class.
Figures on(std::size_t study, std::string_view name, std::string_view link_class) {
  for (const report::Json& row : studies()[study]["loads"])
    for (const report::Json& one : row["classes"])
      if (row["name"] == name && one["class"] == link_class)
        return {one["used"].get<double>(), one["most"].get<double>() / 0x1p20};
  ADD_FAILURE() << name << " has no links " << link_class;
  return {};
}

double seconds(std::size_t study, std::string_view name) {
  for (const report::Json& row : studies()[study]["loads"])
    if (row["name"] == name) return row["bound_seconds"];
  ADD_FAILURE() << name;
  return 0;
}

TEST(NetworkStudy, DerivesThePublishedBlocks) {
  using Dims = std::vector<std::int64_t>;
  const std::map<std::string, std::array<Dims, 3>> table5 = {
      {"DEF", {Dims{16, 2, 1, 1}, {16, 16, 1, 1}, {16, 16, 4, 1}}},
      {"BNM", {Dims{4, 2, 2, 2}, {16, 4, 2, 2}, {16, 16, 2, 2}}},
      {"BDM", {Dims{4, 2, 2, 2}, {4, 4, 4, 4}, {16, 4, 4, 4}}},
      {"BSM", {Dims{4, 2, 2, 2}, {4, 4, 4, 4}, {8, 8, 4, 4}}}};
  int found = 0;
  for (const report::Json& row : studies()[0]["blocks"]) {
    const auto published = table5.find(row["mapping"]);
    if (published == table5.end()) continue;
    ++found;
    EXPECT_EQ(row["node"].get<Dims>(), published->second[0]) << row["mapping"];
    EXPECT_EQ(row["drawer"].get<Dims>(), published->second[1]) << row["mapping"];
    EXPECT_EQ(row["supernode"].get<Dims>(), published->second[2]) << row["mapping"];
  }
  EXPECT_EQ(found, 4);
  // "For the random nodes mapping, we place 4 x 2 x 2 x 2 tasks on a node and for the random drawers mapping,
  // 4 x 4 x 4 x 4 tasks on a drawer."
  EXPECT_EQ(studies()[0]["blocks"][4]["node"].get<Dims>(), (Dims{4, 2, 2, 2}));
  EXPECT_EQ(studies()[0]["blocks"][5]["drawer"].get<Dims>(), (Dims{4, 4, 4, 4}));
}

TEST(NetworkStudy, AgreesWithAnIndependentReconstructionOfDeterministicMappings) {
  // Most MiB on D, LL, LR. Results that depend on the order of blocks and on random draws differ: docs/link-loads.md.
  EXPECT_EQ(on(0, "DEF", "D").most, 2048);
  EXPECT_EQ(on(0, "DEF", "D").used, 256);
  EXPECT_EQ(on(0, "DEF", "LL").most, 160);
  EXPECT_EQ(on(0, "DEF", "LR").most, 192);
  EXPECT_EQ(on(0, "BNM", "D").most, 1024);
  EXPECT_EQ(on(0, "BNM", "LR").most, 64);
  EXPECT_EQ(on(0, "BDM", "D").most, 512);
  EXPECT_EQ(on(0, "BDM", "D").used, 384);
  EXPECT_EQ(on(0, "BDM", "LR").most, 64);
  EXPECT_EQ(on(0, "BSM", "D").most, 512);
  EXPECT_EQ(on(0, "BSM", "D").used, 384);
  EXPECT_EQ(on(0, "BSM", "LR").most, 80);
}

TEST(NetworkStudy, AgreesWithTheReconstructionThatDrawsDetours) {
  // 188 / 90 / 91 MiB for DFI: eight draws for each message of 2 MiB, 32 of which make a flow.
  const auto network = network::read_network("percs:supernodes=64");
  const grid::Grid grid({16, 16, 16, 16}, {true, true, true, true});
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(4).offsets();
  for (grid::Offset& offset : offsets) offset.weight = 0x1p21;
  placement::NetworkProblem problem;
  problem.network = network.get();
  problem.ranks_per_node = 32;
  problem.grid = grid;
  problem.stencil = grid::Stencil(4, offsets);
  for (const network::Node node : base::ids<network::Node>(network->wiring().nodes())) problem.nodes.push_back(node);
  const auto flows =
      traffic::flows_between(*traffic::stencil_traffic(grid, problem.stencil),
                             placement::block_mappings()[0].place(problem, 0), network->wiring().nodes());
  const auto loads =
      traffic::link_loads(*network, flows, {traffic::Routing::Kind::valiant, network::Paths::shared, 256, 1});
  const auto classes = traffic::class_loads(network->wiring(), loads);
  EXPECT_NEAR(classes[2].most / 0x1p20, 188, 10);
  EXPECT_NEAR(classes[0].most / 0x1p20, 90, 10);
  EXPECT_NEAR(classes[1].most / 0x1p20, 91, 10);
}

TEST(NetworkStudy, KeepsThePublishedOrder) {
  // "The amount of data being sent over D links is much higher"; blocks, random placement and detours lower it.
  EXPECT_GT(on(0, "DEF", "D").most, on(0, "BNM", "D").most);
  EXPECT_GT(on(0, "BNM", "D").most, on(0, "BDM", "D").most);
  EXPECT_GE(on(0, "BDM", "D").most, on(0, "BSM", "D").most);
  EXPECT_GT(on(0, "BSM", "D").most, on(0, "RNM", "D").most);
  EXPECT_GT(on(0, "RNM", "D").most, on(0, "DFI", "D").most);
  EXPECT_GT(on(0, "DFI", "D").most, on(0, "RDI", "D").most);
  EXPECT_GT(on(0, "RNM", "D").used, 0.95 * 64 * 63);  // "spreading the load evenly on more D links"
  EXPECT_EQ(on(0, "DFI", "D").used, 64 * 63);
  EXPECT_EQ(on(0, "RDI", "D").used, 64 * 63);
  // "The random drawers mapping with indirect routing (RDI) reduces the maximum LL and LR link utilization also."
  for (const char* const link_class : {"LL", "LR"})
    for (const char* const name : {"DEF", "BNM", "BDM", "BSM", "RNM", "RDM", "DFI"})
      EXPECT_LT(on(0, "RDI", link_class).most, on(0, name, link_class).most) << name << " " << link_class;
}

TEST(NetworkStudy, FindsMappingsWithABusiestLinkNoBusierThanThePublishedOnes) {
  for (const std::size_t study : {0, 1}) {
    for (const char* const name : {"DEF", "BNM", "BDM", "BSM", "RNM", "RDM"})
      EXPECT_LE(seconds(study, "CW"), seconds(study, name)) << name;
    for (const char* const name : {"DFI", "RDI"}) EXPECT_LE(seconds(study, "CWI"), seconds(study, name)) << name;
  }
}

TEST(NetworkStudy, ComparesWithThePublishedTimes) {
  const std::map<std::string, double> table4 = {{"DEF", 481.70}, {"BNM", 481.74}, {"BDM", 480.07}, {"BSM", 480.90},
                                                {"RNM", 480.71}, {"RDM", 481.03}, {"DFI", 480.07}, {"RDI", 479.74}};
  for (const report::Json& row : studies()[1]["loads"]) {
    const auto published = table4.find(row["name"]);
    ASSERT_EQ(row.contains("published_seconds"), published != table4.end()) << row["name"];
    if (published == table4.end()) continue;
    EXPECT_DOUBLE_EQ(row["published_seconds"], published->second / 1e3) << row["name"];
  }
  const report::Json& beside = studies()[1]["beside_published"];
  EXPECT_NEAR(beside["published_spread_seconds"], 2.00e-3, 1e-9);
  // The slowest published mappings are DEF and BNM; RDI has the least busy link, and is the fastest.
  EXPECT_NEAR(beside["spread_seconds"], seconds(1, "DEF") - seconds(1, "RDI"), 0.1 * seconds(1, "DEF"));
  EXPECT_GT(beside["rank_correlation"], 0);
  EXPECT_LT(beside["rank_correlation"], 1);
  EXPECT_FALSE(studies()[0].contains("beside_published"));
}

TEST(NetworkStudy, SimulatesIterations) {
  // 64^4 points of a task, of 5.71 ns for each neighbor and itself: 9 in four dimensions, 5 in two.
  for (const auto& [number, terms] : {std::pair(0, 9), {1, 5}})
    for (const report::Json& row : studies()[number]["loads"]) {
      EXPECT_GE(row["simulated_seconds"], row["bound_seconds"].get<double>() * (1 - 1e-6)) << row["name"];
      EXPECT_LE(row["simulated_seconds"], 3 * row["bound_seconds"].get<double>()) << row["name"];
      EXPECT_DOUBLE_EQ(row["iteration_seconds"], 0x1p24 * terms * 5.71e-9 + row["simulated_seconds"].get<double>());
    }
}

TEST(NetworkStudy, ChoosesGridsForOtherNumbersOfSupernodes) {
  report::NetworkStudy study;
  study.supernodes = 6;
  study.budget_seconds = 0;
  const report::Json made = report::run_network_study(*network::read_network("percs:supernodes=6"), study);
  EXPECT_EQ(made[0]["grid"]["processes"], 6 * 1024);
  EXPECT_EQ(made[1]["grid"]["dims"], (std::vector<std::int64_t>{96, 64}));
  EXPECT_FALSE(made[1].contains("beside_published"));
}

}  // namespace
}  // namespace cartwright
