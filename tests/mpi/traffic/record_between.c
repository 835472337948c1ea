/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls the collectives of an intercommunicator between the even and the odd ranks. Process 0 prints the lines of
 * record.c for the messages between pairs of processes in the model of docs/record.md, and then "KIND GROUP CALLS
 * BYTES" for the collectives within the groups: group 0 is that of the even ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 16, ints = 4 * most };
enum { reduce, bcast, kinds };
static const char* const names[] = {"reduce", "bcast"};
static long long bytes[most][most];
static long long collectives[kinds][2][2]; /* calls and bytes, by group */
static int me, color, own_rank, own_size, other_size;
static MPI_Comm between;

static int other(int i) { return 1 - color + 2 * i; }
static int own(int i) { return color + 2 * i; }
static void sent(int from, int to, long long amount) {
  if (from != to) bytes[from][to] += amount;
}
static void within(int kind, long long amount) {
  ++collectives[kind][color][0];
  collectives[kind][color][1] += amount;
}

/* The model of the rooted ones. */
static void model_bcast(int root_color, int root, long long amount) {
  if (color != root_color) within(bcast, amount);
  if (color == root_color && own_rank == root) sent(me, other(0), amount);
}
static void model_reduce(int root_color, int root, long long amount) {
  if (color == root_color) return;
  within(reduce, amount);
  if (own_rank == 0) sent(me, other(root), amount);
}
static void model_allgather(long long mine, long long received) {
  own_rank == 0 ? sent(other(0), me, received) : sent(me, own(0), mine);
  within(bcast, received);
}
/* The argument of a call in which process `root` of one group is the root. */
static int root_of(int root_color, int root) {
  if (color != root_color) return root;
  return own_rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void rooted(int* out, int* in, int* counts, int* at) {
  const int last = (other_size > own_size ? own_size : other_size) - 1; /* in both groups */
  int one = 0;
  MPI_Bcast(out, 5, MPI_INT, root_of(0, last), between);
  model_bcast(0, last, 20);
  MPI_Request request;
  MPI_Ibcast(out, 2, MPI_INT, root_of(1, 0), between, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  model_bcast(1, 0, 8);
  MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, root_of(1, last), between);
  model_reduce(1, last, 12);
  MPI_Gather(out, 2, MPI_INT, in, 2, MPI_INT, root_of(0, 0), between);
  if (color == 1) sent(me, other(0), 8);
  for (int i = 0; i < other_size; ++i) counts[i] = i + 1;
  MPI_Gatherv(out, own_rank + 1, MPI_INT, in, counts, at, MPI_INT, root_of(1, last), between);
  if (color == 0) sent(me, other(last), 4 * (own_rank + 1));
  MPI_Scatter(out, 3, MPI_INT, in, 3, MPI_INT, root_of(0, last), between);
  for (int i = 0; color == 0 && own_rank == last && i < other_size; ++i) sent(me, other(i), 12);
  MPI_Scatterv(out, counts, at, MPI_INT, &in[0], own_rank + 1, MPI_INT, root_of(1, 0), between);
  for (int i = 0; color == 1 && own_rank == 0 && i < other_size; ++i) sent(me, other(i), 4 * (i + 1));
  MPI_Scatter(&one, 1, MPI_INT, in, 1, MPI_INT, root_of(1, last), between);
  for (int i = 0; color == 1 && own_rank == last && i < other_size; ++i) sent(me, other(i), 4);
}

static void to_all(int* out, int* in, int* counts, int* at) {
  MPI_Allreduce(out, in, 4, MPI_INT, MPI_SUM, between);
  model_reduce(1 - color, 0, 16);
  within(bcast, 16);
  /* The even ranks give 2 items each, the odd ones 3. */
  const int mine = 2 + color, received = 3 - color;
  MPI_Allgather(out, mine, MPI_INT, in, received, MPI_INT, between);
  model_allgather(4LL * mine, 4LL * received * other_size);
  int sum = 0;
  for (int i = 0; i < other_size; ++i) sum += counts[i] = i + 1;
  MPI_Allgatherv(out, own_rank + 1, MPI_INT, in, counts, at, MPI_INT, between);
  model_allgather(4LL * (own_rank + 1), 4LL * sum);
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, between);
  for (int i = 0; i < other_size; ++i) sent(me, other(i), 4);
  MPI_Datatype types[most];
  int bytes_at[most];
  for (int i = 0; i < other_size; ++i) {
    counts[i] = (own_rank + i) % 3;
    types[i] = MPI_INT;
    bytes_at[i] = 4 * at[i];
    sent(me, other(i), 8 * counts[i]);
  }
  MPI_Alltoallv(out, counts, at, MPI_INT, in, counts, at, MPI_INT, between);
  MPI_Alltoallw(out, counts, bytes_at, types, in, counts, bytes_at, types, between);
  MPI_Barrier(between);
}

/* Both groups combine as many items, and each process gets its part. */
static void scattered(int* out, int* in, int* counts) {
  const int all = own_size * other_size;
  for (int call = 0; call < 2; ++call) {
    model_reduce(1 - color, 0, 4LL * all);
    for (int i = 1; own_rank == 0 && i < own_size; ++i) sent(me, own(i), 4LL * other_size);
  }
  for (int i = 0; i < own_size; ++i) counts[i] = other_size;
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, between);
  MPI_Reduce_scatter_block(out, in, other_size, MPI_INT, MPI_SUM, between);
}

#if MPI_VERSION >= 4
static void of_mpi_4(int* out, int* in) {
  MPI_Count counts[most];
  MPI_Aint at[most];
  MPI_Request requests[2];
  int sum = 0;
  for (int i = 0; i < other_size; ++i) {
    sum += i + 1;
    counts[i] = i + 1;
    at[i] = 2 * i;
  }
  MPI_Bcast_init(out, 2, MPI_INT, root_of(1, 0), between, MPI_INFO_NULL, &requests[0]);
  MPI_Allgatherv_init_c(out, own_rank + 1, MPI_INT, in, counts, at, MPI_INT, between, MPI_INFO_NULL, &requests[1]);
  for (int start = 0; start < 2; ++start) {
    for (int i = 0; i < 2; ++i) {
      MPI_Start(&requests[i]);
      MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    model_bcast(1, 0, 8);
    model_allgather(4LL * (own_rank + 1), 4LL * sum);
  }
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  MPI_Scatterv_c(out, counts, at, MPI_INT, in, own_rank + 1, MPI_INT, root_of(0, 0), between);
  for (int i = 0; color == 0 && own_rank == 0 && i < other_size; ++i) sent(me, other(i), 4 * (i + 1));
  MPI_Alltoall_c(out, 1, MPI_INT, in, 1, MPI_INT, between);
  for (int i = 0; i < other_size; ++i) sent(me, other(i), 4);
}
#endif

int main(int argc, char* argv[]) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  color = me % 2;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, color, me, &half);
  MPI_Pcontrol(0); /* MPI_Intercomm_create sends messages of its own in some MPIs */
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - color, 1, &between);
  MPI_Pcontrol(1);
  MPI_Comm_rank(between, &own_rank);
  MPI_Comm_size(between, &own_size);
  MPI_Comm_remote_size(between, &other_size);
  int* const out = calloc(ints, sizeof *out);
  int* const in = calloc(ints, sizeof *in);
  int counts[most], at[most];
  for (int i = 0; i < most; ++i) at[i] = 2 * i;
  rooted(out, in, counts, at);
  to_all(out, in, counts, at);
  scattered(out, in, counts);
#if MPI_VERSION >= 4
  of_mpi_4(out, in);
#endif
  MPI_Pcontrol(0);
  static long long all[most][most], sums[kinds][2][2];
  MPI_Reduce(bytes, all, most * most, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(collectives, sums, kinds * 4, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  for (int from = 0; from < size && me == 0; ++from)
    for (int to = 0; to < size; ++to)
      if (all[from][to] != 0) printf("pairwise %d %d %lld\n", from, to, all[from][to]);
  for (int kind = 0; kind < kinds && me == 0; ++kind)
    for (int group = 0; group < 2; ++group)
      printf("%s %d %lld %lld\n", names[kind], group, sums[kind][group][0], sums[kind][group][1]);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
