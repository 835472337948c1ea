// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/hardware.hpp"

#include <cstdio>
#include <cstdlib>

// Two processes, each bound to a separate core, on a machine that HWLOC_SYNTHETIC defines for hwloc: are they in as
// many sockets as the argument gives, by the MPI's split types and by hwloc?

namespace {

int sockets(int (*split)(MPI_Comm, int, MPI_Comm*)) {
  MPI_Comm part = MPI_COMM_NULL;
  int leader = 1;
  if (split(MPI_COMM_WORLD, MPIX_COMM_TYPE_SOCKET, &part) != MPI_SUCCESS || part == MPI_COMM_NULL) return -1;
  MPI_Comm_rank(part, &leader);
  MPI_Comm_free(&part);
  int count = leader == 0;
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int expected = std::atoi(argv[argc - 1]);
  const int by_mpi = sockets(cartwright::mpi::split_hardware);
  const int by_hwloc = sockets(cartwright::mpi::split_by_hwloc);
  MPI_Finalize();
  std::printf("%d sockets by MPI, %d by hwloc, %d expected\n", by_mpi, by_hwloc, expected);
  // For MPICH, a single socket does not divide the processes.
  const bool undivided = by_mpi == -1 && expected == 1;
  return (by_mpi != expected && !undivided) || by_hwloc != expected;
}
