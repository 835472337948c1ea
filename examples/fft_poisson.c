/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Poisson's equation laplace(u) = f in a periodic box: one call to plan, and one to solve.
 *
 * usage: mpirun -n 4 ./fft_poisson_c [POINTS] */
#include <cartwright/poisson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void need(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "fft_poisson: %s\n", cw_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void* memory_for(const cw_fft_array* array) {
  void* memory = NULL;
  need(cw_fft_alloc(array->elements * array->element_bytes, &memory));
  return memory;
}

/* The solution and the right-hand side. Along x the solution has waves of every length. */
static double solution(double x, double y, double z) { return exp(cos(x)) * sin(2 * y) * cos(z); }
static double right_side(double x, double y, double z) {
  return (sin(x) * sin(x) - cos(x) - 4 - 1) * solution(x, y, z);
}

/* Evaluates a function at the points of this process. */
static void sample(double function(double, double, double), const cw_poisson* solver, const cw_fft_array* a,
                   double* values) {
  double first = 0, h = 0; /* the same along all axes */
  need(cw_poisson_points(solver, 0, &first, &h));
  for (int64_t i = 0; i < a->count[0]; ++i)
    for (int64_t j = 0; j < a->count[1]; ++j)
      for (int64_t k = 0; k < a->count[2]; ++k)
        values[i * a->stride[0] + j * a->stride[1] + k * a->stride[2]] =
            function(first + h * (double)(a->start[0] + i), first + h * (double)(a->start[1] + j),
                     first + h * (double)(a->start[2] + k));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int64_t points_per_axis = argc > 1 ? atoi(argv[1]) : 64;
  const int64_t n[3] = {points_per_axis, points_per_axis, points_per_axis};

  cw_poisson* solver = NULL;
  need(cw_poisson_create(MPI_COMM_WORLD, 3, n, NULL, &solver)); /* of the length 2 pi, with real doubles */

  cw_fft_array points = CW_FFT_ARRAY_INIT;
  need(cw_poisson_array(solver, -1, &points));
  double* const u = memory_for(&points);
  double* const expected = memory_for(&points);

  sample(right_side, solver, &points, u);
  need(cw_poisson_solve(solver, u, u));

  double error = 0;
  sample(solution, solver, &points, expected);
  for (int64_t i = 0; i < points.elements; ++i) error = fmax(error, fabs(u[i] - expected[i]));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const int right = error < 1e-12;

  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    printf("%speriodic, %d points per axis: largest error %.1e, %s\n", cw_poisson_explain(solver), (int)n[0], error,
           right ? "correct" : "wrong");
  }
  cw_fft_dealloc(u);
  cw_fft_dealloc(expected);
  need(cw_poisson_free(solver));
  MPI_Finalize();
  return !right;
}
