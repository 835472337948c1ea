/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A ring of processes which exchange ghost points until one of them ends in the middle of an exchange.
 *
 * usage: halo_end kill|abort|forever FILE
 * Rank 1 is killed by SIGKILL, or calls MPI_Abort, or none ends. The others append the error of their exchange to the
 * file, for launchers lose output then, and end with status 7. */
#include <cartwright/halo.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 4, COLUMNS = 64 }; /* a row is long enough to be read in place */

static const char* errors;

static void check(cw_status status) {
  if (status == CW_OK) return;
  FILE* const file = fopen(errors, "a");
  if (file != NULL) {
    fprintf(file, "%s\n", cw_last_error());
    fclose(file);
  }
  _exit(7); /* MPI_Finalize would wait for the process that has ended */
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  const char* const way = argv[1];
  errors = argv[2];
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int dims[2] = {size, 1}, periods[2] = {1, 0};
  MPI_Comm cart;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);

  void* array;
  check(cw_halo_alloc((ROWS + 2) * (COLUMNS + 2) * (int64_t)sizeof(double), &array));
  const int64_t sizes[2] = {ROWS, COLUMNS};
  cw_halo_field field = CW_HALO_FIELD_INIT;
  field.base = (double*)array + COLUMNS + 3;
  field.sizes = sizes;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.timeout = 30;
  cw_halo* halo;
  check(cw_halo_create(cart, 2, 1, &field, 1, &options, &halo));
  printf("pid %ld\n", (long)getpid());
  fflush(stdout);
  for (int step = 0; step < 3 || strcmp(way, "forever") == 0; ++step) check(cw_halo_exchange(halo));
  check(cw_halo_start(halo));
  if (rank == 1) {
    if (strcmp(way, "kill") == 0) raise(SIGKILL);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  check(cw_halo_finish(halo));
  while (1) check(cw_halo_exchange(halo));
}
