/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <pthread.h>

/* Threads run neighborhood collectives at the same time, each on a ring of its own: blocking, nonblocking and
 * persistent ones, with columns of ints. */

enum { threads = 4, rounds = 30, rows = 120 };

static int rank, size;
static MPI_Comm own[threads];
static long long sums[threads];

static int value(int from, int thread, int round, int side, int row) {
  return 1000000 * from + 10000 * thread + 100 * round + 10 * side + row;
}

static void* work(void* argument) {
  const int me = (int)(long)argument, columns = 3 + me;
  const int first = (rank + size - 1) % size, second = (rank + 1) % size;
  int* const sent = calloc((size_t)2 * rows * columns, sizeof *sent);
  int* const received = calloc((size_t)2 * rows * columns, sizeof *received);
  const MPI_Aint at[] = {0, (MPI_Aint)((size_t)rows * columns * sizeof(int))};
  const int ones[] = {1, 1};
  MPI_Datatype column;
  MPI_Type_vector(rows, 1, columns, MPI_INT, &column);
  MPI_Type_commit(&column);
  const MPI_Datatype types[] = {column, column};
  MPI_Request request = MPI_REQUEST_NULL;
#if MPI_VERSION >= 4
  MPI_Request persistent;
  MPI_Neighbor_alltoallw_init(sent, ones, at, types, received, ones, at, types, own[me], MPI_INFO_NULL, &persistent);
#endif
  for (int round = 0; round < rounds; ++round) {
    for (int side = 0; side < 2; ++side)
      for (int row = 0; row < rows; ++row) sent[(side * rows + row) * columns] = value(rank, me, round, side, row);
    const int kind = round % 3;
    if (kind == 0) MPI_Neighbor_alltoallw(sent, ones, at, types, received, ones, at, types, own[me]);
    if (kind == 1) MPI_Ineighbor_alltoallw(sent, ones, at, types, received, ones, at, types, own[me], &request);
#if MPI_VERSION >= 4
    if (kind == 2) {
      MPI_Start(&persistent);
      MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    }
#else
    if (kind == 2) MPI_Neighbor_alltoallw(sent, ones, at, types, received, ones, at, types, own[me]);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* What comes from below was sent up. */
    for (int row = 0; row < rows; ++row) {
      require(received[row * columns] == value(first, me, round, 1, row), "the column from below");
      require(received[(rows + row) * columns] == value(second, me, round, 0, row), "the column from above");
      sums[me] += received[row * columns] % 1009;
    }
  }
#if MPI_VERSION >= 4
  MPI_Request_free(&persistent);
#endif
  MPI_Type_free(&column);
  free(sent);
  free(received);
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0;
  const int period = 1;
  pthread_t all[threads];
  long long sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    printf("no threads in this MPI\n");
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < threads; ++i) MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &own[i]);
  for (long i = 0; i < threads; ++i) pthread_create(&all[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
  for (int i = 0; i < threads; ++i) sum += sums[i];
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&own[i]);
  print_sum("received", sum);
  MPI_Finalize();
  return 0;
}
