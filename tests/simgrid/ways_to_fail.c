/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Fails in the way that its argument names, to test the errors of `cartwright simulate`. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* way = argc > 1 ? argv[1] : "";
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(way, "where") == 0) {
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(host, &length);
    printf("rank %d on %s\n", rank, host);
  }
  if (strcmp(way, "neighbor") == 0) {
    int dims[1] = {0}, periods[1] = {1}, out[2] = {0, 0}, in[2], processes;
    MPI_Comm line;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Dims_create(processes, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &line);
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line);
  }
  if (strcmp(way, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 3);
  if (strcmp(way, "wait") == 0) MPI_Recv(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (strcmp(way, "loop") == 0)
    for (volatile int busy = 1; busy != 0;) continue;
  MPI_Finalize();
  if (strcmp(way, "status") == 0) puts("all is lost");
  return strcmp(way, "status") == 0 ? 5 : 0;
}
