/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

/* GCC takes MPI_STATUSES_IGNORE and MPI_UNWEIGHTED for arrays. */
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"

/* What a program sees: printed by process 0 without the interposer and with it, and compared. */

static inline void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Process 0 prints the sum of what all processes saw. */
static inline void print_sum(const char* what, long long mine) {
  int rank = 0;
  long long sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(&mine, &sum, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s: %lld\n", what, sum);
}
