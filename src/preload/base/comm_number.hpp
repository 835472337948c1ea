// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>

namespace cartwright::preload {

/// A number of a communicator on which its processes agree without communication. MPI has handles only, which are
/// local. The number follows from that of the communicator that it was made from, and from how many were made from that
/// one before: all processes of a communicator make others from it in the same sequence.

/// Gives program_world() its number, once. Others get one only after this.
void number_world() noexcept;

/// Call after every collective call over `from` that makes communicators. `made` may be MPI_COMM_NULL on some
/// processes. Duplicates need no call.
void number_made(MPI_Comm from, MPI_Comm made) noexcept;

/// 0 if the communicator has no number. Local.
std::uint64_t number_of(MPI_Comm comm) noexcept;

}  // namespace cartwright::preload
