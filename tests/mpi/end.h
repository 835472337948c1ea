/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* For programs in which rank 1 of three ends in the middle of an exchange: PROGRAM kill|abort|forever FILE
 * Rank 1 is killed by SIGKILL, or calls MPI_Abort, or none ends. The others append the error of their exchange to the
 * file, for launchers lose output then, and end with status 7. */
#include <cartwright/status.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* way;
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
    fprintf(file, "%s: %s\n", cw_status_string(status), cw_last_error());
    fclose(file);
  }
  /* The other process must find that rank 1 has ended, and not this one. */
  for (int waits = 0; waits < 300 && lines_of_errors() < 2; ++waits) usleep(100000);
  _exit(7); /* MPI_Finalize would wait for the process that has ended */
}

static void begin(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  way = argv[1];
  errors = argv[2];
}

static void tell_pid(void) {
  printf("pid %ld\n", (long)getpid());
  fflush(stdout);
}

static int forever(void) { return strcmp(way, "forever") == 0; }

static void end_rank_1(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 1) return;
  if (strcmp(way, "kill") == 0) raise(SIGKILL);
  MPI_Abort(MPI_COMM_WORLD, 3);
}
