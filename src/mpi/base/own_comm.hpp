// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::mpi {

/// A communicator that contains only this process, for calls of MPI that need one. It returns errors: MPI_COMM_SELF and
/// its error handler belong to the program. MPI_COMM_NULL before MPI_Init, after MPI_Finalize, and in a program that
/// uses only sessions.
MPI_Comm own_comm() noexcept;

/// Whether MPI refuses a type in a message: it is not valid, or not committed. No error handler is called, as one would
/// be for a question about such a type. False without own_comm().
bool refuses(MPI_Datatype type) noexcept;

/// Call once, after MPI_Init and before MPI_Finalize. Local.
void make_own_comm() noexcept;
void free_own_comm() noexcept;

}  // namespace cartwright::mpi
