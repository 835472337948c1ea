// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic.hpp"
#include "preload/world.hpp"

using namespace cartwright::mpi;

// The beginning and the end of the program, for the nodes of MPI_COMM_WORLD and for the report of what was sent.

CW_INTERPOSE int MPI_Init(int* argc, char*** argv) {
  const int error = PMPI_Init(argc, argv);
  if (error == MPI_SUCCESS) remember_world();
  return error;
}

CW_INTERPOSE int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int error = PMPI_Init_thread(argc, argv, required, provided);
  if (error == MPI_SUCCESS) remember_world();
  return error;
}

CW_INTERPOSE int MPI_Finalize() {
  report_all_traffic();
  return PMPI_Finalize();
}
