/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Every process prints, in rank order: its rank, its host, and the number of processes that share memory with it. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { name_length = 64 };
struct location {
  char host[name_length];
  int mates;
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct location mine = {"", 0}, all[256];
  if (size > 256) MPI_Abort(MPI_COMM_WORLD, 2);
  gethostname(mine.host, sizeof mine.host - 1);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &mine.mates);
  MPI_Comm_free(&node);
  MPI_Gather(&mine, sizeof mine, MPI_CHAR, all, sizeof mine, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int other = 0; rank == 0 && other < size; ++other)
    printf("%d %s %d\n", other, all[other].host, all[other].mates);
  MPI_Finalize();
  return 0;
}
