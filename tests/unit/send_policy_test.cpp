// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/send_policy.hpp"

#include <gtest/gtest.h>

namespace cartwright::preload {
namespace {

constexpr CallKind kinds[] = {CallKind::blocking, CallKind::nonblocking, CallKind::exchanged, CallKind::buffered,
                              CallKind::persistent};

TEST(SendPolicy, MpiSendsTheUsersDataInEveryCall) {
  for (const CallKind kind : kinds) EXPECT_EQ(form_of(kind, Path::mpi), Form::user_data);
}

TEST(SendPolicy, AFasterKernelPacksInEveryCall) {
  for (const CallKind kind : kinds) EXPECT_EQ(form_of(kind, Path::packed), Form::packed);
}

TEST(SendPolicy, AMeasuredMessageIsSentPacked) {
  for (const CallKind kind : kinds)
    EXPECT_EQ(form_of(kind, Path::measured), kind == CallKind::persistent ? Form::never : Form::packed);
}

// The receiver waits for data in shared memory. A call that waits for the receiver's message must not make it wait.
TEST(SendPolicy, OnlyACallThatWaitsForNoOtherMessagePacksAfterItHasSent) {
  EXPECT_EQ(form_of(CallKind::exchanged, Path::shared), Form::filled_before);
  for (const CallKind kind : {CallKind::blocking, CallKind::nonblocking})
    EXPECT_NE(form_of(kind, Path::shared), Form::filled_before);
}

// Only a blocking call may wait until the receiver has read the data.
TEST(SendPolicy, OnlyABlockingCallHandsItsDataOver) {
  for (const CallKind kind : kinds)
    EXPECT_EQ(form_of(kind, Path::shared) == Form::handed_over, kind == CallKind::blocking);
}

TEST(SendPolicy, BufferedAndPersistentMessagesUseNoSharedMemory) {
  for (const CallKind kind : kinds)
    EXPECT_EQ(may_share(kind), kind != CallKind::buffered && kind != CallKind::persistent);
}

}  // namespace
}  // namespace cartwright::preload
