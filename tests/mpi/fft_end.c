/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Processes which transform until one of them ends in the middle of a transform.
 *
 * usage: fft_end kill|abort|forever FILE
 * The rest is as in halo_end.c. */
#include <cartwright/fft.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* errors;

static int lines_of_errors(void) {
  int lines = 0;
  FILE* const file = fopen(errors, "r");
  if (file == NULL) return 0;
  for (int letter = fgetc(file); letter != EOF; letter = fgetc(file)) lines += letter == '\n';
  fclose(file);
  return lines;
}

static void check(cw_status status) {
  if (status == CW_OK) return;
  FILE* const file = fopen(errors, "a");
  if (file != NULL) {
    fprintf(file, "%s\n", cw_last_error());
    fclose(file);
  }
  /* The other process must find that rank 1 has ended, and not this one. */
  for (int waits = 0; waits < 300 && lines_of_errors() < 2; ++waits) usleep(100000);
  _exit(7); /* MPI_Finalize would wait for the process that has ended */
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  const char* const way = argv[1];
  errors = argv[2];
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int64_t n[] = {12, 12, 12};
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.timeout = 30;
  cw_fft_plan* plan;
  check(cw_fft_plan_create(MPI_COMM_WORLD, 3, n, &options, &plan));
  int64_t bytes;
  void* data;
  check(cw_fft_buffer_bytes(plan, &bytes));
  check(cw_fft_alloc(bytes, &data));
  memset(data, 0, (size_t)bytes);
  printf("pid %ld\n", (long)getpid());
  fflush(stdout);
  for (int step = 0; step < 3 || strcmp(way, "forever") == 0; ++step) check(cw_fft_forward(plan, data, data));
  check(cw_fft_forward_start(plan, data, data));
  if (rank == 1) {
    if (strcmp(way, "kill") == 0) raise(SIGKILL);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  check(cw_fft_finish(plan));
  while (1) check(cw_fft_forward(plan, data, data));
}
