/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Sends with every counted call, and prints the expected sums of the report: "messages messages-between-nodes bytes
 * bytes-between-nodes". There are 16 processes, four on each node. Every call sends to the next process of a cycle, or
 * to both neighbors on it, or is a collective, in which data from or to all crosses to each node once. */
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

/* The same bytes from one process to the 15 others, once to each of the 3 other nodes. */
static void expect_to_all(long long bytes) {
  sent[0] += 15;
  sent[1] += 3;
  sent[2] += 15 * bytes;
  sent[3] += 3 * bytes;
}

/* Bytes that are combined on the way to another process: the first process of each node sends them to another node. */
static void expect_combined(int from, int to, long long bytes) {
  if (from == to) return;
  const int between = from / 4 != to / 4 && from % 4 == 0;
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
  MPI_Comm circle;
  const int period = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &circle);
  MPI_Comm_rank(circle, &rank);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  const long long bytes = WORDS * sizeof(int);
  MPI_Status status;
  MPI_Request requests[2];
  MPI_Buffer_attach(attached, sizeof attached);

  /* Sends to the next process, which receives before or during the send. */
#define ROUND(SEND, WAIT)                                           \
  MPI_Irecv(in, WORDS, MPI_INT, previous, 0, circle, &requests[0]); \
  MPI_Barrier(circle);                                              \
  SEND;                                                             \
  WAIT;                                                             \
  MPI_Wait(&requests[0], &status);                                  \
  expect(rank, next, bytes);
  ROUND(MPI_Send(out, WORDS, MPI_INT, next, 0, circle), )
  ROUND(MPI_Bsend(out, WORDS, MPI_INT, next, 0, circle), )
  ROUND(MPI_Ssend(out, WORDS, MPI_INT, next, 0, circle), )
  ROUND(MPI_Rsend(out, WORDS, MPI_INT, next, 0, circle), )
#define NONBLOCKING(CALL) \
  ROUND(CALL(out, WORDS, MPI_INT, next, 0, circle, &requests[1]), MPI_Wait(&requests[1], &status))
  NONBLOCKING(MPI_Isend)
  NONBLOCKING(MPI_Ibsend)
  NONBLOCKING(MPI_Issend)
  NONBLOCKING(MPI_Irsend)

#define PERSISTENT(CALL)                                                \
  CALL(out, WORDS, MPI_INT, next, 0, circle, &requests[1]);             \
  ROUND(MPI_Start(&requests[1]), MPI_Wait(&requests[1], &status))       \
  ROUND(MPI_Startall(1, &requests[1]), MPI_Wait(&requests[1], &status)) \
  MPI_Request_free(&requests[1]);
  PERSISTENT(MPI_Send_init)
  PERSISTENT(MPI_Bsend_init)
  PERSISTENT(MPI_Ssend_init)
  PERSISTENT(MPI_Rsend_init)

  MPI_Sendrecv(out, WORDS, MPI_INT, next, 0, in, WORDS, MPI_INT, previous, 0, circle, &status);
  expect(rank, next, bytes);
  MPI_Sendrecv_replace(out, WORDS, MPI_INT, next, 0, previous, 0, circle, &status);
  expect(rank, next, bytes);
  MPI_Send(out, WORDS, MPI_INT, MPI_PROC_NULL, 0, circle); /* not counted */

  /* Sends to both neighbors on the cycle: the previous one comes first. */
  const int counts[2] = {1, 2}, block_starts[2] = {0, WORDS}, back[2] = {2, 1}, ones[2] = {1, 1};
  const MPI_Aint offsets[2] = {0, WORDS * sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
#define BOTH(CALL, TO_PREVIOUS, TO_NEXT)               \
  CALL;                                                \
  expect(rank, previous, (TO_PREVIOUS) * sizeof(int)); \
  expect(rank, next, (TO_NEXT) * sizeof(int));
#define BOTH_WAYS(CALL, ARGUMENTS, TO_PREVIOUS, TO_NEXT)                \
  BOTH(MPI_N##CALL(ARGUMENTS, circle), TO_PREVIOUS, TO_NEXT)            \
  BOTH(MPI_In##CALL(ARGUMENTS, circle, requests), TO_PREVIOUS, TO_NEXT) \
  MPI_Wait(requests, &status);
#define LIST(...) __VA_ARGS__
  BOTH_WAYS(eighbor_allgather, LIST(out, 3, MPI_INT, in, 3, MPI_INT), 3, 3)
  BOTH_WAYS(eighbor_allgatherv, LIST(out, 1, MPI_INT, in, ones, block_starts, MPI_INT), 1, 1)
  BOTH_WAYS(eighbor_alltoall, LIST(out, 4, MPI_INT, in, 4, MPI_INT), 4, 4)
  BOTH_WAYS(eighbor_alltoallv, LIST(out, counts, block_starts, MPI_INT, twice, back, block_starts, MPI_INT), 1, 2)
  BOTH_WAYS(eighbor_alltoallw, LIST(out, counts, offsets, types, twice, back, offsets, types), 1, 2)

  /* The same neighbors as a distributed graph, given in the other order. */
  MPI_Comm graph;
  const int sources[2] = {previous, next}, destinations[2] = {next, previous};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, ones, 2, destinations, ones, MPI_INFO_NULL, 0, &graph);
  BOTH(MPI_Neighbor_alltoallv(out, counts, block_starts, MPI_INT, twice, counts, block_starts, MPI_INT, graph), 2, 1)
  MPI_Comm_free(&graph);

  /* Collectives: both forms of each, the second with MPI_IN_PLACE if that exists. */
  enum { root = 6, most = 64 };
  static int wide[16 * most], wide_in[16 * most];
  int many[16], starts[16], bytes_at[16], threes[16];
  MPI_Datatype each[16];
  for (int i = 0; i < 16; ++i) {
    many[i] = i + 1;
    starts[i] = i * most;
    bytes_at[i] = i * most * (int)sizeof(int);
    threes[i] = 3;
    each[i] = MPI_INT;
  }
#define EACH(COUNT)            \
  for (int i = 0; i < 16; ++i) \
    if (i != rank) expect(rank, i, (COUNT) * (long long)sizeof(int));
#define BOTH_FORMS(NAME, LOWER, ARGUMENTS, IN_PLACE, EXPECTED) \
  MPI_##NAME(ARGUMENTS, circle);                               \
  EXPECTED MPI_I##LOWER(IN_PLACE, circle, requests);           \
  MPI_Wait(requests, &status);                                 \
  EXPECTED
  BOTH_FORMS(Alltoall, alltoall, LIST(wide, 3, MPI_INT, wide_in, 3, MPI_INT),
             LIST(MPI_IN_PLACE, 0, MPI_INT, wide_in, 3, MPI_INT), EACH(3))
  BOTH_FORMS(Alltoallv, alltoallv, LIST(wide, threes, starts, MPI_INT, wide_in, threes, starts, MPI_INT),
             LIST(MPI_IN_PLACE, threes, starts, MPI_INT, wide_in, threes, starts, MPI_INT), EACH(3))
  BOTH_FORMS(Alltoallw, alltoallw, LIST(wide, threes, bytes_at, each, wide_in, threes, bytes_at, each),
             LIST(MPI_IN_PLACE, threes, bytes_at, each, wide_in, threes, bytes_at, each), EACH(3))
  BOTH_FORMS(Allgather, allgather, LIST(wide, 5, MPI_INT, wide_in, 5, MPI_INT),
             LIST(MPI_IN_PLACE, 0, MPI_INT, wide_in, 5, MPI_INT), expect_to_all(5 * sizeof(int));)
  BOTH_FORMS(Allgatherv, allgatherv, LIST(wide, many[rank], MPI_INT, wide_in, many, starts, MPI_INT),
             LIST(MPI_IN_PLACE, 0, MPI_INT, wide_in, many, starts, MPI_INT), expect_to_all((rank + 1) * sizeof(int));)
  BOTH_FORMS(Bcast, bcast, LIST(wide, 7, MPI_INT, root), LIST(wide, 7, MPI_INT, root),
             if (rank == root) expect_to_all(7 * sizeof(int));)
#define MINE(PLACE, OTHER) rank == root ? (PLACE) : (OTHER)
  BOTH_FORMS(Gather, gather, LIST(wide, 2, MPI_INT, wide_in, 2, MPI_INT, root),
             LIST(MINE(MPI_IN_PLACE, wide), 2, MPI_INT, wide_in, 2, MPI_INT, root),
             if (rank != root) expect(rank, root, 2 * sizeof(int));)
  BOTH_FORMS(Gatherv, gatherv, LIST(wide, many[rank], MPI_INT, wide_in, many, starts, MPI_INT, root),
             LIST(MINE(MPI_IN_PLACE, wide), many[rank], MPI_INT, wide_in, many, starts, MPI_INT, root),
             if (rank != root) expect(rank, root, (rank + 1) * (long long)sizeof(int));)
  BOTH_FORMS(Scatter, scatter, LIST(wide, 2, MPI_INT, wide_in, 2, MPI_INT, root),
             LIST(wide, 2, MPI_INT, MINE(MPI_IN_PLACE, wide_in), 2, MPI_INT, root), if (rank == root) EACH(2))
  BOTH_FORMS(Scatterv, scatterv, LIST(wide, many, starts, MPI_INT, wide_in, many[rank], MPI_INT, root),
             LIST(wide, many, starts, MPI_INT, MINE(MPI_IN_PLACE, wide_in), many[rank], MPI_INT, root),
             if (rank == root) EACH(i + 1))
  BOTH_FORMS(Reduce, reduce, LIST(wide, wide_in, 4, MPI_INT, MPI_SUM, root),
             LIST(MINE(MPI_IN_PLACE, wide), wide_in, 4, MPI_INT, MPI_SUM, root),
             expect_combined(rank, root, 4 * sizeof(int));)
  BOTH_FORMS(Allreduce, allreduce, LIST(wide, wide_in, 4, MPI_INT, MPI_SUM),
             LIST(MPI_IN_PLACE, wide_in, 4, MPI_INT, MPI_SUM), expect_combined(rank, 0, 4 * sizeof(int));
             if (rank == 0) expect_to_all(4 * sizeof(int));)
#define EACH_COMBINED(COUNT) \
  for (int i = 0; i < 16; ++i) expect_combined(rank, i, (COUNT) * (long long)sizeof(int));
  BOTH_FORMS(Reduce_scatter, reduce_scatter, LIST(wide, wide_in, many, MPI_INT, MPI_SUM),
             LIST(MPI_IN_PLACE, wide_in, many, MPI_INT, MPI_SUM), EACH_COMBINED(i + 1))
  BOTH_FORMS(Reduce_scatter_block, reduce_scatter_block, LIST(wide, wide_in, 3, MPI_INT, MPI_SUM),
             LIST(MPI_IN_PLACE, wide_in, 3, MPI_INT, MPI_SUM), EACH_COMBINED(3))
#define TO_THE_NEXT \
  if (rank < 15) expect(rank, rank + 1, 4 * sizeof(int));
  BOTH_FORMS(Scan, scan, LIST(wide, wide_in, 4, MPI_INT, MPI_SUM), LIST(MPI_IN_PLACE, wide_in, 4, MPI_INT, MPI_SUM),
             TO_THE_NEXT)
  BOTH_FORMS(Exscan, exscan, LIST(wide, wide_in, 4, MPI_INT, MPI_SUM), LIST(MPI_IN_PLACE, wide_in, 4, MPI_INT, MPI_SUM),
             TO_THE_NEXT)
#if MPI_VERSION >= 4
  MPI_Count large[16];
  MPI_Aint large_at[16];
  for (int i = 0; i < 16; ++i) {
    large[i] = 3;
    large_at[i] = bytes_at[i];
  }
  BOTH_FORMS(Alltoall_c, alltoall_c, LIST(wide, 3, MPI_INT, wide_in, 3, MPI_INT),
             LIST(MPI_IN_PLACE, 0, MPI_INT, wide_in, 3, MPI_INT), EACH(3))
  BOTH_FORMS(Alltoallw_c, alltoallw_c, LIST(wide, large, large_at, each, wide_in, large, large_at, each),
             LIST(MPI_IN_PLACE, large, large_at, each, wide_in, large, large_at, each), EACH(3))
  BOTH_FORMS(Bcast_c, bcast_c, LIST(wide, 7, MPI_INT, root), LIST(wide, 7, MPI_INT, root),
             if (rank == root) expect_to_all(7 * sizeof(int));)
  BOTH_FORMS(Allgather_c, allgather_c, LIST(wide, 5, MPI_INT, wide_in, 5, MPI_INT),
             LIST(MPI_IN_PLACE, 0, MPI_INT, wide_in, 5, MPI_INT), expect_to_all(5 * sizeof(int));)
#endif

  /* The sum is counted as well. */
  long long all[4];
  expect_combined(rank, 0, sizeof sent);
  MPI_Reduce(sent, all, 4, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%lld %lld %lld %lld\n", all[0], all[1], all[2], all[3]);
  int detached;
  void* buffer;
  MPI_Buffer_detach(&buffer, &detached);
  MPI_Comm_free(&circle);
  MPI_Finalize();
  return 0;
}
