/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A wave in a box with three periodic axes: u_tt = laplace(u), by leapfrog. The start is a standing wave that the
 * scheme keeps exactly in shape, so every point has a known value at every step.
 *
 * usage: mpirun -n 8 ./wave [POINTS [STEPS [PICTURE]]]
 * POINTS along each axis are at least the number of processes. The picture (wave.ppm) is the plane in the middle of the
 * last axis at the end, from blue (-1) over white (0) to red (1). */
#include <cartwright/halo.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { AXES = 3, WIDTH = 1 };

/* The part of the box that this process holds. */
typedef struct {
  int64_t points;       /* along each axis of the box */
  int64_t start[AXES];  /* the first own point */
  int64_t sizes[AXES];  /* own points */
  int64_t stride[AXES]; /* of the arrays, in values */
} block;

static void check(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "wave: %s\n", cw_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The shape of the wave, an eigenvector of the discrete Laplace operator. */
static double shape(const block* b, int64_t i, int64_t j, int64_t k) {
  const double h = 2 * acos(-1) / (double)b->points;
  return sin(h * (double)(b->start[0] + i)) * cos(2 * h * (double)(b->start[1] + j)) *
         sin(h * (double)(b->start[2] + k) + 1);
}

/* Writes the plane in the middle of the last axis as a PPM file. Collective. */
static int draw(MPI_Comm cart, const block* b, const double* now, const char* path) {
  int rank;
  MPI_Comm_rank(cart, &rank);
  double* const plane = calloc((size_t)(b->points * b->points), sizeof(double));
  if (plane == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  const int64_t middle = b->points / 2 - b->start[2];
  if (middle >= 0 && middle < b->sizes[2])
    for (int64_t i = 0; i < b->sizes[0]; ++i)
      for (int64_t j = 0; j < b->sizes[1]; ++j)
        plane[(b->start[0] + i) * b->points + b->start[1] + j] = now[i * b->stride[0] + j * b->stride[1] + middle];
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : plane, rank == 0 ? plane : NULL, (int)(b->points * b->points), MPI_DOUBLE,
             MPI_SUM, 0, cart);
  int written = 1;
  if (rank == 0) {
    FILE* const file = fopen(path, "wb");
    if (file != NULL) {
      fprintf(file, "P6\n%lld %lld\n255\n", (long long)b->points, (long long)b->points);
      for (int64_t i = 0; i < b->points * b->points; ++i) {
        const double u = fmax(-1, fmin(1, plane[i]));
        fputc((int)(255 * fmin(1, 1 + u)), file);
        fputc((int)(255 * (1 - fabs(u))), file);
        fputc((int)(255 * fmin(1, 1 - u)), file);
      }
    }
    written = file != NULL && fclose(file) == 0;
    if (!written) perror(path);
  }
  free(plane);
  return written;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int64_t points = argc > 1 ? atoll(argv[1]) : 48;
  const int steps = argc > 2 ? atoi(argv[2]) : 100;

  /* u at the last step and at this one. Each is read in one step and written in the next. */
  const int64_t sizes[AXES] = {points, points, points};
  const int periods[AXES] = {1, 1, 1};
  cw_halo_field fields[2] = {CW_HALO_FIELD_INIT, CW_HALO_FIELD_INIT};
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.shape = CW_HALO_FACES;
  options.buffered = 1;
  cw_halo_block mine = CW_HALO_BLOCK_INIT;
  MPI_Comm cart;
  cw_halo* halo;
  check(cw_halo_cart_create(MPI_COMM_WORLD, AXES, sizes, periods, WIDTH, fields, 2, &options, &mine, &cart, &halo));
  double* const u[2] = {fields[0].base, fields[1].base};
  block b = {.points = points};
  for (int axis = 0; axis < AXES; ++axis) {
    b.start[axis] = mine.start[axis];
    b.sizes[axis] = mine.sizes[axis];
    b.stride[axis] = fields[0].strides[axis] / (int64_t)sizeof(double);
  }

  /* A standing wave swings with cos(phase * step); phase follows from the scheme. */
  const double h = 2 * acos(-1) / (double)points, courant = 0.25;
  const double lambda = 2 * (2 * (1 - cos(h)) + (1 - cos(2 * h)));
  const double phase = acos(1 - courant * lambda / 2);
  for (int64_t i = 0; i < b.sizes[0]; ++i)
    for (int64_t j = 0; j < b.sizes[1]; ++j)
      for (int64_t k = 0; k < b.sizes[2]; ++k) {
        const int64_t at = i * b.stride[0] + j * b.stride[1] + k;
        u[0][at] = shape(&b, i, j, k) * cos(-phase);
        u[1][at] = shape(&b, i, j, k);
      }

  for (int step = 0; step < steps; ++step) {
    const size_t latest = (size_t)(step + 1) % 2;
    double *before = u[step % 2], *now = u[latest];
    cw_halo_part part = CW_HALO_PART_INIT;
    part.nfields = 1;
    part.fields = &latest;
    check(cw_halo_start_part(halo, &part));
    check(cw_halo_finish(halo));
    for (int64_t i = 0; i < b.sizes[0]; ++i)
      for (int64_t j = 0; j < b.sizes[1]; ++j)
        for (int64_t k = 0; k < b.sizes[2]; ++k) {
          const int64_t at = i * b.stride[0] + j * b.stride[1] + k;
          double laplace = -2 * AXES * now[at];
          for (int axis = 0; axis < AXES; ++axis) laplace += now[at - b.stride[axis]] + now[at + b.stride[axis]];
          before[at] = 2 * now[at] - before[at] + courant * laplace; /* the next step, in the place of the last */
        }
  }

  double error = 0;
  const double* now = u[(steps + 1) % 2];
  for (int64_t i = 0; i < b.sizes[0]; ++i)
    for (int64_t j = 0; j < b.sizes[1]; ++j)
      for (int64_t k = 0; k < b.sizes[2]; ++k) {
        const double expected = shape(&b, i, j, k) * cos(phase * steps);
        error = fmax(error, fabs(now[i * b.stride[0] + j * b.stride[1] + k] - expected));
      }
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, cart);
  int right = error < 1e-9, rank;
  MPI_Comm_rank(cart, &rank);
  if (rank == 0) {
    printf("%lld^3 points on %d x %d x %d processes, %d steps: error %.1e%s\n", (long long)points, mine.dims[0],
           mine.dims[1], mine.dims[2], steps, error, right ? "" : ", WRONG");
    fputs(cw_halo_explain(halo), stdout);
  }
  if (argc > 3) right = draw(cart, &b, now, argv[3]) && right;
  check(cw_halo_free(halo));
  for (int n = 0; n < 2; ++n) check(cw_halo_dealloc(u[n]));
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return right ? 0 : 1;
}
