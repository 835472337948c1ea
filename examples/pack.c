/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Three faces of a 3-D field, two points wide, packed by the MPI, by a loop, and by the machine code that Cartwright
 * generates. Checks that all three pack the same bytes, and prints how fast each is. One process.
 * usage: pack [points per axis] */
#include <cartwright/mpix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 2, rounds = 21, ways = 3 };

typedef struct {
  const double* field;
  int n, from[3], to[3]; /* the face is the points with from <= index < to */
  MPI_Datatype type;
  int bytes;
} Face;

static void pack_by_mpi(const Face* face, void* packed) {
  int position = 0;
  MPI_Pack(face->field, 1, face->type, packed, face->bytes, &position, MPI_COMM_SELF);
}

static void pack_by_loop(const Face* face, void* packed) {
  double* next = packed;
  for (int i = face->from[0]; i < face->to[0]; ++i)
    for (int j = face->from[1]; j < face->to[1]; ++j)
      for (int k = face->from[2]; k < face->to[2]; ++k)
        *next++ = face->field[((size_t)i * (size_t)face->n + (size_t)j) * (size_t)face->n + (size_t)k];
}

static void pack_by_cartwright(const Face* face, void* packed) {
  int position = 0;
  MPIX_Pack(face->field, 1, face->type, packed, face->bytes, &position, MPI_COMM_SELF);
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  if (n < width || n > 1000) {
    fprintf(stderr, "usage: pack [points per axis, %d to 1000]\n", width);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const size_t points = (size_t)n * (size_t)n * (size_t)n;
  double* field = malloc(points * sizeof *field);
  for (size_t i = 0; i < points; ++i) field[i] = (double)i;

  void (*const pack[ways])(const Face*, void*) = {pack_by_mpi, pack_by_loop, pack_by_cartwright};
  int wrong = 0;
  printf("faces of %d x %d x %d points, %d wide\n", n, n, n, width);
  printf("                        MPI_Pack        loop   Cartwright  Cartwright over the faster\n");
  for (int axis = 0; axis < 3; ++axis) {
    Face face = {field, n, {0, 0, 0}, {n, n, n}, MPI_DATATYPE_NULL, 0};
    face.to[axis] = width;
    const int sizes[3] = {n, n, n};
    MPI_Type_create_subarray(3, sizes, face.to, face.from, MPI_ORDER_C, MPI_DOUBLE, &face.type);
    MPI_Type_commit(&face.type);
    MPI_Type_size(face.type, &face.bytes);
    char* packed[ways];
    for (int way = 0; way < ways; ++way) packed[way] = calloc(1, (size_t)face.bytes);

    /* In turn, as all ways then suffer the same noise; the medians are compared. */
    double times[ways][rounds], median[ways];
    const int repetitions = 2000000 / face.bytes + 1;
    for (int round = 0; round < rounds; ++round)
      for (int way = 0; way < ways; ++way) {
        const double start = MPI_Wtime();
        for (int i = 0; i < repetitions; ++i) pack[way](&face, packed[way]);
        times[way][round] = (MPI_Wtime() - start) / repetitions;
      }
    for (int way = 0; way < ways; ++way) {
      qsort(times[way], rounds, sizeof times[way][0], ascending);
      median[way] = times[way][rounds / 2];
      if (memcmp(packed[way], packed[0], (size_t)face.bytes) != 0) wrong = 1;
    }
    const double best = median[0] < median[1] ? median[0] : median[1];
    printf("axis %d, %7d bytes  ", axis, face.bytes);
    for (int way = 0; way < ways; ++way) printf("%6.2f GB/s  ", face.bytes / median[way] * 1e-9);
    printf("%4.2f times as fast\n", best / median[2]);
    for (int way = 0; way < ways; ++way) free(packed[way]);
    MPI_Type_free(&face.type);
  }
  printf("pack: %s\n", wrong ? "the bytes differ" : "the same bytes by all three");
  free(field);
  MPI_Finalize();
  return wrong;
}
