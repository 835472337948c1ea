// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"

#include "network/networks.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace cartwright::bench {
namespace {

constexpr const char* small = "dragonfly:routers=4,global=2,nodes=2";

/// The first nodes of a network.
placement::NodeOfGroup first(std::int64_t count) {
  placement::NodeOfGroup nodes(count);
  std::iota(nodes.begin(), nodes.end(), network::Node(0));
  return nodes;
}

TEST(FftPrediction, TakesTheRequestedGrids) {
  EXPECT_EQ(chosen_job("slabs", 4, 2, 64).grid.dims, (std::vector<std::int64_t>{8}));
  const FftJob pencils = chosen_job("pencils", 4, 2, 64);
  EXPECT_EQ(pencils.nodes(), 4);
  ASSERT_EQ(pencils.grid.dims.size(), 2U);
  EXPECT_GT(pencils.grid.dims[0], 1);
  EXPECT_GT(pencils.grid.dims[1], 1);
  EXPECT_TRUE(chosen_job("pencils", 7, 1, 64).grid.dims.empty());  // 7 has no two factors
  EXPECT_TRUE(chosen_job("slabs", 128, 1, 64).grid.dims.empty());  // more ranks than planes
}

TEST(FftPrediction, FillsNodesWithTheCellsOfTheirRanks) {
  const FftJob job = ordered_job({2, 2}, "column-major", 2, 64);
  constexpr placement::Group a(0);
  constexpr placement::Group b(1);
  EXPECT_EQ(job.group_of_cell(), (placement::GroupOfRank{a, b, a, b}));
}

TEST(FftPrediction, IsZeroOnOneNode) {
  const auto network = network::read_network(small);
  const Prediction found = predict(*network, ordered_job({2, 2}, "row-major", 4, 64), first(1));
  EXPECT_EQ(found.minimal, 0);
  EXPECT_EQ(found.adaptive, 0);
}

TEST(FftPrediction, IsNeverBelowTheSendingTimeOfNodes) {
  const auto network = network::read_network(small);
  // One rank per node, with 16 * 64^3 / 8 bytes: it sends 3/4 of them in the transpose of 4, and half in that of 2.
  const FftJob job = ordered_job({4, 2}, "row-major", 1, 64);
  const double bandwidth = network->wiring().terminal_bandwidth();
  const double sending = 16.0 * 64 * 64 * 64 / 8 * (0.75 + 0.5) / bandwidth;
  EXPECT_DOUBLE_EQ(sending_seconds(job, bandwidth), sending);
  const Prediction found = predict(*network, job, first(8));
  EXPECT_GE(found.adaptive, sending * (1 - 1e-9));
  EXPECT_GE(found.minimal, found.adaptive);
}

TEST(FftPrediction, ReportsJobsThatFitOntoTheNetwork) {
  const auto network =
      network::read_network("dragonfly:routers=4,global=2,nodes=2,groups=5");  // 40 nodes, 20 of them free
  PredictionOptions options;
  options.n = 64;
  options.draws = 1;
  options.budget_seconds = 0.01;
  options.most_nodes = 12;
  Json report = {{"machine", "a machine"}, {"network", "small"}, {"network_nodes", 40}, {"n", 64}, {"draws", 1}};
  report["placements"] = predict_placements(*network, options);
  report["orders"] = predict_orders(*network, options);
  ASSERT_EQ(report["placements"].size(), 3U);  // 12 nodes: pencils and slabs, and with 32 ranks each only pencils
  EXPECT_TRUE(report["orders"].empty());
  for (const Json& row : report["placements"]) {
    EXPECT_LE(row["predicted"]["adaptive"].get<double>(), row["predicted"]["minimal"].get<double>());
    EXPECT_NE(prediction_text(report).find(row["kind"].get<std::string>()), std::string::npos);
  }
}

TEST(FftScaling, FitsTheExponentOfAPowerLaw) {
  std::vector<std::pair<double, double>> times;
  for (const double nodes : {1.0, 2.0, 4.0, 8.0}) times.emplace_back(nodes, 5 * std::pow(nodes, -0.75));
  EXPECT_NEAR(fitted_gamma(times), 0.75, 1e-12);
}

TEST(FftScaling, PredictsTheJobsThatFitIntoTheNetwork) {
  const auto network = network::read_network("aries:groups=2,chassis=2,slots=4,nodes=4");  // 64 nodes
  PredictionOptions options;
  options.draws = 1;
  Json report = {{"machine", "one"}, {"network", "small"}, {"scaling", predict_scaling(*network, options)}};
  ASSERT_FALSE(report["scaling"].empty());
  for (const Json& row : report["scaling"]) {
    EXPECT_LE(row["nodes"].back(), 32);
    EXPECT_EQ(row["nodes"].size(), row["minimal"].size());
    EXPECT_NE(scaling_text(report).find(row["where"].get<std::string>()), std::string::npos);
  }
}

}  // namespace
}  // namespace cartwright::bench
