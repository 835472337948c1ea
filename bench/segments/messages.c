/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Sends messages of a derived datatype from rank 0 to rank 1: blocks of 256 bytes, 512 bytes apart. Rank 0 prints a
 * line for each size: MiB, the median of the seconds from MPI_Send to an empty answer, and the most KiB that either
 * process used beyond the buffers of the program.
 * usage: messages ROUNDS MIB... */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block = 256, most_rounds = 1000, warm_up = 3 };

static long peak_kibibytes(void) {
  char line[256];
  long peak = 0;
  FILE* file = fopen("/proc/self/status", "r");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, "VmHWM:", 6) == 0) peak = atol(line + 6);
  fclose(file);
  return peak;
}

static int ascending(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

static void measure(int rank, int rounds, long mebibytes) {
  const long blocks = mebibytes * 1024 * 1024 / block;
  char* const data = malloc((size_t)(2 * blocks * block));
  double seconds[most_rounds];
  MPI_Datatype type;
  if (data == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  memset(data, rank + 1, (size_t)(2 * blocks * block));
  MPI_Type_vector((int)blocks, block, 2 * block, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Barrier(MPI_COMM_WORLD);
  const long before = peak_kibibytes();
  for (int round = -warm_up; round < rounds; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(data, 1, type, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(data, 1, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
    if (round >= 0) seconds[round] = MPI_Wtime() - start;
  }
  long more = peak_kibibytes() - before;
  long most = 0;
  MPI_Reduce(&more, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
  qsort(seconds, (size_t)rounds, sizeof *seconds, ascending);
  if (rank == 0) printf("%ld %.6f %ld\n", mebibytes, seconds[rounds / 2], most);
  if (rank == 1 && (data[0] != 1 || data[block] != 2)) MPI_Abort(MPI_COMM_WORLD, 3);
  fflush(stdout);
  MPI_Type_free(&type);
  free(data);
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int rounds = argc > 1 ? atoi(argv[1]) : 0;
  if (argc < 3 || rounds < 1 || rounds > most_rounds) {
    if (rank == 0) fprintf(stderr, "usage: messages ROUNDS MIB...\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  /* Sizes grow, as the peak of a process never falls. */
  for (int i = 2; i < argc; ++i) measure(rank, rounds, atol(argv[i]));
  MPI_Finalize();
  return 0;
}
