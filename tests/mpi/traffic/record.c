/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Sends in every way, and counts its own bytes. Process 0 prints the bytes from each process to each other one, by the
 * ranks in MPI_COMM_WORLD: "WAY FROM TO BYTES", for the ways of a record whose bytes are known pair by pair.
 * usage: record [wait]: with wait, process 0 writes the file "ready" at the end, and all wait to be killed. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { messages, neighbors, one_sided, pairwise, ways };
static const char* const names[] = {"messages", "neighbors", "one-sided", "pairwise"};
enum { most = 16 };
static long long bytes[ways][most][most];
static int me, size;

static void sent(int way, int from, int to, long long amount) {
  if (from != to) bytes[way][from][to] += amount;
}

/* Point to point, over a communicator in which process `me` has rank `rank`, and world[i] is the rank of process i. */
static void messages_over(MPI_Comm comm, int rank, const int* world) {
  char out[64] = {0}, in[4096];
  MPI_Request requests[2];
  MPI_Status statuses[2];
  const int to = (rank + 1) % size, from = (rank + size - 1) % size;
  MPI_Irecv(in, 4096, MPI_CHAR, from, 1, comm, &requests[0]);
  MPI_Isend(out, 10, MPI_CHAR, to, 1, comm, &requests[1]);
  sent(messages, me, world[to], 10);
  MPI_Waitall(2, requests, statuses);
  MPI_Sendrecv(out, 3, MPI_INT, to, 2, in, 4096, MPI_CHAR, from, 2, comm, MPI_STATUS_IGNORE);
  sent(messages, me, world[to], 12);
  MPI_Sendrecv_replace(out, 7, MPI_SHORT, from, 3, to, 3, comm, MPI_STATUS_IGNORE);
  sent(messages, me, world[from], 14);
  MPI_Send_init(out, 5, MPI_DOUBLE, to, 4, comm, &requests[0]);
  MPI_Recv_init(in, 4096, MPI_CHAR, from, 4, comm, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, statuses);
    sent(messages, me, world[to], 40);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  /* A vector: 4 of 8 ints. */
  MPI_Datatype vector;
  MPI_Type_vector(4, 1, 2, MPI_INT, &vector);
  MPI_Type_commit(&vector);
  if (rank % 2 == 0 && rank + 1 < size) {
    MPI_Send(out, 1, vector, rank + 1, 5, comm);
    sent(messages, me, world[rank + 1], 16);
  } else if (rank % 2 == 1) {
    MPI_Recv(in, 16, MPI_CHAR, rank - 1, 5, comm, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&vector);
#if MPI_VERSION >= 4
  /* The same, made with large counts. */
  MPI_Type_vector_c(2, 1, 2, MPI_SHORT, &vector);
  MPI_Type_commit(&vector);
  MPI_Sendrecv(out, 1, vector, to, 7, in, 4096, MPI_CHAR, from, 7, comm, MPI_STATUS_IGNORE);
  sent(messages, me, world[to], 4);
  MPI_Type_free(&vector);
#endif
  MPI_Send(out, 4, MPI_CHAR, MPI_PROC_NULL, 6, comm);
}

static void over_neighbors(void) {
  const int periods[] = {1};
  int dims[] = {size};
  char out[64] = {0}, in[64];
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &ring); /* a record leaves all ranks as they are */
  MPI_Neighbor_alltoall(out, 6, MPI_CHAR, in, 6, MPI_CHAR, ring);
  sent(neighbors, me, (me + 1) % size, 6);
  sent(neighbors, me, (me + size - 1) % size, 6);
  MPI_Comm_free(&ring);
}

static void in_windows(void) {
  int out[4] = {1, 2, 3, 4}, in[8], memory[8] = {0};
  const int to = (me + 2) % size;
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(out, 2, MPI_INT, to, 0, 2, MPI_INT, window);
  sent(one_sided, me, to, 8);
  MPI_Get(in, 3, MPI_INT, to, 4, 3, MPI_INT, window);
  sent(one_sided, to, me, 12);
  MPI_Win_fence(0, window);
  MPI_Accumulate(out, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, window);
  sent(one_sided, me, to, 4);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void in_collectives(void) {
  int out[4 * most] = {0}, in[4 * most], counts[most], at[most];
  for (int i = 0; i < size; ++i) {
    counts[i] = (me + i) % 3;
    at[i] = 2 * i;
    sent(pairwise, me, i, 4LL * counts[i]);
  }
  MPI_Alltoallv(out, counts, at, MPI_INT, in, counts, at, MPI_INT, MPI_COMM_WORLD);
  const int root = size - 1;
  MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, root, MPI_COMM_WORLD);
  sent(pairwise, me, root, 4);
  MPI_Scatter(out, 2, MPI_INT, in, 2, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; me == 0 && i < size; ++i) sent(pairwise, 0, i, 8);
  /* By a model: these have no lines. */
  MPI_Allreduce(out, in, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(out, 5, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
}

/* SIGTERM ends a child of fork(), and no one else. */
static void terminate_child(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    sleep(100);
    _exit(0);
  }
  usleep(50000);
  kill(child, SIGTERM);
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM) printf("the child ended with %d\n", status);
}

#if MPI_VERSION >= 4
/* Persistent collectives are counted at each start. */
static void in_collectives_of_4(void) {
  char* out = calloc(8 * most, 1);
  char* in = calloc(8 * most, 1);
  int* counts = calloc(most, sizeof *counts);
  int* at = calloc(most, sizeof *at);
  MPI_Count large_counts[most];
  MPI_Aint large_at[most];
  MPI_Request requests[3];
  MPI_Comm ring;
  const int periods[] = {1};
  int dims[] = {size};
  for (int i = 0; i < size; ++i) {
    counts[i] = 1 + (me + i) % 2;
    at[i] = 4 * i;
    large_counts[i] = 1 + i;
    large_at[i] = 4 * i;
    sent(pairwise, me, i, 2 * counts[i]);
  }
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  MPI_Alltoallv_init(out, counts, at, MPI_CHAR, in, counts, at, MPI_CHAR, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Gather_init(out, 3, MPI_CHAR, in, 3, MPI_CHAR, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Neighbor_alltoall_init(out, 2, MPI_CHAR, in, 2, MPI_CHAR, ring, MPI_INFO_NULL, &requests[2]);
  for (int start = 0; start < 2; ++start) {
    MPI_Startall(3, requests);
    for (int i = 0; i < 3; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    sent(pairwise, me, 0, 3);
    sent(neighbors, me, (me + 1) % size, 2);
    sent(neighbors, me, (me + size - 1) % size, 2);
  }
  for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
  MPI_Comm_free(&ring);
  MPI_Scatterv_c(out, large_counts, large_at, MPI_CHAR, in, large_counts[me], MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; me == 0 && i < size; ++i) sent(pairwise, 0, i, large_counts[i]);
  MPI_Gatherv_c(out, large_counts[me], MPI_CHAR, in, large_counts, large_at, MPI_CHAR, 0, MPI_COMM_WORLD);
  sent(pairwise, me, 0, large_counts[me]);
  free(out), free(in), free(counts), free(at);
}
#endif

/* A process that MPI_Comm_spawn started ends when the others have written their record. */
static int end_late(MPI_Comm parent) {
  MPI_Comm_disconnect(&parent);
  for (int i = 0; i < 200 && access("spawned", F_OK) != 0; ++i) usleep(50000);
  MPI_Finalize();
  return 0;
}

int main(int argc, char* argv[]) {
  MPI_Comm parent;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) return end_late(parent);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int world[most], reversed[most];
  for (int i = 0; i < size; ++i) {
    world[i] = i;
    reversed[i] = size - 1 - i;
  }
  MPI_Comm backwards;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &backwards);
  messages_over(MPI_COMM_WORLD, me, world);
  messages_over(backwards, size - 1 - me, reversed);
  MPI_Comm_free(&backwards);
  over_neighbors();
  if (size > 1) in_windows(); /* Open MPI 4.1 has no windows of one process here */
  in_collectives();
#if MPI_VERSION >= 4
  in_collectives_of_4();
#endif
  MPI_Pcontrol(0);
  static long long all[ways][most][most];
  MPI_Reduce(bytes, all, ways * most * most, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Pcontrol(1);
  for (int way = 0; way < ways && me == 0; ++way)
    for (int from = 0; from < size; ++from)
      for (int to = 0; to < size; ++to)
        if (all[way][from][to] != 0) printf("%s %d %d %lld\n", names[way], from, to, all[way][from][to]);
  fflush(stdout);
  terminate_child();
  if (argc > 1 && strcmp(argv[1], "wait") == 0) {
    if (me == 0) fclose(fopen("ready", "w"));
    sleep(100);
  }
  if (argc > 1 && strcmp(argv[1], "spawn") == 0) {
    MPI_Comm started;
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &started, MPI_ERRCODES_IGNORE);
    MPI_Comm_disconnect(&started);
  }
  if (argc > 1 && strcmp(argv[1], "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 3);
  usleep(50000);
  MPI_Finalize();
  return 0;
}
