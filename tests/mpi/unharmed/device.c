/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "outcome.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Messages of datatypes from and to memory of a GPU, which the CPU cannot touch. The driver is loaded after the first
 * messages. The MPI counts the calls with such memory: as many without and with the interposer. Prints the number of
 * messages that Cartwright may have packed or unpacked: those in host memory. */

enum { n = 600, uses = 10 };

static double host[2 * n];
static double host_too[2 * n];

static int (*to_device)(uintptr_t, const void*, size_t);
static int (*to_host)(void*, uintptr_t, size_t);

/* The copies of the driver take addresses of the host, too. */
static void put(double* to, const double* from) {
  if (to_device == NULL)
    memcpy(to, from, sizeof host);
  else
    require(to_device((uintptr_t)to, from, sizeof host) == 0, "a copy to the device");
}
static void get(double* to, const double* from) {
  if (to_host == NULL)
    memcpy(to, from, sizeof host);
  else
    require(to_host(to, (uintptr_t)from, sizeof host) == 0, "a copy to the host");
}

static long long exchange(int rank, double* data, double* other, int in_count, MPI_Datatype out, MPI_Datatype in) {
  static double seen[2 * n];
  long long sum = 0;
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < 2 * n; ++i) seen[i] = i + use + 1;
    put(data, seen);
    memset(seen, 0, sizeof seen);
    put(other, seen);
    if (rank == 0)
      MPI_Send(data, 1, out, 1, use, MPI_COMM_WORLD);
    else
      MPI_Recv(other, in_count, in, 0, use, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    get(seen, other);
    for (int i = 0; i < 2 * n && rank == 1; ++i) sum += (long long)seen[i] * (i + 1);
  }
  return sum;
}

static long long sum_of(const double* data) {
  static double seen[2 * n];
  long long sum = 0;
  get(seen, data);
  for (int i = 0; i < 2 * n; ++i) sum += (long long)seen[i] * (i + 1);
  return sum;
}

static uintptr_t allocate(void* driver, const char* name, int has_flags) {
  uintptr_t address = 0;
  int (*plain)(uintptr_t*, size_t);
  int (*flagged)(uintptr_t*, size_t, unsigned);
  *(void**)&plain = dlsym(driver, name);
  *(void**)&flagged = dlsym(driver, name);
  const size_t bytes = 2 * sizeof host;
  require((has_flags ? flagged(&address, bytes, 1) : plain(&address, bytes)) == 0, name);
  return address;
}

/* One block in host memory and one on the device, to the same neighbor: no process may touch the second. */
static void mixed(double* device, MPI_Datatype type) {
  MPI_Comm ring;
  const int two = 2;
  const int periodic = 1;
  const int ones[] = {1, 1};
  const MPI_Datatype types[] = {type, type};
  MPI_Aint from[] = {0, 0};
  MPI_Aint to[2] = {0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &two, &periodic, 0, &ring);
  from[1] = (MPI_Aint)((uintptr_t)device - (uintptr_t)host);
  to[1] = (MPI_Aint)((uintptr_t)(device + (ptrdiff_t)2 * n) - (uintptr_t)host_too);
  MPI_Neighbor_alltoallw(host, ones, from, types, host_too, ones, to, types, ring);
  MPI_Comm_free(&ring);
}

/* The MPI of this test only counts what is received. */
static void persistent(int rank, double* device, double* device_too, MPI_Datatype type) {
  MPI_Request requests[2];
  MPI_Recv_init(device_too, 1, type, 1 - rank, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(device, 1, type, 1 - rank, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

int main(int argc, char** argv) {
  int rank = 0;
  int position = 0;
  MPI_Datatype type;
  MPI_Datatype column;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_Type_vector(n / 2, 1, 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  print_sum("host", exchange(rank, host, host_too, 1, type, type));

  void* driver = dlopen(argv[1], RTLD_NOW);
  require(driver != NULL, "the pretended driver");
  int (*start)(unsigned);
  int (*create)(void**, unsigned, int);
  void* context = NULL;
  *(void**)&start = dlsym(driver, "cuInit");
  *(void**)&create = dlsym(driver, "cuCtxCreate_v2");
  require(start(0) == 0 && create(&context, 0, 0) == 0, "the start of the driver");
  *(void**)&to_device = dlsym(driver, "cuMemcpyHtoD_v2");
  *(void**)&to_host = dlsym(driver, "cuMemcpyDtoH_v2");
  double* device = (double*)allocate(driver, "cuMemAlloc_v2", 0);
  double* device_too = device + (ptrdiff_t)2 * n;
  double* pinned = (double*)allocate(driver, "cuMemHostAlloc", 1);
  double* managed = (double*)allocate(driver, "cuMemAllocManaged", 1);
  MPI_Barrier(MPI_COMM_WORLD);

  print_sum("device", exchange(rank, device, device_too, 1, type, type));
  print_sum("host to a block on the device", exchange(rank, host, device_too, n, type, MPI_DOUBLE));
  print_sum("a block on the device to the host", exchange(rank, device, host_too, 1, type, type));
  print_sum("pinned memory", exchange(rank, pinned, pinned + (ptrdiff_t)2 * n, 1, type, type));
  print_sum("managed memory", exchange(rank, managed, managed + (ptrdiff_t)2 * n, 1, type, type));

  MPI_Isend(device, 1, type, rank, 5, MPI_COMM_WORLD, &request);
  MPI_Recv(device_too, 1, type, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  print_sum("to itself", sum_of(device_too));
  MPI_Alltoall(device, 1, column, device_too, 1, column, MPI_COMM_WORLD);
  print_sum("all to all", sum_of(device_too));
  MPI_Pack(device, 1, type, host, (int)sizeof host, &position, MPI_COMM_WORLD);
  position = 0;
  MPI_Unpack(host, (int)sizeof host, &position, device_too, 1, type, MPI_COMM_WORLD);
  print_sum("packed", sum_of(device_too));
  position = 0;
  MPI_Pack(host, 1, type, device, (int)sizeof host, &position, MPI_COMM_WORLD);
  position = 0;
  MPI_Unpack(device, (int)sizeof host, &position, host_too, 1, type, MPI_COMM_WORLD);
  print_sum("packed on the device", sum_of(host_too));
  mixed(device, type);
  persistent(rank, device, device_too, type);

  long long (*calls)(void);
  *(void**)&calls = dlsym(RTLD_DEFAULT, "aware_calls");
  require(calls != NULL, "the MPI that counts");
  print_sum("calls with memory of the device", calls());

  /* Host memory: sent and received; sent; received. Pinned memory: sent and received. mixed(): on both processes one
   * block sent and one received. Only CARTWRIGHT_DATATYPE=always packs all of them. */
  if (rank == 0) fprintf(stderr, "uses %d\n", 2 * uses + uses + uses + 2 * uses + 4);
  MPI_Type_free(&type);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
