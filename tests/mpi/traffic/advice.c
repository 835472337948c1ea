/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The programs of run_advice.sh. usage: advice pairs|corners|neighbors */
#include <mpi.h>

#include <stdio.h>
#include <string.h>

enum { BYTES = 10000 };

static char out[BYTES], in[BYTES];

static void exchange(int to, int from, int bytes, MPI_Comm comm) {
  MPI_Sendrecv(out, bytes, MPI_CHAR, to, 0, in, bytes, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
}

static int rank_at(int row, int column, MPI_Comm grid) {
  int rank = MPI_PROC_NULL;
  if (row >= 0 && row < 4 && column >= 0 && column < 4) MPI_Cart_rank(grid, (int[]){row, column}, &rank);
  return rank;
}

static MPI_Comm make_grid(void) {
  const int dims[] = {4, 4}, periods[] = {0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  return grid;
}

static void neighbors(void) {
  MPI_Comm grid = make_grid();
  MPI_Neighbor_alltoall(out, BYTES / 10, MPI_CHAR, in, BYTES / 10, MPI_CHAR, grid);
  MPI_Comm_free(&grid);
}

/* In a grid of 4 x 4 processes. */
static void corners(void) {
  int rank, here[2];
  MPI_Comm grid = make_grid();
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, here);
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      if (i == 0 && j == 0) continue;
      exchange(rank_at(here[0] + i, here[1] + j, grid), rank_at(here[0] - i, here[1] - j, grid), BYTES / 10, grid);
    }
  MPI_Comm_free(&grid);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && strcmp(argv[1], "corners") == 0)
    corners();
  else if (argc > 1 && strcmp(argv[1], "neighbors") == 0)
    neighbors();
  else
    exchange((rank + size / 2) % size, (rank + size / 2) % size, BYTES, MPI_COMM_WORLD);
  if (rank == 0) puts("finished");
  MPI_Finalize();
  return 0;
}
