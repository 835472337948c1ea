// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <exception>

namespace cartwright::bench {

/// The main() of a benchmark with MPI: calls `run` between MPI_Init and MPI_Finalize and returns its status. An
/// exception is printed and aborts all processes.
inline int mpi_main(const char* name, int argc, char** argv, int (*run)(int argc, char** argv)) {
  MPI_Init(&argc, &argv);
  int status = 1;
  try {
    status = run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return status;
}

}  // namespace cartwright::bench
