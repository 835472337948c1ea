// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// A communicator that contains only this process, for calls of MPI that need one. It returns errors: MPI_COMM_SELF and
/// its error handler belong to the program. MPI_COMM_NULL before MPI_Init, after MPI_Finalize, and in a program that
/// uses only sessions.
MPI_Comm own_comm() noexcept;

/// Whether MPI refuses a type, which may be one that needs no commit.
bool mpi_refuses(MPI_Datatype type);

/// Call once, after MPI_Init and before MPI_Finalize. Local.
void make_own_comm() noexcept;
void free_own_comm() noexcept;

}  // namespace cartwright::preload
