/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: cart_map DIM ...: process 0 prints the rank that MPI_Cart_map gives to each process, in the order of their ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char* argv[]) {
  int dims[8] = {0}, periods[8] = {0}, all[64] = {0}, rank, size, mine = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 1; i < argc && i < 8; ++i) dims[i - 1] = atoi(argv[i]);
  MPI_Cart_map(MPI_COMM_WORLD, argc - 1, dims, periods, &mine);
  MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i) printf("%d\n", all[i]);
  MPI_Finalize();
  return 0;
}
