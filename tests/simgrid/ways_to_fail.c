/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A program that does what its argument says, so that `cartwright simulate` can be seen to tell of it. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* what = argc > 1 ? argv[1] : "";
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(what, "where") == 0) {
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(host, &length);
    printf("rank %d on %s\n", rank, host);
  }
  if (strcmp(what, "neighbor") == 0) {
    int dims[1] = {0}, periods[1] = {1}, out[2] = {0, 0}, in[2], processes;
    MPI_Comm ring;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Dims_create(processes, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &ring);
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
  }
  if (strcmp(what, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 3);
  if (strcmp(what, "wait") == 0) MPI_Recv(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (strcmp(what, "loop") == 0)
    for (volatile int forever = 1; forever != 0;) continue;
  MPI_Finalize();
  if (strcmp(what, "status") == 0) puts("all is lost");
  return strcmp(what, "status") == 0 ? 5 : 0;
}
