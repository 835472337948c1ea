// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/way_trial.hpp"
#include "preload/collectives/estimate.hpp"

#include <gtest/gtest.h>

namespace cartwright::preload {
namespace {

constexpr double micro = 1e-6;
/// 10 us between nodes, 1 us in a node, a message each 2 us, 1 GB/s, in a node 10 GB/s.
constexpr traffic::NodeLinks links{{10 * micro, 1 * micro, 2 * micro}, 1e-9, 1e-10};

TEST(CollectiveEstimate, CountsTheMessagesOfAnAllToAll) {
  // 6 processes, 2 on each node. Each sends a message of 8 bytes to 4 others. Or it passes two blocks to the other
  // carrier of its node, and one to the other process; then a carrier sends a message.
  const double direct = 10 + 3 * 2;
  const double passed = 2 * 2 * 8e-4, inside = 2 * 8e-4;
  const double joined = 1 + passed + inside + 10 + 2 * 4 * 8e-3 + 1 + passed;
  EXPECT_NEAR(*estimated_gain(Collective::alltoall, 8, 3, 2, links), direct / joined, 1e-12);
}

TEST(CollectiveEstimate, KnowsThatAnMpiCanForwardSmallBlocks) {
  // 1,024 processes: 10 steps are less than 1,020 messages. In the first two, one and two processes of a node send to
  // another node, then all four do. Leaders of 256 nodes relay in four steps, with three messages each.
  const double bruck = 10 * 10 + (1 + 2 + 8 * 4) * 512 * 1e-3;
  const double joined = 2 * (1 + 256 * 4 * 3 * 1e-4) + 4 * (10 + 2 * 2);
  EXPECT_NEAR(*estimated_gain(Collective::alltoall, 1, 256, 4, links), bruck / joined, 1e-12);
}

TEST(CollectiveEstimate, CountsTheStepsOfAnAllgather) {
  const double apart = 2 * 1 + (1 + 2) * 4 * 8e-4 + 2 * 10 + (4 * 4 + 8 * 4) * 8e-3;
  const double joined = 10 + 2 * 2 + 1 + 4 * 3 * 4 * 8e-4;  // three messages, one after the other
  EXPECT_NEAR(*estimated_gain(Collective::allgather, 8, 4, 4, links), apart / joined, 1e-12);
}

TEST(CollectiveEstimate, GainsLittleWithLargeBlocks) {
  EXPECT_LT(*estimated_gain(Collective::alltoall, 1 << 20, 4, 4, links), 1.01);
}

TEST(CollectiveEstimate, IsSilentWhereItDoesNotKnow) {
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 4, 4, {}));
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 1, 4, links)) << "one node";
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 4, 1, links)) << "nothing to join";
  EXPECT_FALSE(estimated_gain(Collective::alltoallv, 0, 4, 4, links)) << "sizes of others";
  EXPECT_FALSE(estimated_gain(Collective::allreduce, 8, 4, 4, links)) << "as many steps";
}

TEST(CollectiveEstimate, IsCorrectedByTheFirstTrial) {
  constexpr int first = 8;
  WayTrial trial(first, 1, true);
  for (int call = 0; call < first; ++call) {
    EXPECT_TRUE(trial.other());
    EXPECT_FALSE(trial.count(1));
  }
  for (int call = 0; call < WayTrial::length; ++call)
    if (trial.count(trial.other() ? 2 : 1)) trial.decide();
  EXPECT_FALSE(trial.other());
}

}  // namespace
}  // namespace cartwright::preload
