// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/program_world.hpp"

namespace cartwright::mpi {

namespace {
MPI_Comm world = MPI_COMM_WORLD;
}  // namespace

MPI_Comm program_world() noexcept { return world; }

MPI_Comm in_order(MPI_Comm comm) noexcept { return comm == MPI_COMM_WORLD ? world : comm; }

void set_program_world(MPI_Comm comm) noexcept { world = comm; }

bool is_spawned() {
  static const bool spawned = [] {
    MPI_Comm parent = MPI_COMM_NULL;
    PMPI_Comm_get_parent(&parent);
    return parent != MPI_COMM_NULL;
  }();
  return spawned;
}

}  // namespace cartwright::mpi
