/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

/* Canceled sends, more than fit into shared memory. All of them use it, because each returns its room. */

/* Small enough that both MPIs send it without waiting for the receiver, and large enough for the shared memory, which a
 * measurement of the node allows from 1024 bytes on. */
enum { n = 504, sends = 300 };

int main(int argc, char** argv) {
  static double data[2 * n];
  int rank = 0;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < sends && rank == 0; ++i) {
    MPI_Request request;
    MPI_Isend(data, 1, type, 1, i, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("done\n");
    fprintf(stderr, "uses %d\n", sends);
  }
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
