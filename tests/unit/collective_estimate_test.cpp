// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/way_trial.hpp"
#include "preload/collectives/estimate.hpp"

#include <gtest/gtest.h>

namespace cartwright::preload {
namespace {

constexpr double micro = 1e-6;
/// 10 us between nodes, 1 us in a node, a message each 2 us, 1 GB/s.
constexpr MeasuredLinks links{10 * micro, 1 * micro, 2 * micro, 1e-9};

TEST(CollectiveEstimate, CountsTheMessagesOfAnAllToAll) {
  // 16 processes, 4 on each node. Each sends 12 messages of 8 bytes to other nodes, or a joined one.
  const double bytes = 4 * 12 * 8e-3;
  const double direct = 10 + 12 * 2 + bytes;
  const double joined = 3 * 1 + 10 + 2 + bytes;
  EXPECT_NEAR(*estimated_gain(Collective::alltoall, 8, 16, 4, 4, links), direct / joined, 1e-12);
}

TEST(CollectiveEstimate, KnowsThatAnMpiCanForwardSmallBlocks) {
  // 1,024 processes: 10 steps are less than 1,020 messages.
  const double bytes = 4 * 1020 * 1e-3;
  const double bruck = 10 * 10 + 10 * 4 * 512 * 1e-3;
  const double joined = 3 * 1 + 10 + 64 * 2 + bytes;
  EXPECT_NEAR(*estimated_gain(Collective::alltoall, 1, 1024, 256, 4, links), bruck / joined, 1e-12);
}

TEST(CollectiveEstimate, CountsTheStepsOfAnAllgather) {
  const double apart = 4 * 10 + 4 * 12 * 8e-3;
  const double joined = 3 * 1 + 2 * 10 + 12 * 8e-3;
  EXPECT_NEAR(*estimated_gain(Collective::allgather, 8, 16, 4, 4, links), apart / joined, 1e-12);
}

TEST(CollectiveEstimate, GainsLittleWithLargeBlocks) {
  EXPECT_LT(*estimated_gain(Collective::alltoall, 1 << 20, 16, 4, 4, links), 1.01);
}

TEST(CollectiveEstimate, IsSilentWhereItDoesNotKnow) {
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 16, 4, 4, {}));
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 4, 1, 4, links)) << "one node";
  EXPECT_FALSE(estimated_gain(Collective::alltoall, 8, 4, 4, 1, links)) << "nothing to join";
  EXPECT_FALSE(estimated_gain(Collective::alltoallv, 0, 16, 4, 4, links)) << "sizes of others";
  EXPECT_FALSE(estimated_gain(Collective::allreduce, 8, 16, 4, 4, links)) << "as many steps";
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
