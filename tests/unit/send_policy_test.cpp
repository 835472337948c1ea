// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/send_policy.hpp"

#include <gtest/gtest.h>

namespace cartwright::preload {
namespace {

constexpr Mode modes[] = {Mode::blocking, Mode::started, Mode::exchanged, Mode::buffered, Mode::persistent};

TEST(SendPolicy, MpiSendsTheUsersDataInEveryMode) {
  for (const Mode mode : modes) EXPECT_EQ(form_of(mode, Way::mpi), Form::user_data);
}

TEST(SendPolicy, AFasterKernelPacksInEveryMode) {
  for (const Mode mode : modes) EXPECT_EQ(form_of(mode, Way::compiled), Form::packed);
}

TEST(SendPolicy, AMeasuredMessageIsSentPacked) {
  for (const Mode mode : modes)
    EXPECT_EQ(form_of(mode, Way::measured), mode == Mode::persistent ? Form::never : Form::packed);
}

// The receiver waits for data in shared memory. A call that waits for the receiver's message must not make it wait.
TEST(SendPolicy, OnlyACallThatWaitsForNoOtherMessagePacksAfterItHasSent) {
  EXPECT_EQ(form_of(Mode::exchanged, Way::shared), Form::filled_before);
  for (const Mode mode : {Mode::blocking, Mode::started}) EXPECT_NE(form_of(mode, Way::shared), Form::filled_before);
}

// Only a blocking call may wait until the receiver has read the data.
TEST(SendPolicy, OnlyABlockingCallHandsItsDataOver) {
  for (const Mode mode : modes) EXPECT_EQ(form_of(mode, Way::shared) == Form::handed_over, mode == Mode::blocking);
}

TEST(SendPolicy, BufferedAndPersistentMessagesUseNoSharedMemory) {
  for (const Mode mode : modes) EXPECT_EQ(may_share(mode), mode != Mode::buffered && mode != Mode::persistent);
}

}  // namespace
}  // namespace cartwright::preload
