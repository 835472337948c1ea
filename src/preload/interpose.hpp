// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/real.hpp"

/// Begins the definition of a function that is found before MPI's own, under both of its names: CW_MPI(Send)(...) is
/// MPI_Send and PMPI_Send. C programs call the first name. Fortran bindings of MPI call the second, some through the
/// first.
#define CW_MPI(name)                                                                                        \
  extern "C" __attribute__((visibility("default"), alias("MPI_" #name))) decltype(PMPI_##name) PMPI_##name; \
  extern "C" __attribute__((visibility("default"))) int MPI_##name

namespace cartwright::preload {

/// Whether Cartwright may answer a call with this communicator.
inline bool is_intracommunicator(MPI_Comm comm) {
  int inter = 1;
  return comm != MPI_COMM_NULL && PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter == 0;
}

inline bool is_intercommunicator(MPI_Comm comm) {
  int inter = 0;
  return comm != MPI_COMM_NULL && PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter != 0;
}

}  // namespace cartwright::preload
