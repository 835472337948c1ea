// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lib/program.hpp"

#include <mpi.h>

#include <array>

namespace cartwright::bench {

inline int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

inline int world_rank() { return rank_of(MPI_COMM_WORLD); }
inline int world_size() { return size_of(MPI_COMM_WORLD); }

/// The processes of `comm` on this node, to be freed. Collective.
inline MPI_Comm node_of(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  return node;
}

/// The greatest value of all processes.
inline double maximum(double value, MPI_Comm comm = MPI_COMM_WORLD) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm);
  return value;
}

/// "Open MPI 4.1.4", "MPICH 4.0.2": from MPI_Get_library_version.
inline std::string mpi_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string name(text.data(), length);
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  const std::size_t version = name.find_first_of("0123456789");
  const std::size_t word = name.find_first_of("vV");  // "v4.1.4", "Version:      4.0.2"
  if (version == std::string::npos || word == std::string::npos || word > version) return name;
  return name.substr(0, word) + name.substr(version);
}

/// An error that all processes have: process 0 prints it.
struct CommonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The main() of a benchmark with MPI: calls `run` between MPI_Init and MPI_Finalize. Errors give status 2; one that
/// not all processes have aborts them.
inline int mpi_main(const char* name, int argc, char** argv, void (*run)(int argc, char** argv)) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    run(argc, argv);
  } catch (const Exit& exit) {
    status = exit.status;
  } catch (const CommonError& error) {
    if (world_rank() == 0) fmt::print(stderr, "{}: {}\n", name, error.what());
    status = 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return status;
}

}  // namespace cartwright::bench
