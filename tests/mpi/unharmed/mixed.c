/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <errno.h>
#include <string.h>

/* Everything that Cartwright does together with other processes, in a program in which some lack it: grids, graphs,
 * shared windows, messages and collectives of datatypes. */

enum { n = 600 };

static long long exchange(MPI_Comm comm, MPI_Datatype type, double* data) {
  static double other[2 * n];
  long long seen = 0;
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int use = 0; use < 5; ++use) {
    for (int i = 0; i < 2 * n; ++i) data[i] = rank + i + use;
    memset(other, 0, sizeof other);
    MPI_Sendrecv(data, 1, type, (rank + 1) % size, 1, other, 1, type, (rank + size - 1) % size, 1, comm,
                 MPI_STATUS_IGNORE);
    MPI_Bcast(other, 1, type, 0, comm);
    for (int i = 0; i < 2 * n; ++i) seen += (long long)other[i];
  }
  return seen;
}

int main(int argc, char** argv) {
  const int errno_at_start = errno; /* before any library could be called */
  static double data[2 * n];
  int rank = 0;
  int size = 0;
  int dims[2] = {0, 0};
  int ranks[2];
  const int periods[2] = {1, 0};
  double* shared = NULL;
  MPI_Comm cart;
  MPI_Comm graph;
  MPI_Win window;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  print_sum("errno", errno_at_start);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);

  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
  print_sum("grid", exchange(cart, type, data));
  ranks[0] = (rank + 1) % size;
  ranks[1] = (rank + size - 1) % size;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, ranks, MPI_UNWEIGHTED, 2, ranks, MPI_UNWEIGHTED, MPI_INFO_NULL, 1,
                                 &graph);
  print_sum("graph", exchange(graph, type, data));
  MPI_Win_allocate_shared(sizeof data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
  print_sum("window", exchange(MPI_COMM_WORLD, type, shared));

  MPI_Win_free(&window);
  MPI_Comm_free(&cart);
  MPI_Comm_free(&graph);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
