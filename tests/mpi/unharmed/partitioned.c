/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

/* Partitioned messages of MPI 4, of a datatype with gaps. */

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#if MPI_VERSION >= 4
  enum { partitions = 4, n = 200, uses = 5 };
  static double data[partitions][2 * n];
  int rank = 0;
  long long seen = 0;
  MPI_Datatype vector;
  MPI_Datatype type;
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &vector);
  MPI_Type_create_resized(vector, 0, sizeof data[0], &type);
  MPI_Type_commit(&type);
  if (rank == 0)
    MPI_Psend_init(data, partitions, 1, type, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(data, partitions, 1, type, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int use = 0; use < uses; ++use) {
    MPI_Start(&request);
    for (int p = 0; p < partitions && rank == 0; ++p) {
      for (int i = 0; i < 2 * n; ++i) data[p][i] = 10000.0 * use + 1000 * p + i;
      MPI_Pready(p, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int p = 0; p < partitions && rank == 1; ++p)
      for (int i = 0; i < 2 * n; ++i) seen += (long long)data[p][i];
  }
  MPI_Request_free(&request);
  MPI_Type_free(&vector);
  MPI_Type_free(&type);
  print_sum("received", seen);
#else
  print_sum("no partitioned messages in this MPI", 1);
#endif
  MPI_Finalize();
  return 0;
}
