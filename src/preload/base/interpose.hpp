// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"

#include <cstdint>

/// Begins the definition of a function that is found before MPI's own, under both of its names: CW_MPI(Send)(...) is
/// MPI_Send and PMPI_Send. C programs call the first name. Fortran bindings of MPI call the second, some through the
/// first.
#define CW_MPI(name)                                                                                        \
  extern "C" __attribute__((visibility("default"), alias("MPI_" #name))) decltype(PMPI_##name) PMPI_##name; \
  extern "C" __attribute__((visibility("default"))) int MPI_##name

namespace cartwright::preload {

enum class CommKind : std::uint8_t { invalid, intra, inter };

inline CommKind kind_of(MPI_Comm comm) {
  int inter = 0;
  if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return CommKind::invalid;
  return inter == 0 ? CommKind::intra : CommKind::inter;
}
/// Whether Cartwright may answer a call with this communicator.
inline bool is_intracommunicator(MPI_Comm comm) { return kind_of(comm) == CommKind::intra; }
inline bool is_intercommunicator(MPI_Comm comm) { return kind_of(comm) == CommKind::inter; }

/// Reports an error as the communicator does. Returns it.
inline int raised(MPI_Comm comm, int error) {
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm, error);
  return error;
}

}  // namespace cartwright::preload
