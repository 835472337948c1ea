/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors of neighborhood collectives, which must be the same without and with the interposer. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;
static MPI_Comm ring;

static void report(const char* what, int error) {
  int class_of_error = 0;
  MPI_Error_class(error, &class_of_error);
  if (rank == 0) printf("%s: %d\n", what, class_of_error);
}

int main(int argc, char** argv) {
  int size, in[8] = {0}, out[8] = {0};
  const int period = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  const int counts[] = {1, 1}, bad_counts[] = {1, -1}, at[] = {0, 1};
  const MPI_Aint bytes[] = {0, sizeof(int)};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT}, bad_types[] = {MPI_INT, MPI_DATATYPE_NULL};
  MPI_Request request = MPI_REQUEST_NULL;

  report("negative count", MPI_Neighbor_alltoall(in, -1, MPI_INT, out, -1, MPI_INT, ring));
  report("no type", MPI_Neighbor_allgather(in, 1, MPI_DATATYPE_NULL, out, 1, MPI_INT, ring));
  report("a negative count", MPI_Neighbor_alltoallv(in, bad_counts, at, MPI_INT, out, counts, at, MPI_INT, ring));
  report("a type is missing", MPI_Neighbor_alltoallw(in, counts, bytes, bad_types, out, counts, bytes, types, ring));
  report("nonblocking", MPI_Ineighbor_alltoall(in, -1, MPI_INT, out, 1, MPI_INT, ring, &request));
  report("no topology", MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
  MPI_Datatype column;
  MPI_Type_vector(2, 1, 3, MPI_INT, &column);
  report("not committed", MPI_Neighbor_allgather(in, 1, column, out, 2, MPI_INT, ring));
  MPI_Type_free(&column);

  /* The communicator still works. */
  for (int i = 0; i < 2; ++i) in[i] = 10 * rank + i;
  report("good", MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, ring));
  printf("%d: %d %d\n", rank, out[0], out[1]);
  fflush(stdout);

  /* Blocks that are longer than the receiver expects, short and long. */
  enum { sent = 6 << 20, expected = 1 << 20 };
  char* const from = calloc(2, sent);
  char* const to = calloc(2, sent);
  report("truncated", MPI_Neighbor_alltoall(from, 1024, MPI_CHAR, to, 512, MPI_CHAR, ring));
  MPI_Barrier(MPI_COMM_WORLD);
  report("truncated, long", MPI_Neighbor_alltoall(from, sent, MPI_CHAR, to, expected, MPI_CHAR, ring));
  free(from);
  free(to);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
