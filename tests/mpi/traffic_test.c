/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Sends by every call that is counted, and prints the sums that the report must show: "messages messages-between-nodes
 * bytes bytes-between-nodes". 16 processes, four on each node; every call sends to the next process of a ring, or to
 * both neighbours on it. */
#include <mpi.h>
#include <stdio.h>

#define WORDS 10

static long long sent[4];

static void expect(int from, int to, long long bytes) {
  const int between = from / 4 != to / 4;
  sent[0] += 1;
  sent[1] += between;
  sent[2] += bytes;
  sent[3] += between ? bytes : 0;
}

int main(int argc, char** argv) {
  static int out[8 * WORDS], in[8 * WORDS], twice[8 * WORDS];
  char attached[16 * 1024];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm ring;
  const int period = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
  MPI_Comm_rank(ring, &rank);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  const long long bytes = WORDS * sizeof(int);
  MPI_Status status;
  MPI_Request requests[2];
  MPI_Buffer_attach(attached, sizeof attached);

  /* To the next process: received before or while it is sent. */
#define ROUND(SEND, WAIT)                                         \
  MPI_Irecv(in, WORDS, MPI_INT, previous, 0, ring, &requests[0]); \
  MPI_Barrier(ring);                                              \
  SEND;                                                           \
  WAIT;                                                           \
  MPI_Wait(&requests[0], &status);                                \
  expect(rank, next, bytes);
  ROUND(MPI_Send(out, WORDS, MPI_INT, next, 0, ring), )
  ROUND(MPI_Bsend(out, WORDS, MPI_INT, next, 0, ring), )
  ROUND(MPI_Ssend(out, WORDS, MPI_INT, next, 0, ring), )
  ROUND(MPI_Rsend(out, WORDS, MPI_INT, next, 0, ring), )
#define NONBLOCKING(CALL) ROUND(CALL(out, WORDS, MPI_INT, next, 0, ring, &requests[1]), MPI_Wait(&requests[1], &status))
  NONBLOCKING(MPI_Isend)
  NONBLOCKING(MPI_Ibsend)
  NONBLOCKING(MPI_Issend)
  NONBLOCKING(MPI_Irsend)

#define PERSISTENT(CALL)                                                \
  CALL(out, WORDS, MPI_INT, next, 0, ring, &requests[1]);               \
  ROUND(MPI_Start(&requests[1]), MPI_Wait(&requests[1], &status))       \
  ROUND(MPI_Startall(1, &requests[1]), MPI_Wait(&requests[1], &status)) \
  MPI_Request_free(&requests[1]);
  PERSISTENT(MPI_Send_init)
  PERSISTENT(MPI_Bsend_init)
  PERSISTENT(MPI_Ssend_init)
  PERSISTENT(MPI_Rsend_init)

  MPI_Sendrecv(out, WORDS, MPI_INT, next, 0, in, WORDS, MPI_INT, previous, 0, ring, &status);
  expect(rank, next, bytes);
  MPI_Sendrecv_replace(out, WORDS, MPI_INT, next, 0, previous, 0, ring, &status);
  expect(rank, next, bytes);
  MPI_Send(out, WORDS, MPI_INT, MPI_PROC_NULL, 0, ring); /* counts for nothing */

  /* To both neighbours on the ring: the previous one comes first. */
  const int counts[2] = {1, 2}, places[2] = {0, WORDS}, back[2] = {2, 1}, ones[2] = {1, 1};
  const MPI_Aint offsets[2] = {0, WORDS * sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
#define BOTH(CALL, TO_PREVIOUS, TO_NEXT)               \
  CALL;                                                \
  expect(rank, previous, (TO_PREVIOUS) * sizeof(int)); \
  expect(rank, next, (TO_NEXT) * sizeof(int));
#define BOTH_WAYS(CALL, ARGUMENTS, TO_PREVIOUS, TO_NEXT)              \
  BOTH(MPI_N##CALL(ARGUMENTS, ring), TO_PREVIOUS, TO_NEXT)            \
  BOTH(MPI_In##CALL(ARGUMENTS, ring, requests), TO_PREVIOUS, TO_NEXT) \
  MPI_Wait(requests, &status);
#define LIST(...) __VA_ARGS__
  BOTH_WAYS(eighbor_allgather, LIST(out, 3, MPI_INT, in, 3, MPI_INT), 3, 3)
  BOTH_WAYS(eighbor_allgatherv, LIST(out, 1, MPI_INT, in, ones, places, MPI_INT), 1, 1)
  BOTH_WAYS(eighbor_alltoall, LIST(out, 4, MPI_INT, in, 4, MPI_INT), 4, 4)
  BOTH_WAYS(eighbor_alltoallv, LIST(out, counts, places, MPI_INT, twice, back, places, MPI_INT), 1, 2)
  BOTH_WAYS(eighbor_alltoallw, LIST(out, counts, offsets, types, twice, back, offsets, types), 1, 2)

  /* The same neighbours as a distributed graph, named in the other order. */
  MPI_Comm graph;
  const int sources[2] = {previous, next}, destinations[2] = {next, previous};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, ones, 2, destinations, ones, MPI_INFO_NULL, 0, &graph);
  BOTH(MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, twice, counts, places, MPI_INT, graph), 2, 1)
  MPI_Comm_free(&graph);

  long long all[4];
  MPI_Reduce(sent, all, 4, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%lld %lld %lld %lld\n", all[0], all[1], all[2], all[3]);
  int detached;
  void* buffer;
  MPI_Buffer_detach(&buffer, &detached);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
