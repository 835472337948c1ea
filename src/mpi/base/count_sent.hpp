// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>

// Cartwright's libraries call MPI past the interposer (real.hpp), which therefore does not see what they send. They say
// so themselves, for its report and its record.

namespace cartwright::mpi {

/// Whether this program runs with the interposer, and anything is counted. Thread safe.
bool counts_sent();

/// Counts data that goes to a process of `comm` in so many messages: 0 for a part of a message that is counted
/// elsewhere. Only if counts_sent(). Thread safe.
void count_sent(MPI_Comm comm, int dest, int messages, std::int64_t bytes);

}  // namespace cartwright::mpi
