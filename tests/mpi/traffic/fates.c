/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Uses of a reordered communicator of 4 processes. usage: fates HOW, where HOW is
 *   ask      it is asked for ranks and freed, as by LAMMPS with `map cart/reorder`
 * *   group    the same, but it is also asked for its group, with which ranks can be translated
 *   send     one message goes over it before it is freed
 *   receive  rank 0 only receives
 * *   sub      a message goes over a communicator made from it, after it was freed
 * *   keep     it is never used and never freed, as by MITgcm
 *   barrier, window: nothing is sent, but it is used */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  const int dims[2] = {4, 1}, periods[2] = {0, 0}, remain[2] = {1, 0};
  const char* how = argv[argc - 1];
  int rank, coords[2], up, down, word = 0;
  MPI_Comm grid, line;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  if (strcmp(how, "keep") != 0) {
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
  }
  if (strcmp(how, "group") == 0) {
    MPI_Group group;
    MPI_Comm_group(grid, &group);
    MPI_Group_free(&group);
  } else if (strcmp(how, "send") == 0) {
    MPI_Sendrecv(&rank, 1, MPI_INT, down, 0, &word, 1, MPI_INT, up, 0, grid, MPI_STATUS_IGNORE);
  } else if (strcmp(how, "receive") == 0) {
    if (rank == 1) MPI_Send(&rank, 1, MPI_INT, 0, 0, grid);
    if (rank == 0) MPI_Recv(&word, 1, MPI_INT, 1, 0, grid, MPI_STATUS_IGNORE);
  } else if (strcmp(how, "sub") == 0) {
    MPI_Cart_sub(grid, remain, &line);
    MPI_Comm_free(&grid);
    MPI_Allreduce(&rank, &word, 1, MPI_INT, MPI_SUM, line);
    MPI_Comm_free(&line);
  } else if (strcmp(how, "barrier") == 0) {
    MPI_Barrier(grid);
  } else if (strcmp(how, "window") == 0) {
    MPI_Win window;
    MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, grid, &window);
    MPI_Win_free(&window);
  }
  if (strcmp(how, "keep") != 0 && strcmp(how, "sub") != 0) MPI_Comm_free(&grid);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("done\n");
  MPI_Finalize();
  return 0;
}
