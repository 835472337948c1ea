// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

/// A function that is found before MPI's own of the same name.
#define CW_INTERPOSE extern "C" __attribute__((visibility("default")))

/// The same function under the name by which mpi_f08 calls it. Its handles are derived types of one integer, and the
/// error argument may be absent, that is null: otherwise the arguments are those of the older bindings.
#define CW_ALSO_F08(type, name, arguments) CW_INTERPOSE type name##_f08_ arguments __attribute__((alias(#name "_")))

namespace cartwright::mpi {

/// Whether a call with this communicator is for Cartwright to answer.
inline bool is_intracommunicator(MPI_Comm comm) {
  int inter = 1;
  return comm != MPI_COMM_NULL && PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter == 0;
}

}  // namespace cartwright::mpi
