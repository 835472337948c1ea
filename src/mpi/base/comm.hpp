// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// The rank of this process in a communicator. Local.
inline int rank_in(MPI_Comm comm) {
  int rank = MPI_PROC_NULL;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

/// The processes in a communicator; of an intercommunicator, those in the local group. Local.
inline int size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

/// Whether `here` is true on all processes. False if MPI fails. Collective.
inline bool everywhere(bool here, MPI_Comm comm) {
  int all = here ? 1 : 0;
  return real().Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && all != 0;
}

}  // namespace cartwright::mpi
