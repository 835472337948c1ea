/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Sends the messages of a file, "from to bytes" in each line, again and again, by persistent requests. Rank 0 prints the
 * seconds of each round, from the common start to the end of the slowest process.
 * usage: flows FILE ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { most_requests = 4096 };

static const double settle_seconds = 0.5;

static MPI_Request requests[most_requests];
static MPI_Status statuses[most_requests];
static int count;

static void add_requests(FILE* file, int rank, int processes) {
  int from, to, bytes;
  while (fscanf(file, "%d %d %d", &from, &to, &bytes) == 3) {
    if (from < 0 || from >= processes || to < 0 || to >= processes || bytes < 0 || count + 2 > most_requests)
      MPI_Abort(MPI_COMM_WORLD, 2);
    if (from != rank && to != rank) continue;
    if (from == to) continue;
    char* buffer = calloc((size_t)bytes + 1, 1);
    if (buffer == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    /* Messages between the same two processes arrive in the order of the file. */
    if (from == rank)
      MPI_Send_init(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, &requests[count++]);
    else
      MPI_Recv_init(buffer, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, &requests[count++]);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  FILE* file = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: flows FILE ROUNDS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
  }
  add_requests(file, rank, processes);
  fclose(file);
  for (int round = atoi(argv[2]); round > 0; --round) {
    /* All begin at the same time, when no message of MPI is on its way: a barrier's last messages would wait behind the
     * first data. The hosts of `cartwright cluster` have one clock. */
    double start = MPI_Wtime() + settle_seconds, end;
    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const double left = start - MPI_Wtime();
    if (left > 0) usleep((useconds_t)(1e6 * left));
    MPI_Startall(count, requests);
    MPI_Waitall(count, requests, statuses);
    end = MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) printf("%.6f\n", end - start);
  }
  for (int i = 0; i < count; ++i) MPI_Request_free(&requests[i]);
  MPI_Finalize();
  return 0;
}
