// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"

#include <cstdio>

// One process makes and frees 500 communicators of each kind. Run under Valgrind by leaks.sh, which wants to hear of no
// lost memory that Cartwright asked for.

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int periods[] = {0, 1};
  const int stencil[] = {1, 0, -1, 0};
  int failures = 0;
  for (int cycle = 0; cycle < 500; ++cycle) {
    int dims[] = {0, 0};
    const int one[] = {1, 1};
    MPI_Comm carts[4];
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cartwright_tier", "fast");
    failures += MPIX_Cart_weighted_create(MPI_COMM_SELF, 2, MPIX_WEIGHTS_EQUAL, periods, info, dims, &carts[0]) != 0;
    failures += MPIX_Cart_stencil_comm(MPI_COMM_SELF, 2, one, periods, 1, stencil, 2, &carts[1]) != 0;
    failures += MPI_Cart_create(MPI_COMM_SELF, 2, one, periods, 1, &carts[2]) != 0;
    failures += MPI_Comm_dup(carts[0], &carts[3]) != 0;
    for (MPI_Comm& cart : carts) MPI_Comm_free(&cart);
    MPI_Info_free(&info);
  }
  MPI_Finalize();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
