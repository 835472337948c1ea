// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"

#include <cstdio>

// One process makes and frees 500 communicators of each kind. leaks.sh runs it under Valgrind and fails if memory that
// Cartwright requested is lost.

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int periods[] = {0, 1};
  const int stencil[] = {1, 0, -1, 0};
  int failures = 0;
  for (int cycle = 0; cycle < 500; ++cycle) {
    int dims[] = {0, 0};
    const int one[] = {1, 1};
    MPI_Comm comms[7];
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cartwright_tier", "fast");
    failures += MPIX_Cart_weighted_create(MPI_COMM_SELF, 2, MPIX_WEIGHTS_EQUAL, periods, info, dims, &comms[0]) != 0;
    failures += MPIX_Cart_stencil_comm(MPI_COMM_SELF, 2, one, periods, 1, stencil, 2, &comms[1]) != 0;
    failures += MPI_Cart_create(MPI_COMM_SELF, 2, one, periods, 1, &comms[2]) != 0;
    failures += MPI_Comm_dup(comms[0], &comms[3]) != 0;
    const int zero = 0;
    const int degree = 1;
    failures += MPIX_Dist_graph_create(MPI_COMM_SELF, 1, &zero, &degree, &zero, &degree, info, 1, &comms[4]) != 0;
    failures +=
        MPIX_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, &zero, &degree, 1, &zero, &degree, info, 1, &comms[5]) != 0;
    failures += MPI_Graph_create(MPI_COMM_SELF, 1, &degree, &zero, 1, &comms[6]) != 0;
    for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
    MPI_Info_free(&info);
  }
  MPI_Finalize();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
