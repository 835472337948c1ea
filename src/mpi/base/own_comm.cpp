// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/own_comm.hpp"

#include "mpi/base/real.hpp"

namespace cartwright::mpi {

namespace {

MPI_Comm the_comm = MPI_COMM_NULL;

}  // namespace

MPI_Comm own_comm() noexcept { return the_comm; }

bool refuses(MPI_Datatype type) noexcept {
  if (the_comm == MPI_COMM_NULL) return false;
  const char data = 0;  // is not read, but without data MPICH accepts any type
  return real().Send(&data, 1, type, MPI_PROC_NULL, 0, the_comm) != MPI_SUCCESS;
}

void make_own_comm() noexcept {
  if (PMPI_Comm_dup(MPI_COMM_SELF, &the_comm) == MPI_SUCCESS)
    PMPI_Comm_set_errhandler(the_comm, MPI_ERRORS_RETURN);
  else
    the_comm = MPI_COMM_NULL;
}

void free_own_comm() noexcept {
  if (the_comm != MPI_COMM_NULL) PMPI_Comm_free(&the_comm);
}

}  // namespace cartwright::mpi
