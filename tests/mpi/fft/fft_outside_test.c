/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "cartwright/fft.h"

#include <complex.h>
#include <stdio.h>
#include <string.h>

/* Before MPI_Init and after MPI_Finalize, every call that needs MPI returns an error with this reason, and none ends
 * the program. */

static int failures;

static void expect_error(const char* call, cw_status status, const char* word) {
  if (status != CW_OK && strstr(cw_last_error(), word)) return;
  ++failures;
  fprintf(stderr, "%s: status %d, \"%s\" without \"%s\"\n", call, (int)status, cw_last_error(), word);
}

int main(int argc, char** argv) {
  const int64_t n[] = {4, 6};
  static double complex data[24];
  cw_fft_plan* plan = NULL;
  expect_error("create before MPI_Init", cw_fft_plan_create(MPI_COMM_WORLD, 2, n, NULL, &plan), "MPI_Init");

  MPI_Init(&argc, &argv);
  if (cw_fft_plan_create(MPI_COMM_WORLD, 2, n, NULL, &plan) != CW_OK) {
    ++failures;
    fprintf(stderr, "create: %s\n", cw_last_error());
  }
  MPI_Finalize();

  expect_error("forward", cw_fft_forward(plan, data, data), "MPI_Finalize");
  expect_error("backward_start", cw_fft_backward_start(plan, data, data), "MPI_Finalize");
  expect_error("finish", cw_fft_finish(plan), "");
  cw_fft_plan* late = NULL;
  expect_error("create after MPI_Finalize", cw_fft_plan_create(MPI_COMM_WORLD, 2, n, NULL, &late), "MPI_Finalize");
  /* Its remaining memory can still be released. */
  if (cw_fft_plan_free(plan) != CW_OK) {
    ++failures;
    fprintf(stderr, "free: %s\n", cw_last_error());
  }
  expect_error("free again", cw_fft_plan_free(plan), "freed");
  return failures != 0;
}
