/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The times of calls that write vectors of doubles to a file, each process its part, and read them: for each call, a
 * line with the bytes of a block and of the call, its name, and the median of nanoseconds.
 *
 *     overhead_files FILE */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { calls = 4, rounds = 15, few = 4096 };

static const char* const names[calls] = {"write_at", "write_at_all", "read_at", "read_at_all"};

static void call(int which, MPI_File file, MPI_Offset at, double* data, MPI_Datatype type) {
  if (which == 0) MPI_File_write_at(file, at, data, 1, type, MPI_STATUS_IGNORE);
  if (which == 1) MPI_File_write_at_all(file, at, data, 1, type, MPI_STATUS_IGNORE);
  if (which == 2) MPI_File_read_at(file, at, data, 1, type, MPI_STATUS_IGNORE);
  if (which == 3) MPI_File_read_at_all(file, at, data, 1, type, MPI_STATUS_IGNORE);
}

static int compare(const void* a, const void* b) {
  const double difference = *(const double*)a - *(const double*)b;
  return (difference > 0) - (difference < 0);
}

static void measure(const char* name, int block, int doubles) {
  int rank;
  MPI_File file;
  MPI_Datatype type;
  double* const data = calloc(2 * (size_t)doubles, sizeof *data);
  const MPI_Offset bytes = (MPI_Offset)doubles * (MPI_Offset)sizeof *data;
  const int repeats = bytes < few ? 50 : 1;
  double times[calls][rounds];
  if (data == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(doubles / block, block, 2 * block, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  for (int round = 0; round < rounds; ++round)
    for (int which = 0; which < calls; ++which) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      for (int i = 0; i < repeats; ++i) call(which, file, rank * bytes, data, type);
      times[which][round] = (MPI_Wtime() - start) / repeats;
    }
  for (int which = 0; which < calls && rank == 0; ++which) {
    qsort(times[which], rounds, sizeof(double), compare);
    printf("%d,%lld,%s 1 %.1f\n", block * (int)sizeof(double), (long long)bytes, names[which],
           1e9 * times[which][rounds / 2]);
  }
  MPI_File_close(&file);
  MPI_Type_free(&type);
  free(data);
}

int main(int argc, char** argv) {
  static const int blocks[] = {1, 8, 64}, sizes[] = {64, 4096, 131072, 1048576};
  MPI_Init(&argc, &argv);
  if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      if (sizes[j] > blocks[i]) measure(argv[1], blocks[i], sizes[j]);
  MPI_Finalize();
  return 0;
}
