/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Only the messages of a stencil: every process of a periodic grid sends the same number of bytes to each of its
 * neighbors, several times. An ordinary MPI program, small enough for a simulation of a thousand nodes.
 * usage: halo [bytes per message] [times] [dims, 0 for those to choose ...] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { max_dims = 6 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1 << 20;
  const int times = argc > 2 ? atoi(argv[2]) : 4;
  const int ndims = argc > 3 ? argc - 3 : 2;
  if (bytes < 0 || times < 1 || ndims > max_dims) {
    fprintf(stderr, "usage: halo [bytes per message] [times] [up to %d dims]\n", max_dims);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int processes, dims[max_dims] = {0}, periods[max_dims];
  for (int i = 0; i < ndims; ++i) {
    dims[i] = argc > 3 ? atoi(argv[3 + i]) : 0;
    periods[i] = 1;
  }
  MPI_Comm cart;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Dims_create(processes, ndims, dims);
  MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 1, &cart);

  /* The contents do not matter. Each message is received in a separate buffer. */
  const int neighbors = 2 * ndims;
  char* out = calloc((size_t)bytes + 1, 1);
  char* in = malloc((size_t)neighbors * (size_t)bytes + 1);
  if (out == NULL || in == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(cart);
  const double start = MPI_Wtime();
  for (int i = 0; i < times; ++i) {
    MPI_Request requests[4 * max_dims];
    MPI_Status statuses[4 * max_dims];
    for (int n = 0; n < neighbors; ++n) {
      int from, to;
      MPI_Cart_shift(cart, n / 2, n % 2 == 0 ? 1 : -1, &from, &to);
      MPI_Irecv(in + (size_t)n * (size_t)bytes, bytes, MPI_BYTE, from, n, cart, &requests[2 * n]);
      MPI_Isend(out, bytes, MPI_BYTE, to, n, cart, &requests[2 * n + 1]);
    }
    MPI_Waitall(2 * neighbors, requests, statuses);
  }
  double seconds = (MPI_Wtime() - start) / times;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, cart);

  int rank;
  MPI_Comm_rank(cart, &rank);
  if (rank == 0) {
    printf("halo: ");
    for (int i = 0; i < ndims; ++i) printf("%s%d", i == 0 ? "" : " x ", dims[i]);
    printf(" processes, %d bytes to each of %d neighbors: %.6g s\n", bytes, neighbors, seconds);
  }
  free(out);
  free(in);
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return 0;
}
