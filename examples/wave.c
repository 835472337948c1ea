/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A wave in a box with three periodic axes: u_tt = laplace(u), by leapfrog. The start is a standing wave that the scheme
 * keeps exactly in shape, so every point has a known value at every step.
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

typedef struct {
  int64_t points;       /* along each axis of the box */
  int64_t start[AXES];  /* the first own point */
  int64_t sizes[AXES];  /* own points */
  int64_t stride[AXES]; /* of the arrays, in values */
} block;

static void check(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "wave: %s\n", cw_halo_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The part of the box that this process holds. */
static block block_of(MPI_Comm cart, int64_t points) {
  int dims[AXES], periods[AXES], coords[AXES];
  MPI_Cart_get(cart, AXES, dims, periods, coords);
  block b = {.points = points};
  for (int axis = AXES; axis-- > 0;) {
    b.start[axis] = points * coords[axis] / dims[axis];
    b.sizes[axis] = points * (coords[axis] + 1) / dims[axis] - b.start[axis];
    b.stride[axis] = axis == AXES - 1 ? 1 : b.stride[axis + 1] * (b.sizes[axis + 1] + 2 * WIDTH);
  }
  return b;
}

/* The address of the first own point in an array with ghost points. */
static double* own(double* array, const block* b) {
  for (int axis = 0; axis < AXES; ++axis) array += WIDTH * b->stride[axis];
  return array;
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
  int rank, processes;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  int dims[AXES] = {0, 0, 0};
  const int periods[AXES] = {1, 1, 1};
  MPI_Dims_create(processes, AXES, dims);
  MPI_Comm cart;
  MPI_Cart_create(MPI_COMM_WORLD, AXES, dims, periods, 1, &cart);
  MPI_Comm_rank(cart, &rank);
  const block b = block_of(cart, points);

  /* u at the last step and at this one. Each is read in one step and written in the next. */
  const int64_t values = (b.sizes[0] + 2 * WIDTH) * b.stride[0];
  double *arrays[2], *u[2];
  cw_halo* halo[2];
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.shape = CW_HALO_FACES;
  options.buffered = 1;
  for (int n = 0; n < 2; ++n) {
    void* memory;
    check(cw_halo_alloc(values * (int64_t)sizeof(double), &memory));
    arrays[n] = memory;
    u[n] = own(arrays[n], &b);
    cw_halo_field field = CW_HALO_FIELD_INIT;
    field.base = u[n];
    field.sizes = b.sizes;
    check(cw_halo_create(cart, AXES, WIDTH, &field, 1, &options, &halo[n]));
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
    double *before = u[step % 2], *now = u[(step + 1) % 2];
    check(cw_halo_exchange(halo[(step + 1) % 2]));
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
  int right = error < 1e-9;
  if (rank == 0) {
    printf("%lld^3 points on %d x %d x %d processes, %d steps: error %.1e%s\n", (long long)points, dims[0], dims[1],
           dims[2], steps, error, right ? "" : ", WRONG");
    fputs(cw_halo_explain(halo[0]), stdout);
  }
  if (argc > 3) right = draw(cart, &b, now, argv[3]) && right;
  for (int n = 0; n < 2; ++n) {
    check(cw_halo_free(halo[n]));
    check(cw_halo_dealloc(arrays[n]));
  }
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return right ? 0 : 1;
}
