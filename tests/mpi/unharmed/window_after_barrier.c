/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Process 0 completes an access to the windows of all others, and all meet in a barrier. After it, MPI_Win_test says so
 * at once. */
#include <mpi.h>
#include <stdio.h>

enum { turns = 200 };

int main(int argc, char** argv) {
  int rank, late = 0, data = 0;
  const int zero = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win window;
  MPI_Group all, others, first;
  MPI_Win_create(&data, sizeof data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_get_group(window, &all);
  MPI_Group_excl(all, 1, &zero, &others);
  MPI_Group_incl(all, 1, &zero, &first);
  for (int turn = 0; turn < turns; ++turn) {
    if (rank == 0) MPI_Win_start(others, 0, window);
    if (rank != 0) MPI_Win_post(first, 0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_complete(window);
    MPI_Barrier(MPI_COMM_WORLD);
    int complete = 1;
    if (rank != 0) MPI_Win_test(window, &complete);
    late += !complete;
    while (!complete) MPI_Win_test(window, &complete);
  }
  MPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("accesses that were not yet complete after the barrier: %d in %d turns\n", late, turns);
  MPI_Group_free(&all);
  MPI_Group_free(&others);
  MPI_Group_free(&first);
  MPI_Win_free(&window);
  MPI_Finalize();
  return late > 0;
}
