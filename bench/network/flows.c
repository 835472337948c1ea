/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Exchanges the messages of files, "from to bytes" in each line, again and again: one MPI_Neighbor_alltoallv for each
 * file, one after the other. Rank 0 prints the seconds of each round, from the common start to the end of the slowest
 * process.
 * usage: flows ROUNDS FILE... */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { most_neighbors = 2048 };

static const double settle_seconds = 0.5;

/* The messages of this process in one direction. */
struct side {
  int count, total;
  int rank[most_neighbors], bytes[most_neighbors], start[most_neighbors];
  char* buffer;
};

struct phase {
  MPI_Comm comm;
  struct side out, in;
};

static void add(struct side* side, int rank, int bytes) {
  if (side->count == most_neighbors) MPI_Abort(MPI_COMM_WORLD, 2);
  side->rank[side->count] = rank;
  side->bytes[side->count] = bytes;
  side->start[side->count++] = side->total;
  side->total += bytes;
}

/* Messages between the same two processes arrive in the order of the file. */
static void read_phase(const char* name, int rank, int processes, struct phase* phase) {
  FILE* file = fopen(name, "r");
  if (file == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  int from, to, bytes;
  while (fscanf(file, "%d %d %d", &from, &to, &bytes) == 3) {
    if (from < 0 || from >= processes || to < 0 || to >= processes || bytes < 0) MPI_Abort(MPI_COMM_WORLD, 2);
    if (from == to) continue;
    if (from == rank) add(&phase->out, to, bytes);
    if (to == rank) add(&phase->in, from, bytes);
  }
  fclose(file);
  phase->out.buffer = calloc((size_t)phase->out.total + 1, 1);
  phase->in.buffer = calloc((size_t)phase->in.total + 1, 1);
  if (phase->out.buffer == NULL || phase->in.buffer == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, phase->in.count, phase->in.rank, phase->in.bytes, phase->out.count,
                                 phase->out.rank, phase->out.bytes, MPI_INFO_NULL, 0, &phase->comm);
}

static void exchange(struct phase* phase) {
  MPI_Neighbor_alltoallv(phase->out.buffer, phase->out.bytes, phase->out.start, MPI_BYTE, phase->in.buffer,
                         phase->in.bytes, phase->in.start, MPI_BYTE, phase->comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int count = argc - 2;
  struct phase* phases = count > 0 ? calloc((size_t)count, sizeof *phases) : NULL;
  if (phases == NULL) {
    fprintf(stderr, "usage: flows ROUNDS FILE...\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
  }
  for (int i = 0; i < count; ++i) read_phase(argv[i + 2], rank, processes, &phases[i]);
  for (int round = atoi(argv[1]); round > 0; --round) {
    /* All begin at the same time, when no message of MPI is on its way: a barrier's last messages would wait behind the
     * first data. The hosts of `cartwright cluster` have one clock. */
    double start = MPI_Wtime() + settle_seconds, end;
    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const double left = start - MPI_Wtime();
    if (left > 0) usleep((useconds_t)(1e6 * left));
    for (int i = 0; i < count; ++i) exchange(&phases[i]);
    end = MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) printf("%.6f\n", end - start);
  }
  for (int i = 0; i < count; ++i) {
    MPI_Comm_free(&phases[i].comm);
    free(phases[i].out.buffer);
    free(phases[i].in.buffer);
  }
  free(phases);
  MPI_Finalize();
  return 0;
}
