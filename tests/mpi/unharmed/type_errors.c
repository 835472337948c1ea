/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Wrong arguments, several times each, because the interposer asks about a datatype at its first use only. Each error
 * must reach the same error handler, as often and from the same function. One process. */
#include "outcome.h"

#include <string.h>

/* How often the error handlers of MPI_COMM_WORLD, of MPI_COMM_SELF and of another communicator were called. */
static int calls[3];
static void of_world(MPI_Comm* comm, int* error, ...) { calls[0] += (comm != NULL) + 0 * *error; }
static void of_self(MPI_Comm* comm, int* error, ...) { calls[1] += (comm != NULL) + 0 * *error; }
static void of_other(MPI_Comm* comm, int* error, ...) { calls[2] += (comm != NULL) + 0 * *error; }

static void handle(MPI_Comm comm, MPI_Comm_errhandler_function* function) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(function, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);
}

static void report(const char* what, int error) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (error != MPI_SUCCESS) MPI_Error_string(error, text, &length);
  text[strcspn(text, "=")] = 0; /* before the first address */
  printf("%s: %d %d %d %s\n", what, calls[0], calls[1], calls[2], text);
  memset(calls, 0, sizeof calls);
}

enum { room = 4096 };
static int data[1024];
static char packed[room];

static void pack(int count, MPI_Datatype type, int position, MPI_Comm comm) {
  int at = position;
  report("pack", MPI_Pack(data, count, type, packed, room, &at, comm));
  at = position;
  report("unpack", MPI_Unpack(packed, room, &at, data, count, type, comm));
}

static void communicate(int count, MPI_Datatype type, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  report("send", MPI_Send(data, count, type, 0, 1, comm));
  report("isend", MPI_Isend(data, count, type, 0, 1, comm, &request));
  report("recv", MPI_Recv(data, count, type, 0, 1, comm, MPI_STATUS_IGNORE));
  report("irecv", MPI_Irecv(data, count, type, 0, 1, comm, &request));
  report("sendrecv", MPI_Sendrecv(data, count, type, 0, 1, packed, count, type, 0, 1, comm, MPI_STATUS_IGNORE));
  report("bcast", MPI_Bcast(data, count, type, 0, comm));
  report("allgather", MPI_Allgather(data, count, type, packed, count, type, comm));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_SELF, &other);
  handle(MPI_COMM_WORLD, of_world);
  handle(MPI_COMM_SELF, of_self);
  handle(other, of_other);
  const MPI_Comm comms[] = {MPI_COMM_WORLD, MPI_COMM_SELF, other};
  MPI_Datatype good, never;
  MPI_Type_vector(8, 1, 2, MPI_INT, &good);
  MPI_Type_commit(&good);
  MPI_Type_vector(8, 1, 3, MPI_INT, &never);
  MPI_Datatype bad[3] = {MPI_DATATYPE_NULL, never};
  int bads = 2;
#ifndef OPEN_MPI /* where a handle is an address */
  bad[bads++] = (MPI_Datatype)MPI_COMM_WORLD;
#endif
  for (int c = 0; c < 3; ++c)
    for (int turn = 0; turn < 4; ++turn) {
      pack(-1, good, 0, comms[c]);
      pack(1, good, room - 8, comms[c]);
      pack(1, good, 0, comms[c]);
      pack(1, good, 0, MPI_COMM_NULL);
      communicate(-1, good, comms[c]);
      for (int i = 0; i < bads; ++i) {
        pack(1, bad[i], 0, comms[c]);
        communicate(1, bad[i], comms[c]);
      }
    }
  /* It is committed at last. */
  MPI_Type_commit(&never);
  for (int turn = 0; turn < 4; ++turn) pack(1, never, 0, other);
  MPI_Type_free(&never);
  MPI_Type_free(&good);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
