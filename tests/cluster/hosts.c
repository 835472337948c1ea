/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* usage: hosts HOSTS SECONDS ROUND_TRIP: two processes on each of HOSTS hosts check that the hosts are different
 * machines, by names, nodes, and counters of the network interfaces. One MiB from every process to another host takes
 * at least SECONDS, the fastest round trip of a message ROUND_TRIP and, unless that is 0, less than twice as much. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { bytes = 1 << 20, name_length = 64, round_trips = 20 };

static int failures;

static void check(int holds, const char* what) {
  if (holds) return;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fprintf(stderr, "process %d: failed: %s\n", rank, what);
  failures = 1;
}

/* The bytes that this host has sent so far. */
static long sent(void) {
  long count = -1;
  FILE* file = fopen("/sys/class/net/net0/statistics/tx_bytes", "r");
  if (!file) file = fopen("/sys/class/net/eth0/statistics/tx_bytes", "r");
  if (file) {
    if (fscanf(file, "%ld", &count) != 1) count = -1;
    fclose(file);
  }
  check(count >= 0, "the interface counts bytes");
  return count;
}

/* Every process exchanges with one other. Returns the bytes that left this host meanwhile. */
static long exchange(int peer, int length, double* seconds) {
  static char out[bytes], in[bytes];
  MPI_Barrier(MPI_COMM_WORLD);
  const long before = sent();
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  MPI_Sendrecv(out, length, MPI_CHAR, peer, 0, in, length, MPI_CHAR, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  *seconds = MPI_Wtime() - start;
  return sent() - before;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
  const int hosts = atoi(argv[1]);
  int rank, size, mates;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  check(size == 2 * hosts, "two processes per host");

  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &mates);
  check(mates == 2, "a node has two processes");
  MPI_Comm_free(&node);

  char name[name_length] = "", all[256][name_length];
  gethostname(name, sizeof name - 1);
  MPI_Allgather(name, name_length, MPI_CHAR, all, name_length, MPI_CHAR, MPI_COMM_WORLD);
  for (int other = 0; other < size; ++other)
    check((strcmp(name, all[other]) == 0) == (other / 2 == rank / 2), "names differ between hosts and only there");

  double seconds;
  exchange(rank ^ 1, 1, &seconds); /* connects */
  check(exchange(rank ^ 1, bytes, &seconds) < bytes / 4, "messages within a host do not pass its interface");
  exchange((rank + hosts) % size, 1, &seconds);
  check(exchange((rank + hosts) % size, bytes, &seconds) >= 2 * bytes, "messages to another host pass the interface");
  check(seconds >= atof(argv[2]), "links are not faster than requested");

  double fastest = 1e9;
  for (int trip = 0; trip < round_trips; ++trip) {
    const double start = MPI_Wtime();
    for (int turn = 0; turn < 2; ++turn) {
      if ((rank < hosts) == (turn == 0))
        MPI_Send(&turn, 1, MPI_INT, (rank + hosts) % size, 0, MPI_COMM_WORLD);
      else
        MPI_Recv(&(int){0}, 1, MPI_INT, (rank + hosts) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (MPI_Wtime() - start < fastest) fastest = MPI_Wtime() - start;
  }
  const double requested = atof(argv[3]);
  if (rank < hosts) check(fastest >= requested, "packets take as long as requested");
  if (rank < hosts && requested > 0) check(fastest < 2 * requested, "packets take no longer than requested");

  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0 && !failures) printf("%d hosts\n", hosts);
  MPI_Finalize();
  return failures;
}
