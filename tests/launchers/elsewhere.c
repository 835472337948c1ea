/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Changes to another folder, makes a ring of all processes with new ranks, and sends a message to a neighbor in it.
 * usage: elsewhere [FOLDER] */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char* argv[]) {
  int size, rank, before, after, got = -1, periodic = 1;
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  if (argc > 1 && chdir(argv[1]) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, &before, &after);
  MPI_Sendrecv(&rank, 1, MPI_INT, after, 0, &got, 1, MPI_INT, before, 0, grid, MPI_STATUS_IGNORE);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return got != before;
}
