/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: cart_map DIM ...: process 0 prints the rank that MPI_Cart_map gives to each process, in the order of their
 * ranks. A process that asked there for the node of each process prints a line to stderr. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int max_ranks = 0;

__attribute__((visibility("default"))) int PMPI_Group_translate_ranks(MPI_Group from, int n, const int ranks[],
                                                                      MPI_Group to, int translated[]) {
  int (*next)(MPI_Group, int, const int[], MPI_Group, int[]) = NULL;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Group_translate_ranks");
  if (n > max_ranks) max_ranks = n;
  return next(from, n, ranks, to, translated);
}

int main(int argc, char* argv[]) {
  int dims[8] = {0}, periods[8] = {0}, all[64] = {0}, rank, size, mine = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 1; i < argc && i < 8; ++i) dims[i - 1] = atoi(argv[i]);
  max_ranks = 0;
  MPI_Cart_map(MPI_COMM_WORLD, argc - 1, dims, periods, &mine);
  if (max_ranks >= size) fprintf(stderr, "cart_map: looked up %d ranks\n", max_ranks);
  MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i) printf("%d\n", all[i]);
  MPI_Finalize();
  return 0;
}
