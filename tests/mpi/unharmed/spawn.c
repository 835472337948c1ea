/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <string.h>

/* A program that starts others (MPI_Comm_spawn), merges with them, and requests reordering in each world and across
 * them. */

static long long exchange(MPI_Comm comm) {
  enum { n = 500 };
  double data[2 * n];
  double other[2 * n];
  long long seen = 0;
  int rank = 0;
  int size = 0;
  MPI_Datatype type;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  for (int use = 0; use < 5; ++use) {
    for (int i = 0; i < 2 * n; ++i) data[i] = rank + i + use;
    memset(other, 0, sizeof other);
    MPI_Sendrecv(data, 1, type, (rank + 1) % size, 1, other, 1, type, (rank + size - 1) % size, 1, comm,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * n; ++i) seen += (long long)other[i];
  }
  MPI_Type_free(&type);
  return seen;
}

static long long on_a_grid(MPI_Comm comm) {
  int dims[2] = {0, 0};
  const int periods[2] = {1, 1};
  int size = 0;
  MPI_Comm cart;
  MPI_Comm_size(comm, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(comm, 2, dims, periods, 1, &cart);
  const long long seen = exchange(cart);
  MPI_Comm_free(&cart);
  return seen;
}

int main(int argc, char** argv) {
  MPI_Comm parent;
  MPI_Comm others;
  MPI_Comm all;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  const int child = parent != MPI_COMM_NULL;
  if (child)
    others = parent;
  else
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
  const long long alone = on_a_grid(MPI_COMM_WORLD);
  MPI_Intercomm_merge(others, child, &all);
  const long long together = exchange(all) + on_a_grid(all);
  if (!child) {
    print_sum("alone", alone);
    print_sum("together", together);
  }
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&others);
  MPI_Finalize();
  return 0;
}
