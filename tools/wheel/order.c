/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
/* Prints "kept" or "moved": whether MPI_Cart_create changed the ranks of a line of processes. */
#include <mpi.h>

#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Comm line;
  int size, rank, in_line, any, moved;
  const int periodic = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &line);
  MPI_Comm_rank(line, &in_line);
  any = in_line != rank;
  MPI_Allreduce(&any, &moved, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) puts(moved ? "moved" : "kept");
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
