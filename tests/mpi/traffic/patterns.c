/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: patterns surrounding X Y Z | around X Y Z | rows R
 * Sends as programs on a grid with 26 neighbors do, in the second form around its ends, or all-to-alls within rows of R
 * ranks and within columns. Process 0 prints the messages and the bytes between nodes of 8 processes, which the
 * launcher fills with consecutive ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { node = 8, points = 16, most = 4096 };

static char sends[8 * points * points], receives[64][8 * points * points];
static MPI_Request requests[128];
static MPI_Status statuses[128];
static int count;
static long between[2]; /* messages and bytes to other nodes */
static int node_of[most];

static void exchange(int partner, int bytes, int rank) {
  MPI_Irecv(receives[count / 2], bytes, MPI_CHAR, partner, 0, MPI_COMM_WORLD, &requests[count]);
  MPI_Isend(sends, bytes, MPI_CHAR, partner, 0, MPI_COMM_WORLD, &requests[count + 1]);
  count += 2;
  if (node_of[partner] == node_of[rank]) return;
  between[0] += 1;
  between[1] += bytes;
}

/* Faces of points x points numbers of 8 bytes, edges and corners. */
static void surrounding(const int* dims, int periodic, int rank) {
  const int at[3] = {rank / (dims[1] * dims[2]), rank / dims[2] % dims[1], rank % dims[2]};
  for (int i = 0; i < 27; ++i) {
    const int delta[3] = {i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
    int partner = 0, inside = i != 13, bytes = 8;
    for (int dim = 0; dim < 3; ++dim) {
      int there = at[dim] + delta[dim];
      if (periodic) there = (there + dims[dim]) % dims[dim];
      inside = inside && there >= 0 && there < dims[dim];
      partner = partner * dims[dim] + there;
      if (delta[dim] == 0) bytes *= points;
    }
    if (inside) exchange(partner, bytes, rank);
  }
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char* launched = getenv("OMPI_COMM_WORLD_RANK");
  if (launched == NULL) launched = getenv("PMI_RANK");
  if (launched == NULL || size > most || argc < 3) MPI_Abort(MPI_COMM_WORLD, 1);
  const int mine = atoi(launched) / node;
  MPI_Allgather(&mine, 1, MPI_INT, node_of, 1, MPI_INT, MPI_COMM_WORLD);
  for (int step = 0; step < 20; ++step) {
    if (strcmp(argv[1], "rows") == 0) {
      const int row = atoi(argv[2]);
      for (int i = 0; i < size; ++i)
        if (i != rank && (i / row == rank / row || i % row == rank % row)) exchange(i, 2000, rank);
    } else {
      const int dims[3] = {atoi(argv[2]), atoi(argv[3]), atoi(argv[4])};
      surrounding(dims, strcmp(argv[1], "around") == 0, rank);
    }
    MPI_Waitall(count, requests, statuses);
    count = 0;
  }
  long all[2];
  MPI_Reduce(between, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld %ld\n", all[0], all[1]);
  MPI_Finalize();
  return 0;
}
