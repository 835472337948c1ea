/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors of neighborhood collectives, which must be the same without and with the interposer. */
#include "outcome.h"

static int rank;
static MPI_Comm ring;

static void report(const char* what, int error) {
  int class_of_error = 0;
  MPI_Error_class(error, &class_of_error);
  if (rank == 0) printf("%s: %d\n", what, class_of_error);
}

#if MPI_VERSION >= 4
/* A persistent collective with blocks that are longer than the receiver expects, then one that is right. */
static void persistent(const char* from, char* to, int sent, int expected) {
  MPI_Request request;
  MPI_Status status;
  for (int right = 0; right < 2; ++right) {
    MPI_Neighbor_alltoall_init(from, sent, MPI_CHAR, to, right ? sent : expected, MPI_CHAR, ring, MPI_INFO_NULL,
                               &request);
    MPI_Start(&request);
    report(right ? "persistent" : "persistent, truncated", MPI_Wait(&request, &status));
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}
#endif

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
  print_sum("received", out[0] + 100 * out[1]);

  /* Blocks that are longer than the receiver expects, short and long. */
  enum { sent = 6 << 20, expected = 1 << 20 };
  char* const from = calloc(2, sent);
  char* const to = calloc(2, sent);
  report("truncated", MPI_Neighbor_alltoall(from, 1024, MPI_CHAR, to, 512, MPI_CHAR, ring));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Request begun = MPI_REQUEST_NULL;
  const int started = MPI_Ineighbor_alltoall(from, 1024, MPI_CHAR, to, 512, MPI_CHAR, ring, &begun);
  const int waited = MPI_Wait(&begun, MPI_STATUS_IGNORE);
  report("nonblocking, truncated", started != MPI_SUCCESS ? started : waited);
  MPI_Barrier(MPI_COMM_WORLD);
#if MPI_VERSION >= 4
  report("persistent, bad", MPI_Neighbor_alltoall_init(in, -1, MPI_INT, out, 1, MPI_INT, ring, MPI_INFO_NULL, &begun));
  persistent(from, to, 1024, 512);
  report("large", MPI_Neighbor_alltoall_c(from, 1024, MPI_CHAR, to, 1024, MPI_CHAR, ring));
  report("large, bad", MPI_Neighbor_alltoall_c(from, -1, MPI_CHAR, to, 1024, MPI_CHAR, ring));
#endif
  /* So many calls that other ways are tried. One process calls wrongly at times, and then again. */
  long sum = 0;
  for (int turn = 0; turn < 300; ++turn) {
    for (int i = 0; i < 2; ++i) in[i] = 1000 * turn + 10 * rank + i;
    if (rank == 0 && turn % 5 == 0 && MPI_Neighbor_alltoall(in, -1, MPI_INT, out, 1, MPI_INT, ring) == MPI_SUCCESS)
      sum = -1000000000;
    if (MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, ring) != MPI_SUCCESS) sum = -1000000000;
    sum += out[0] * (turn % 7) + out[1];
  }
  print_sum("received often", sum);
  report("truncated, long", MPI_Neighbor_alltoall(from, sent, MPI_CHAR, to, expected, MPI_CHAR, ring));
  free(from);
  free(to);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
