/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The wave equation in a periodic box by leapfrog, with ghost points exchanged as programs do it with MPI, by a message
 * of a subarray to each neighbor, or by Cartwright. Both have the same loops, so their results are equal bit by bit.
 *
 * usage: wave messages|engine X Y Z STEPS     points of the box, each a multiple of the processes along its axis
 * Prints the seconds of a step, of the slowest process, and a checksum of all points. */
#include <cartwright/halo.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, SIDES = 6, ARRAYS = 2, WARM_UP = 3 };

typedef struct {
  MPI_Comm cart;
  int64_t sizes[AXES];  /* own points */
  int64_t start[AXES];  /* the first of them in the box */
  int64_t stride[AXES]; /* of the arrays, in values */
  double* u[ARRAYS];    /* the first own points */
  void* memory[ARRAYS];
  cw_halo* halo[ARRAYS];              /* by Cartwright */
  MPI_Datatype in[SIDES], out[SIDES]; /* by messages: ghost points and own points at each side */
  int neighbors[SIDES];
} wave;

static void check(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "wave: %s\n", cw_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void divide(wave* w, const int64_t points[AXES]) {
  int processes, dims[AXES] = {0}, periods[AXES] = {1, 1, 1}, coords[AXES];
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Dims_create(processes, AXES, dims);
  MPI_Cart_create(MPI_COMM_WORLD, AXES, dims, periods, 1, &w->cart);
  MPI_Cart_get(w->cart, AXES, dims, periods, coords);
  for (int axis = AXES; axis-- > 0;) {
    if (points[axis] % dims[axis] != 0) {
      fprintf(stderr, "wave: %lld points on %d processes along axis %d: give a multiple\n", (long long)points[axis],
              dims[axis], axis);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    w->sizes[axis] = points[axis] / dims[axis];
    w->start[axis] = w->sizes[axis] * coords[axis];
    w->stride[axis] = axis == AXES - 1 ? 1 : w->stride[axis + 1] * (w->sizes[axis + 1] + 2);
  }
}

static void allocate(wave* w, int engine) {
  const int64_t bytes = (w->sizes[0] + 2) * w->stride[0] * (int64_t)sizeof(double);
  for (int n = 0; n < ARRAYS; ++n) {
    if (engine)
      check(cw_halo_alloc(bytes, &w->memory[n]));
    else if ((w->memory[n] = calloc(1, (size_t)bytes)) == NULL)
      MPI_Abort(MPI_COMM_WORLD, 1);
    w->u[n] = (double*)w->memory[n] + w->stride[0] + w->stride[1] + w->stride[2];
  }
}

static void plan_engine(wave* w) {
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.shape = CW_HALO_FACES;
  options.buffered = 1;
  for (int n = 0; n < ARRAYS; ++n) {
    cw_halo_field field = CW_HALO_FIELD_INIT;
    field.base = w->u[n];
    field.sizes = w->sizes;
    check(cw_halo_create(w->cart, AXES, 1, &field, 1, &options, &w->halo[n]));
  }
}

static void plan_messages(wave* w) {
  for (int side = 0; side < SIDES; ++side) {
    const int axis = side / 2, after = side % 2;
    int sizes[AXES], counts[AXES], in[AXES], out[AXES];
    for (int i = 0; i < AXES; ++i) {
      sizes[i] = (int)w->sizes[i] + 2;
      counts[i] = i == axis ? 1 : (int)w->sizes[i];
      in[i] = out[i] = 1;
    }
    in[axis] = after ? (int)w->sizes[axis] + 1 : 0;
    out[axis] = after ? (int)w->sizes[axis] : 1;
    MPI_Type_create_subarray(AXES, sizes, counts, in, MPI_ORDER_C, MPI_DOUBLE, &w->in[side]);
    MPI_Type_create_subarray(AXES, sizes, counts, out, MPI_ORDER_C, MPI_DOUBLE, &w->out[side]);
    MPI_Type_commit(&w->in[side]);
    MPI_Type_commit(&w->out[side]);
    int before, next;
    MPI_Cart_shift(w->cart, axis, 1, &before, &next);
    w->neighbors[side] = after ? next : before;
  }
}

static void exchange(wave* w, int number, int engine) {
  if (engine) {
    check(cw_halo_exchange(w->halo[number]));
    return;
  }
  MPI_Request requests[2 * SIDES];
  for (int side = 0; side < SIDES; ++side)
    MPI_Irecv(w->memory[number], 1, w->in[side], w->neighbors[side], side ^ 1, w->cart, &requests[side]);
  for (int side = 0; side < SIDES; ++side)
    MPI_Isend(w->memory[number], 1, w->out[side], w->neighbors[side], side, w->cart, &requests[SIDES + side]);
  MPI_Status statuses[2 * SIDES];
  MPI_Waitall(2 * SIDES, requests, statuses);
}

/* The next step, in the place of the last one. */
static void step(const wave* w, double* before, const double* now) {
  for (int64_t i = 0; i < w->sizes[0]; ++i)
    for (int64_t j = 0; j < w->sizes[1]; ++j)
      for (int64_t k = 0; k < w->sizes[2]; ++k) {
        const int64_t at = i * w->stride[0] + j * w->stride[1] + k;
        const double laplace = now[at - w->stride[0]] + now[at + w->stride[0]] + now[at - w->stride[1]] +
                               now[at + w->stride[1]] + now[at - 1] + now[at + 1] - 6 * now[at];
        before[at] = 2 * now[at] - before[at] + 0.25 * laplace;
      }
}

/* A pulse that is not symmetric: a wrong ghost point changes the result. */
static void begin(const wave* w, const int64_t points[AXES]) {
  for (int64_t i = 0; i < w->sizes[0]; ++i)
    for (int64_t j = 0; j < w->sizes[1]; ++j)
      for (int64_t k = 0; k < w->sizes[2]; ++k) {
        const double x = (double)(w->start[0] + i) / (double)points[0];
        const double y = (double)(w->start[1] + j) / (double)points[1];
        const double z = (double)(w->start[2] + k) / (double)points[2];
        const double value = exp(sin(6 * x) + cos(7 * y) + sin(8 * z + 1));
        for (int n = 0; n < ARRAYS; ++n) w->u[n][i * w->stride[0] + j * w->stride[1] + k] = value;
      }
}

/* The bits of all points, each with its place in the box. Sums wrap around, so their order does not matter. */
static uint64_t checksum(const wave* w, const double* u, const int64_t points[AXES]) {
  uint64_t sum = 0;
  for (int64_t i = 0; i < w->sizes[0]; ++i)
    for (int64_t j = 0; j < w->sizes[1]; ++j)
      for (int64_t k = 0; k < w->sizes[2]; ++k) {
        uint64_t bits;
        memcpy(&bits, &u[i * w->stride[0] + j * w->stride[1] + k], sizeof bits);
        const int64_t place = ((w->start[0] + i) * points[1] + w->start[1] + j) * points[2] + w->start[2] + k;
        sum += (bits ^ bits >> 29) * (uint64_t)(2 * place + 1);
      }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, w->cart);
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int64_t points[AXES] = {0};
  for (int axis = 0; axis < AXES && axis + 2 < argc; ++axis) points[axis] = atoll(argv[axis + 2]);
  const int steps = argc > 5 ? atoi(argv[5]) : 0;
  const int engine = argc > 1 && strcmp(argv[1], "engine") == 0;
  if (points[0] < 1 || points[1] < 1 || points[2] < 1 || steps < 1) {
    fputs("usage: wave messages|engine X Y Z STEPS\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  wave w = {0};
  divide(&w, points);
  allocate(&w, engine);
  if (engine)
    plan_engine(&w);
  else
    plan_messages(&w);
  begin(&w, points);

  double time = 0;
  for (int n = 0; n < WARM_UP + steps; ++n) {
    if (n == WARM_UP) {
      MPI_Barrier(w.cart);
      time = MPI_Wtime();
    }
    exchange(&w, (n + 1) % 2, engine);
    step(&w, w.u[n % 2], w.u[(n + 1) % 2]);
  }
  time = MPI_Wtime() - time;
  MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, w.cart);
  const uint64_t sum = checksum(&w, w.u[(WARM_UP + steps + 1) % 2], points);
  int rank;
  MPI_Comm_rank(w.cart, &rank);
  if (rank == 0) printf("%.9f %016llx\n", time / steps, (unsigned long long)sum);

  for (int n = 0; n < ARRAYS; ++n) {
    check(cw_halo_free(w.halo[n]));
    if (engine)
      check(cw_halo_dealloc(w.memory[n]));
    else
      free(w.memory[n]);
  }
  if (!engine)
    for (int side = 0; side < SIDES; ++side) {
      MPI_Type_free(&w.in[side]);
      MPI_Type_free(&w.out[side]);
    }
  MPI_Comm_free(&w.cart);
  MPI_Finalize();
  return 0;
}
