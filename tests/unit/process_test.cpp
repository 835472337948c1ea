// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/process.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cartwright {
namespace {

using launch::Finished;
using launch::run_quietly;

TEST(RunQuietly, ReturnsStatusAndBothStreamsInOrder) {
  const Finished finished = run_quietly({"sh", "-c", "echo out; echo err >&2; echo again; exit 3"});
  EXPECT_EQ(finished.status, 3);
  EXPECT_EQ(finished.output, "out\nerr\nagain\n");
  EXPECT_FALSE(finished.timed_out);
}

TEST(RunQuietly, ReadsOutputOfAnyLength) {
  const Finished finished = run_quietly({"sh", "-c", "yes 0123456789 | head -n 20000"});
  EXPECT_EQ(finished.output.size(), 20000u * 11);
}

TEST(RunQuietly, LeavesStandardInputAlone) { EXPECT_EQ(run_quietly({"cat"}, std::chrono::seconds(20)).output, ""); }

TEST(RunQuietly, EndsAProcessThatHangs) {
  const Finished finished = run_quietly({"sleep", "600"}, std::chrono::seconds(1));
  EXPECT_TRUE(finished.timed_out);
}

TEST(RunQuietly, DoesNotWaitForProcessesThatStayBehind) {
  const Finished finished = run_quietly({"sh", "-c", "sleep 600 & echo $!; exit 0"});
  EXPECT_FALSE(finished.timed_out);
  run_quietly({"kill", finished.output.substr(0, finished.output.find('\n'))});
}

}  // namespace
}  // namespace cartwright
