// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// Throws Error unless MPI is initialized and not yet finalized.
inline void check_mpi() {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  if (!initialized) base::fail(base::Status::invalid_argument, "MPI is not initialized: call MPI_Init first");
  if (finalized) base::fail(base::Status::invalid_argument, "MPI is finalized: use and free plans before MPI_Finalize");
}

/// Throws Error unless MPI runs and `comm` is an intracommunicator.
inline void check_intracommunicator(MPI_Comm comm) {
  check_mpi();
  if (comm == MPI_COMM_NULL) base::fail(base::Status::invalid_argument, "the communicator is MPI_COMM_NULL");
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter)
    base::fail(base::Status::invalid_argument,
               "the communicator is an intercommunicator: merge it with MPI_Intercomm_merge");
}

}  // namespace cartwright::mpi
