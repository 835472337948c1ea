/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

/* Messages of datatypes from and to memory that a GPU driver claims. The driver is loaded after the first messages.
 * Prints the number of messages that Cartwright may have packed or unpacked: those in host memory. */

enum { n = 600, uses = 10 };

static double host[2 * n];
static double host_too[2 * n];

static long long exchange(int rank, double* data, double* other, int in_count, MPI_Datatype out, MPI_Datatype in) {
  long long seen = 0;
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < 2 * n; ++i) data[i] = i + use + 1;
    memset(other, 0, sizeof host);
    if (rank == 0)
      MPI_Send(data, 1, out, 1, use, MPI_COMM_WORLD);
    else
      MPI_Recv(other, in_count, in, 0, use, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * n && rank == 1; ++i) seen += (long long)other[i];
  }
  return seen;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Datatype type;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  print_sum("host", exchange(rank, host, host_too, 1, type, type));

  void* driver = dlopen(argv[1], RTLD_NOW);
  require(driver != NULL, "the pretended driver");
  void (*pretend_device)(const void*, size_t);
  *(void**)&pretend_device = dlsym(driver, "pretend_device");
  char* device = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(device != MAP_FAILED && pretend_device != NULL, "the memory of the device");
  pretend_device(device, 1 << 20);
  double* first = (double*)device;
  double* second = first + 2 * n;
  MPI_Barrier(MPI_COMM_WORLD);

  print_sum("device", exchange(rank, first, second, 1, type, type));
  print_sum("host to a block on the device", exchange(rank, host, second, n, type, MPI_DOUBLE));
  print_sum("a block on the device to the host", exchange(rank, first, host_too, 1, type, type));

  /* No access is allowed, not even to decide how to send. */
  require(mprotect(device, 1 << 20, PROT_NONE) == 0, "the protection of the device");
  MPI_Send_init(device, 1, type, 1 - rank, 3, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);

  /* Sent and received; sent; received. */
  if (rank == 0) fprintf(stderr, "uses %d\n", 2 * uses + uses + uses);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
