// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// A communicator of this process alone, for calls of MPI that need one. Its errors are returned: MPI_COMM_SELF belongs
/// to the program, and so does its error handler. MPI_COMM_NULL before MPI_Init, after MPI_Finalize, and in a program
/// that uses sessions alone.
MPI_Comm own_comm() noexcept;

/// To be called once, after MPI_Init and before MPI_Finalize. Local.
void make_own_comm() noexcept;
void free_own_comm() noexcept;

}  // namespace cartwright::preload
