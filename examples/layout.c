/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The six faces of a 3-D array, two cells deep, packed by Cartwright and by plain loops: the program checks that both
 * pack the same bytes, and prints how much faster Cartwright is. No MPI. usage: layout [cells per side] */
#include <cartwright/layout.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { depth = 2, faces = 6, rounds = 21 };

/* A face of the array of n x n x n cells. */
typedef struct {
  int64_t subsizes[3], starts[3];
} Face;

static Face face_of(int64_t n, int which) {
  Face face = {{n, n, n}, {0, 0, 0}};
  face.subsizes[which / 2] = depth;
  face.starts[which / 2] = which % 2 == 0 ? 0 : n - depth;
  return face;
}

/* The code of a program without datatypes. */
static void pack_by_loops(const double* array, int64_t n, const Face* face, double* packed) {
  for (int64_t i = face->starts[0]; i < face->starts[0] + face->subsizes[0]; ++i)
    for (int64_t j = face->starts[1]; j < face->starts[1] + face->subsizes[1]; ++j)
      for (int64_t k = face->starts[2]; k < face->starts[2] + face->subsizes[2]; ++k)
        *packed++ = array[(i * n + j) * n + k];
}

static void check(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "layout: %s\n", cw_last_error());
  exit(1);
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int argc, char** argv) {
  const int64_t n = argc > 1 ? atoll(argv[1]) : 64;
  if (n < depth) {
    fprintf(stderr, "usage: layout [cells per side, %d or more]\n", depth);
    return 2;
  }
  const int64_t sizes[3] = {n, n, n};
  double* array = malloc(sizeof *array * (size_t)(n * n * n));
  for (int64_t i = 0; i < n * n * n; ++i) array[i] = (double)i;
  cw_layout* cell;
  check(cw_layout_basic("double", &cell));

  int right = 1;
  for (int which = 0; which < faces; ++which) {
    const Face face = face_of(n, which);
    cw_layout* layout;
    check(cw_layout_subarray(3, sizes, face.subsizes, face.starts, CW_ORDER_C, cell, &layout));
    int64_t bytes;
    const char* form;
    check(cw_layout_size(layout, &bytes));
    check(cw_layout_describe(layout, &form));
    cw_layout_functions functions = CW_LAYOUT_FUNCTIONS_INIT;
    check(cw_layout_get_functions(layout, &functions));
    double* packed = malloc((size_t)bytes);
    double* expected = malloc((size_t)bytes);

    /* In turn, as both then suffer the same noise; the medians are compared. */
    const int repetitions = (int)(20000000 / bytes) + 1;
    double loops[rounds], kernel[rounds];
    for (int round = 0; round < rounds; ++round) {
      const double start = now();
      for (int i = 0; i < repetitions; ++i) pack_by_loops(array, n, &face, expected);
      const double middle = now();
      for (int i = 0; i < repetitions; ++i) functions.pack(functions.context, array, 1, packed);
      kernel[round] = now() - middle;
      loops[round] = middle - start;
    }
    const int same = memcmp(packed, expected, (size_t)bytes) == 0;
    right = right && same;

    /* Unpack into an empty array and pack again: the bytes are the same. */
    double* copy = calloc((size_t)(n * n * n), sizeof *copy);
    check(cw_layout_unpack(layout, packed, 1, copy));
    check(cw_layout_pack(layout, copy, 1, packed));
    right = right && memcmp(packed, expected, (size_t)bytes) == 0;

    qsort(loops, rounds, sizeof *loops, ascending);
    qsort(kernel, rounds, sizeof *kernel, ascending);
    printf("face %d: %8lld B, %-40s %4.1f times as fast as loops, %s\n", which, (long long)bytes, form,
           loops[rounds / 2] / kernel[rounds / 2], same ? "correct" : "wrong");
    free(copy);
    free(packed);
    free(expected);
    cw_layout_free(layout);
  }
  cw_layout_free(cell);
  free(array);
  return right ? 0 : 1;
}
