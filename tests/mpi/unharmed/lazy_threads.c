/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <pthread.h>

/* 16 threads commit, send and receive datatypes at the same time, before any first use. They free datatypes and
 * communicators of messages that are still active. */

enum { threads = 16, rounds = 40, rows = 160 };

static int rank;
static long long seen[threads];
static MPI_Comm own[threads];

static void* work(void* argument) {
  const int me = (int)(long)argument;
  const int columns = 8 + me;
  int* data = calloc((size_t)rows * columns, sizeof *data);
  int* other = calloc((size_t)rows * columns, sizeof *data);
  for (int round = 0; round < rounds; ++round) {
    MPI_Datatype type;
    MPI_Request requests[2];
    MPI_Comm comm;
    MPI_Comm_dup(own[me], &comm);
    MPI_Type_vector(rows, 1 + round % 5, columns, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < rows * columns; ++i) data[i] = 100 * round + i + rank + me;
    MPI_Irecv(other, 1, type, 1 - rank, me, comm, &requests[0]);
    MPI_Isend(data, 1, type, 1 - rank, me, comm, &requests[1]);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < rows * columns; ++i) seen[me] += (long long)other[i] * (i % 11);
  }
  free(data);
  free(other);
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0;
  pthread_t all[threads];
  long long sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    printf("no threads in this MPI\n");
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < threads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
  for (long i = 0; i < threads; ++i) pthread_create(&all[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
  for (int i = 0; i < threads; ++i) sum += seen[i];
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&own[i]);
  print_sum("received", sum);
  MPI_Finalize();
  return 0;
}
