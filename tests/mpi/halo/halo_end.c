/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* A ring of processes which exchange ghost points until one of them ends in the middle of an exchange. */
#include "end.h"

#include <cartwright/halo.h>

enum { ROWS = 4, COLUMNS = 64 }; /* a row is long enough to be read in place */

int main(int argc, char** argv) {
  begin(argc, argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int dims[2] = {size, 1}, periods[2] = {1, 0};
  MPI_Comm cart;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);

  void* array;
  check(cw_halo_alloc((ROWS + 2) * (COLUMNS + 2) * (int64_t)sizeof(double), &array));
  const int64_t sizes[2] = {ROWS, COLUMNS};
  cw_halo_field field = CW_HALO_FIELD_INIT;
  field.base = (double*)array + COLUMNS + 3;
  field.sizes = sizes;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.timeout = 30;
  cw_halo* halo;
  check(cw_halo_create(cart, 2, 1, &field, 1, &options, &halo));
  tell_pid();
  for (int step = 0; step < 3 || forever(); ++step) check(cw_halo_exchange(halo));
  check(cw_halo_start(halo));
  end_rank_1();
  check(cw_halo_finish(halo));
  while (1) check(cw_halo_exchange(halo));
}
