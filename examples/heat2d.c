/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Heat on a square plate, by Jacobi steps: an ordinary MPI program on a Cartesian communicator.
 * usage: heat2d [cells per side] [steps]
 * The result does not depend on the mapping of parts to processes. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The cells first ... first + count - 1 of n that belong to a part. */
static int first_cell(int n, int parts, int part) { return (int)((long)n * part / parts); }

typedef struct {
  int rows, columns;            /* of this process, without its halo */
  int first_row, first_column;  /* on the plate */
  int north, south, west, east; /* ranks, or MPI_PROC_NULL at the border */
  MPI_Comm comm;
  MPI_Datatype column;
} Part;

static double* cell(const Part* part, double* plate, int row, int column) {
  return plate + (size_t)row * (size_t)(part->columns + 2) + column;
}

static void exchange_halo(const Part* part, double* u) {
  const int rows = part->rows, columns = part->columns;
  MPI_Sendrecv(cell(part, u, 1, 1), columns, MPI_DOUBLE, part->north, 0, cell(part, u, rows + 1, 1), columns,
               MPI_DOUBLE, part->south, 0, part->comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(cell(part, u, rows, 1), columns, MPI_DOUBLE, part->south, 1, cell(part, u, 0, 1), columns, MPI_DOUBLE,
               part->north, 1, part->comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(cell(part, u, 1, 1), 1, part->column, part->west, 2, cell(part, u, 1, columns + 1), 1, part->column,
               part->east, 2, part->comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(cell(part, u, 1, columns), 1, part->column, part->east, 3, cell(part, u, 1, 0), 1, part->column,
               part->west, 3, part->comm, MPI_STATUS_IGNORE);
}

/* One Jacobi step from u to v; returns the largest change of a cell. */
static double step(const Part* part, double* u, double* v) {
  double change = 0;
  for (int i = 1; i <= part->rows; ++i)
    for (int j = 1; j <= part->columns; ++j) {
      const double mean = 0.25 * (*cell(part, u, i - 1, j) + *cell(part, u, i + 1, j) + *cell(part, u, i, j - 1) +
                                  *cell(part, u, i, j + 1));
      const double difference = mean - *cell(part, u, i, j);
      if (difference > change) change = difference;
      if (-difference > change) change = -difference;
      *cell(part, v, i, j) = mean;
    }
  return change;
}

/* A checksum that does not depend on the order: exclusive or of the bits of all cells, rotated by their positions. */
static uint64_t checksum(const Part* part, double* u, int n) {
  uint64_t sum = 0;
  for (int i = 1; i <= part->rows; ++i)
    for (int j = 1; j <= part->columns; ++j) {
      uint64_t bits;
      memcpy(&bits, cell(part, u, i, j), sizeof bits);
      const int turn = (int)(((long)(part->first_row + i - 1) * n + part->first_column + j - 1) % 63) + 1;
      sum ^= bits << turn | bits >> (64 - turn);
    }
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 480;
  const int steps = argc > 2 ? atoi(argv[2]) : 50;
  if (n < 1 || steps < 0) {
    fprintf(stderr, "usage: heat2d [cells per side] [steps]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }

  int processes, rank, dims[2] = {0, 0}, coords[2];
  const int periods[2] = {0, 0};
  Part part;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Dims_create(processes, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &part.comm);
  MPI_Comm_rank(part.comm, &rank);
  MPI_Cart_coords(part.comm, rank, 2, coords);
  MPI_Cart_shift(part.comm, 0, 1, &part.north, &part.south);
  MPI_Cart_shift(part.comm, 1, 1, &part.west, &part.east);
  part.first_row = first_cell(n, dims[0], coords[0]);
  part.first_column = first_cell(n, dims[1], coords[1]);
  part.rows = first_cell(n, dims[0], coords[0] + 1) - part.first_row;
  part.columns = first_cell(n, dims[1], coords[1] + 1) - part.first_column;
  MPI_Type_vector(part.rows, 1, part.columns + 2, MPI_DOUBLE, &part.column);
  MPI_Type_commit(&part.column);

  /* Cold, except for the northern border. */
  const size_t cells = (size_t)(part.rows + 2) * (size_t)(part.columns + 2);
  double* u = calloc(cells, sizeof *u);
  double* v = calloc(cells, sizeof *v);
  if (u == NULL || v == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  if (coords[0] == 0)
    for (int j = 0; j < part.columns + 2; ++j) *cell(&part, u, 0, j) = *cell(&part, v, 0, j) = 100;

  double change = 0;
  for (int i = 0; i < steps; ++i) {
    exchange_halo(&part, u);
    change = step(&part, u, v);
    double* const next = v;
    v = u;
    u = next;
  }

  uint64_t sum = checksum(&part, u, n);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_BXOR, part.comm);
  MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, part.comm);
  if (rank == 0)
    printf("heat2d: %d x %d cells on %d x %d processes, %d steps: last change %.12e, checksum %016llx\n", n, n, dims[0],
           dims[1], steps, change, (unsigned long long)sum);

  free(u);
  free(v);
  MPI_Type_free(&part.column);
  MPI_Comm_free(&part.comm);
  MPI_Finalize();
  return 0;
}
