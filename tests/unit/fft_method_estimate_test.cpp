// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/method_estimate.hpp"

#include "base/error.hpp"
#include "fft/choice/cost_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cartwright::fft {
namespace {

std::string_view best(const choice::TransposeSituation& situation) {
  return choice::estimate_methods(situation).front().name;
}

TEST(MethodEstimate, IsSharedOnOneNode) {
  for (const std::int64_t bytes : {0, 100, 1 << 20, 1 << 30}) {
    EXPECT_EQ(best({{3, 3, 3, 3}, bytes, 0, 0}), "shared");
    EXPECT_EQ(best({{3}, bytes, 0, 0}), "shared");
  }
}

TEST(MethodEstimate, IsNeverSharedAcrossNodes) {
  for (const choice::MethodEstimate& estimate : choice::estimate_methods({{0, 1}, 1000, 0, 0}))
    EXPECT_NE(estimate.name, "shared");
}

TEST(MethodEstimate, PairsNodesForManySmallMessages) {
  std::vector<int> nodes;
  for (int node = 0; node < 16; ++node) nodes.insert(nodes.end(), 8, node);
  EXPECT_EQ(best({nodes, 64 << 10, 0, 0}), "node-aware");
  EXPECT_EQ(best({nodes, 1 << 20, 0, 0}), "node-aware");
  EXPECT_EQ(best({{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, 4096, 0, 0}), "node-aware");
}

TEST(MethodEstimate, SendsDirectlyIfNoProcessesShareANode) {
  EXPECT_EQ(best({{0, 1, 2, 3}, 4096, 0, 0}), "alltoallv");
  EXPECT_EQ(best({{0, 1, 2, 3}, 64 << 20, 0, 0}), "pipelined");
}

TEST(MethodEstimate, ListsAllPossibleMethodsTheQuickestFirst) {
  const std::vector<choice::MethodEstimate> inside = choice::estimate_methods({{0, 0}, 1 << 20, 0, 0});
  EXPECT_EQ(inside.size(), choice::modeled_methods().size());
  const std::vector<choice::MethodEstimate> across = choice::estimate_methods({{0, 0, 1, 1}, 1 << 20, 0, 0});
  EXPECT_EQ(across.size(), choice::modeled_methods().size() - 1);
  for (const auto& estimates : {inside, across}) {
    EXPECT_TRUE(std::ranges::is_sorted(estimates, {}, &choice::MethodEstimate::seconds));
    for (const choice::MethodEstimate& estimate : estimates) EXPECT_FALSE(estimate.why.empty());
  }
}

TEST(MethodEstimate, CountsOtherLinesThatShareTheLinkOfANode) {
  const double alone = choice::estimate_methods({{0, 1}, 1 << 24, 0, 1}).front().seconds;
  EXPECT_GT(choice::estimate_methods({{0, 1}, 1 << 24, 0, 32}).front().seconds, 3 * alone);
}

TEST(MethodEstimate, GivesItsReason) {
  EXPECT_EQ(choice::estimate_methods({{5, 5}, 1 << 20, 0, 0}).front().why, "all 2 processes are on one node: one copy");
  EXPECT_EQ(choice::estimate_methods({{0, 0, 0, 1, 1, 1}, 6000, 0, 0}).front().why,
            "2 nodes send joined messages, in place of 9 of 1.0 kB from the busiest node");
}

TEST(MethodEstimate, RefusesNonsense) {
  EXPECT_THROW(choice::estimate_methods({}), base::Error);
  EXPECT_THROW(choice::estimate_methods({{0}, -1, 0, 0}), base::Error);
  EXPECT_THROW(choice::estimate_methods({{0}, 1, -1, 0}), base::Error);
}

}  // namespace
}  // namespace cartwright::fft
