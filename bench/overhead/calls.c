/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The cost of MPI calls with tiny, contiguous data. Prints one line for each group of calls, "NAME CALLS NS", with the
 * minimum time of the group in nanoseconds. Groups are timed in batches of a few microseconds: even on a busy machine
 * some batches are not interrupted. Run it on one rank, which sends to itself, or on two.
 *
 * usage: calls [commit|start]
 *  * commit   commits a datatype of blocks first, like programs that send columns of matrices
 *  * start    measures nothing; used to time MPI_Init and MPI_Finalize */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { batches = 3000, repeats = 16 };

static int peer; /* the other rank; with one rank, this one */
static int ranks, rank;
static double out, in, sum;

static void comm_rank(void) {
  int me;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
}

static void iprobe(void) {
  int flag;
  MPI_Iprobe(peer, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static MPI_Request never; /* a receive that is never matched */
static void test(void) {
  int flag;
  MPI_Test(&never, &flag, MPI_STATUS_IGNORE);
}

static void send_recv(void) {
  MPI_Status status;
  MPI_Request request;
  if (peer == rank) {
    MPI_Irecv(&in, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
  } else if (rank == 0) {
    MPI_Send(&out, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &status);
  } else {
    MPI_Recv(&in, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &status);
    MPI_Send(&out, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
  }
}

static void waitall(void) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv(&in, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, requests);
  MPI_Isend(&out, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, requests + 1);
  MPI_Waitall(2, requests, statuses);
}

static void sendrecv(void) {
  MPI_Sendrecv(&out, 1, MPI_DOUBLE, peer, 0, &in, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_Request persistent[2];
static void startall(void) {
  MPI_Status statuses[2];
  MPI_Startall(2, persistent);
  MPI_Waitall(2, persistent, statuses);
}

static void allreduce(void) { MPI_Allreduce(&out, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(&out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

static void reduce(void) { MPI_Reduce(&out, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); }
static void gather(void) {
  double all[2];
  MPI_Gather(&out, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void alltoall(void) {
  double from[2] = {1, 2}, to[2];
  MPI_Alltoall(from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, MPI_COMM_WORLD);
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void measure(const char* name, int calls, void (*group)(void)) {
  double least = 1e300;
  for (int batch = 0; batch < batches; ++batch) {
    const double begin = nanoseconds();
    for (int i = 0; i < repeats; ++i) group();
    const double took = (nanoseconds() - begin) / repeats;
    if (took < least) least = took;
  }
  if (rank == 0) printf("%s %d %.2f\n", name, calls, least);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 1 && strcmp(argv[1], "start") == 0) {
    MPI_Finalize();
    return 0;
  }
  if (ranks > 2) {
    if (rank == 0) fprintf(stderr, "calls: %d ranks; start it on 1 or 2\n", ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  peer = ranks - 1 - rank;
  MPI_Datatype column;
  MPI_Type_vector(100, 1, 100, MPI_DOUBLE, &column);
  if (argc > 1 && strcmp(argv[1], "commit") == 0) MPI_Type_commit(&column);
  MPI_Recv_init(&in, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, persistent);
  MPI_Send_init(&out, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, persistent + 1);
  MPI_Irecv(&in, 1, MPI_DOUBLE, peer, 9, MPI_COMM_WORLD, &never);

  measure("Comm_rank", 1, comm_rank);
  measure("Test", 1, test);
  if (peer == rank)
    measure("Irecv,Send,Wait", 3, send_recv);
  else
    measure("Send,Recv", 4, send_recv); /* on both ranks, in sequence */
  measure("Irecv,Isend,Waitall", 3, waitall);
  measure("Sendrecv", 1, sendrecv);
  measure("Startall,Waitall", 2, startall);
  measure("Allreduce", 1, allreduce);
  measure("Bcast", 1, bcast);
  measure("Reduce", 1, reduce);
  measure("Gather", 1, gather);
  if (peer != rank) measure("Alltoall", 1, alltoall); /* MPICH 4 over UCX does not end it on one rank */
  /* This is the last group, because the interposer treats a process that has probed differently. */
  measure("Iprobe", 1, iprobe);

  MPI_Cancel(&never);
  MPI_Wait(&never, MPI_STATUS_IGNORE);
  MPI_Request_free(persistent);
  MPI_Request_free(persistent + 1);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
