/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

/* GCC treats MPI_STATUSES_IGNORE and MPI_UNWEIGHTED as arrays. */
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"

/* The results of a program, printed by process 0 without and with the interposer, and compared. */

static inline void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Process 0 prints the sum of the results of all processes. */
static inline void print_sum(const char* what, long long mine) {
  int rank = 0;
  long long sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(&mine, &sum, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s: %lld\n", what, sum);
}
