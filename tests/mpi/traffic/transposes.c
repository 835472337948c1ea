/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A program that transposes: all-to-alls in the rows and the columns of a grid of 4x4 processes, 10,240 bytes to each.
 *  * usage: transposes HOW GRIDS, where HOW makes the parts of the grid: "sub", "split" or "create". It makes the grid
 *    GRIDS times in sequence, and each process prints its rank in each: "grid 0: 5 is 6". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 10240

static MPI_Comm part_of(MPI_Comm grid, const char* how, int dim) {
  MPI_Comm part = MPI_COMM_NULL;
  int rank, coords[2];
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, coords);
  if (strcmp(how, "sub") == 0) {
    const int remain[2] = {dim == 0, dim == 1};
    MPI_Cart_sub(grid, remain, &part);
  } else if (strcmp(how, "split") == 0) {
    MPI_Comm_split(grid, coords[1 - dim], coords[dim], &part);
  } else {
    MPI_Group all, some;
    int members[4];
    for (int i = 0; i < 4; ++i) {
      int at[2] = {coords[0], coords[1]};
      at[dim] = i;
      MPI_Cart_rank(grid, at, &members[i]);
    }
    MPI_Comm_group(grid, &all);
    MPI_Group_incl(all, 4, members, &some);
    MPI_Comm_create_group(grid, some, 0, &part);
    MPI_Group_free(&all);
    MPI_Group_free(&some);
  }
  return part;
}

int main(int argc, char** argv) {
  static char in[4 * BLOCK], out[4 * BLOCK];
  const int dims[2] = {4, 4}, periods[2] = {0, 0};
  MPI_Init(&argc, &argv);
  const int grids = argc > 2 ? atoi(argv[2]) : 1;
  for (int i = 0; i < grids; ++i) {
    MPI_Comm grid, part, same;
    int rank, world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    for (int dim = 0; dim < 2; ++dim) {
      part = part_of(grid, argc > 1 ? argv[1] : "sub", dim);
      MPI_Comm_dup(part, &same); /* a duplicate comes from the grid, too */
      memset(out, world, sizeof out);
      MPI_Alltoall(out, BLOCK, MPI_CHAR, in, BLOCK, MPI_CHAR, same);
      MPI_Comm_free(&same);
      MPI_Comm_free(&part);
    }
    MPI_Comm_rank(grid, &rank);
    MPI_Comm_free(&grid);
    printf("grid %d: %d is %d\n", i, world, rank);
  }
  MPI_Finalize();
  return 0;
}
