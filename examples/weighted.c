/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Heat on a wide plate. The processes are placed by the data that crosses each dimension, and data that was read before
 * moves to its new processes. The start is a sine in both dimensions, which each step scales by one known factor: the
 * program checks its result. weighted.cpp and weighted.f90 are the same program. */
#include <cartwright/mpix.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 96, columns = 384, steps = 200 };

/* The cells of one process; u has a halo of width one around them. */
typedef struct {
  int first_row, first_column, rows, columns;
} Piece;

static Piece piece_of(MPI_Comm cart, int rank) {
  int dims[2], periods[2], here[2], coords[2];
  MPI_Cart_get(cart, 2, dims, periods, here);
  MPI_Cart_coords(cart, rank, 2, coords);
  const int row = rows * coords[0] / dims[0], column = columns * coords[1] / dims[1];
  return (Piece){row, column, rows * (coords[0] + 1) / dims[0] - row, columns * (coords[1] + 1) / dims[1] - column};
}

static double initial(int row, int column) {
  const double pi = acos(-1);
  return sin(pi * (row + 1) / (rows + 1)) * sin(pi * (column + 1) / (columns + 1));
}

/* The factor of one step: 1 - sum over the dimensions of 4 sin^2(pi / 2 (n + 1)) / 8. */
static double shrinkage(void) {
  const double pi = acos(-1);
  return 1 - 0.5 * pow(sin(pi / 2 / (rows + 1)), 2) - 0.5 * pow(sin(pi / 2 / (columns + 1)), 2);
}

/* In place of reading the file of a piece. */
static double* read_piece(Piece piece) {
  double* data = malloc(sizeof *data * (size_t)(piece.rows * piece.columns));
  for (int i = 0; i < piece.rows; ++i)
    for (int j = 0; j < piece.columns; ++j)
      data[i * piece.columns + j] = initial(piece.first_row + i, piece.first_column + j);
  return data;
}

static void exchange_halo(MPI_Comm cart, Piece piece, double* u) {
  const int width = piece.columns + 2;
  int north, south, west, east;
  MPI_Datatype column;
  MPI_Cart_shift(cart, 0, 1, &north, &south);
  MPI_Cart_shift(cart, 1, 1, &west, &east);
  MPI_Type_vector(piece.rows, 1, width, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  double *first = u + width + 1, *last = first + (piece.rows - 1) * width, *right = first + piece.columns - 1;
  MPI_Sendrecv(first, piece.columns, MPI_DOUBLE, north, 0, last + width, piece.columns, MPI_DOUBLE, south, 0, cart,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(last, piece.columns, MPI_DOUBLE, south, 0, first - width, piece.columns, MPI_DOUBLE, north, 0, cart,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(first, 1, column, west, 0, right + 1, 1, column, east, 0, cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(right, 1, column, east, 0, first - 1, 1, column, west, 0, cart, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int old_rank, rank, dims[2] = {0, 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &old_rank);

  /* A cut between rows sends a whole row. */
  const double weights[2] = {1.0 / rows, 1.0 / columns};
  const int periods[2] = {0, 0};
  MPI_Comm cart;
  MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, weights, periods, MPI_INFO_NULL, dims, &cart);
  MPI_Comm_rank(cart, &rank);

  /* Every process has the file of its old rank, and computes the piece of its new rank. */
  const Piece old_piece = piece_of(cart, old_rank), piece = piece_of(cart, rank);
  const int cells = piece.rows * piece.columns, width = piece.columns + 2;
  double* read = read_piece(old_piece);
  double* mine = malloc(sizeof *mine * (size_t)cells);
  cw_move_to_new_ranks(read, old_piece.rows * old_piece.columns, mine, cells, MPI_DOUBLE, MPI_COMM_WORLD, cart);

  double* u = calloc((size_t)((piece.rows + 2) * width), sizeof *u);
  double* next = calloc((size_t)((piece.rows + 2) * width), sizeof *next);
  for (int i = 0; i < cells; ++i) u[(i / piece.columns + 1) * width + i % piece.columns + 1] = mine[i];
  for (int step = 0; step < steps; ++step) {
    exchange_halo(cart, piece, u);
    for (int i = 1; i <= piece.rows; ++i)
      for (int j = 1; j <= piece.columns; ++j) {
        const double* cell = u + i * width + j;
        next[i * width + j] = *cell + (cell[-width] + cell[width] + cell[-1] + cell[1] - 4 * *cell) / 8;
      }
    double* swap = u;
    u = next;
    next = swap;
  }

  double error = 0;
  for (int i = 0; i < piece.rows; ++i)
    for (int j = 0; j < piece.columns; ++j)
      error = fmax(error, fabs(u[(i + 1) * width + j + 1] -
                               pow(shrinkage(), steps) * initial(piece.first_row + i, piece.first_column + j)));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, cart);
  const int right = error < 1e-12;

  cw_cart_report report = CW_CART_REPORT_INIT;
  cw_comm_report(cart, &report);
  if (rank == 0)
    printf(
        "%d x %d cells on %d x %d processes, %d steps: %s\n"
        "nodes: %d, J_sum %.0f (as launched %.0f, at least %.0f), %.1f %% of the data crosses them, mapping %s\n",
        rows, columns, dims[0], dims[1], steps, right ? "correct" : "wrong", report.nodes, report.j_sum,
        report.j_sum_before, report.lower_bound, 100 * report.data_share, report.mapping);
  free(read);
  free(mine);
  free(u);
  free(next);
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return right ? 0 : 1;
}
