// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/study.hpp"
#include "grid/parse.hpp"
#include "mapping/scotch_parts.hpp"
#include "report/study_p.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace cartwright {
namespace {

/// [Hunold2020, VI-C] claims that the medians are better than Nodecart's with every stencil.
TEST(Study, SaysThatTheClaimForHopsIsNotReproduced) {
  const report::Json report = report::run_study({"hyperplane", "strips", "nodecart"}, {});
  std::map<std::string, std::pair<bool, bool>> holds;
  for (const report::Json& claim : report["claims"])
    holds[claim["stencil"].get<std::string>() + " " + claim["mapping"].get<std::string>()] = {claim["sum"],
                                                                                              claim["max"]};
  const std::map<std::string, std::pair<bool, bool>> expected = {
      {"nn hyperplane", {true, false}},       {"nn strips", {true, true}},
      {"hops hyperplane", {false, false}},    {"hops strips", {false, false}},
      {"component hyperplane", {true, true}}, {"component strips", {true, true}}};
  EXPECT_EQ(holds, expected);
  const std::string text = report::study_text(report, {});
  EXPECT_NE(text.find("hops       not reproduced"), std::string::npos) << text;
}

TEST(Study, MakesNoClaimWithoutNodecart) {
  report::Json summary = report::Json::array();
  EXPECT_TRUE(report::study_claims(summary).empty());
  EXPECT_EQ(report::study_claims_text(report::study_claims(summary), {}), "");
}

TEST(Study, FillsNodesExactlyWithScotch) {
  if (!mapping::have_scotch()) GTEST_SKIP() << "no Scotch on this machine";
  EXPECT_TRUE(report::is_partitioner("scotch"));
  EXPECT_FALSE(report::is_partitioner("strips"));
  for (const machine::Sizes& sizes : {machine::Sizes::equal(13, 16), machine::Sizes({100, 60, 48})}) {
    const mapping::Problem problem(grid::Grid({16, 13}), grid::parse_stencil("hops", 2),
                                   machine::Machine::nodes(sizes));
    const choose::Result result = report::run_partitioner(problem, 0);
    std::vector<grid::Cell> cells = result.order.items();
    std::ranges::sort(cells);
    ASSERT_EQ(cells.size(), 208U);
    for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], grid::Cell(i));
    EXPECT_EQ(result.cuts.front().j_sum, cost::node_cut(problem, result.order).j_sum);
    EXPECT_LT(result.cuts.front().j_sum,
              cost::node_cut(problem, mapping::run_algorithm(mapping::find_algorithm("random"), problem).order).j_sum);
  }
}

}  // namespace
}  // namespace cartwright
