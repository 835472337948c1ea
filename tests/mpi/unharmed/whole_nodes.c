/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: whole_nodes [CALLS]: so many, or ten, all-to-alls, gathers and allgathers of small blocks. On two nodes with
 * two processes each, 80 and 20 blocks of ten of the first two go between nodes, in 20 messages and 10. */
#include <mpi.h>
#include <stdlib.h>

enum { block = 8, most = 64 };

int main(int argc, char** argv) {
  static char sent[most * block], received[most * block];
  MPI_Init(&argc, &argv);
  const int calls = argc > 1 ? atoi(argv[1]) : 10;
  for (int i = 0; i < calls; ++i) {
    MPI_Alltoall(sent, block, MPI_CHAR, received, block, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Gather(sent, block, MPI_CHAR, received, block, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Allgather(sent, block, MPI_CHAR, received, block, MPI_CHAR, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
