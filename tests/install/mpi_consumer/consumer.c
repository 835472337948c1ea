/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include <cartwright/mpix.h>

#include <stdio.h>

int main(int argc, char** argv) {
  int dims[2] = {0, 0};
  const double weights[2] = {1.0 / 1800, 1.0 / 580};
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Init(&argc, &argv);
  MPIX_Dims_weighted_create(12, 2, weights, NULL, MPI_INFO_NULL, dims);
  const int right = dims[0] == 6 && dims[1] == 2;
  dims[0] = dims[1] = 0;
  MPIX_Cart_weighted_create(MPI_COMM_SELF, 2, MPIX_WEIGHTS_EQUAL, dims, MPI_INFO_NULL, dims, &cart);
  MPI_Comm_free(&cart);
  MPI_Finalize();
  puts(right ? "C: 6x2" : "C: wrong dims");
  return !right;
}
