/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <string.h>

/* Messages, collectives and files with data at MPI_BOTTOM, each often enough to be measured. The program's own error
 * handlers must not be called. */

enum { items = 600, uses = 20 };

static int handled;
static void handle(MPI_Comm* comm, int* error, ...) {
  (void)comm;
  (void)error;
  ++handled;
}

/* Every second double of `data`, by its address. */
static MPI_Datatype scattered(const double* data, int n) {
  MPI_Aint at = 0;
  MPI_Datatype vector = MPI_DATATYPE_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const int one = 1;
  MPI_Get_address(data, &at);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &vector);
  MPI_Type_create_hindexed(1, &one, &at, vector, &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&vector);
  return type;
}

/* `n` contiguous doubles, by their address. */
static MPI_Datatype block(const double* data, int n) {
  MPI_Aint at = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Get_address(data, &at);
  MPI_Type_create_hindexed(1, &n, &at, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

static void fill(double* data, int n, int salt) {
  for (int i = 0; i < n; ++i) data[i] = 1000.0 * salt + i;
}

static long long sum(const double* data, int n) {
  long long total = 0;
  for (int i = 0; i < n; ++i) total += (long long)data[i] * (i % 7 + 1);
  return total;
}

static double sent[2 * items];
static double received[2 * items];

static void messages(int rank, int n, MPI_Datatype out, MPI_Datatype in, const char* name) {
  long long seen = 0;
  for (int use = 0; use < uses; ++use) {
    fill(sent, 2 * items, rank + use);
    memset(received, 0, sizeof received);
    if (rank == 0) {
      MPI_Send(MPI_BOTTOM, 1, out, 1, use, MPI_COMM_WORLD);
      MPI_Recv(MPI_BOTTOM, 1, in, 1, use, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(MPI_BOTTOM, 1, in, 0, use, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(MPI_BOTTOM, 1, out, 0, use, MPI_COMM_WORLD);
    }
    seen += sum(received, 2 * n);
  }
  print_sum(name, seen);
}

static void persistent(int rank, MPI_Datatype out, MPI_Datatype in) {
  long long seen = 0;
  MPI_Request requests[2];
  MPI_Send_init(MPI_BOTTOM, 1, out, 1 - rank, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(MPI_BOTTOM, 1, in, 1 - rank, 5, MPI_COMM_WORLD, &requests[1]);
  for (int use = 0; use < uses; ++use) {
    fill(sent, 2 * items, rank + use);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    seen += sum(received, 2 * items);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  print_sum("persistent", seen);
}

static void collectives(int rank, MPI_Datatype out, MPI_Datatype in) {
  long long seen = 0;
  for (int use = 0; use < uses; ++use) {
    const int counts[] = {1, 1};
    const int displacements[] = {0, 0};
    MPI_Datatype outs[] = {out, out};
    MPI_Datatype ins[] = {in, in};
    fill(sent, 2 * items, rank + use);
    MPI_Bcast(MPI_BOTTOM, 1, out, 0, MPI_COMM_WORLD);
    seen += sum(sent, 2 * items);
    /* Each receives from process 0 only: two messages to one address would be an error. */
    MPI_Alltoallw(MPI_BOTTOM, rank == 0 ? counts : displacements, displacements, outs, MPI_BOTTOM, (const int[]){1, 0},
                  displacements, ins, MPI_COMM_WORLD);
    seen += sum(received, 2 * items);
  }
  print_sum("collectives", seen);
}

static void files(int rank, MPI_Datatype out, const char* path) {
  MPI_File file;
  MPI_Request request;
  double first = 0;
  if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS) {
    print_sum("no file", 1);
    return;
  }
  MPI_File_set_view(file, (MPI_Offset)rank * items * (MPI_Offset)sizeof(double), MPI_DOUBLE, MPI_DOUBLE, "native",
                    MPI_INFO_NULL);
  fill(sent, 2 * items, rank);
  MPI_File_iwrite_all(file, MPI_BOTTOM, 1, out, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(file, 7, &first, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  print_sum("files", (long long)first);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);

  MPI_Datatype small_out = scattered(sent, 60);
  MPI_Datatype small_in = scattered(received, 60);
  MPI_Datatype out = scattered(sent, items);
  MPI_Datatype in = scattered(received, items);
  MPI_Datatype block_in = block(received, items);
  messages(rank, 60, small_out, small_in, "small messages");
  messages(rank, items, out, in, "messages");
  messages(rank, items, out, block_in, "messages into a block");
  persistent(rank, out, in);
  collectives(rank, out, in);
  files(rank, out, argv[1]);
  print_sum("errors handled", handled);
  MPI_Type_free(&small_out);
  MPI_Type_free(&small_in);
  MPI_Type_free(&out);
  MPI_Type_free(&in);
  MPI_Type_free(&block_in);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
