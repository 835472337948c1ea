// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// Every call that sends to one process is counted, then done.

#define SEND(name)                                                                                   \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) { \
    count_send(comm, dest, count, type);                                                             \
    return real().name(buffer, count, type, dest, tag, comm);                                        \
  }
SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)

#define ISEND(name)                                                                                \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
               MPI_Request* request) {                                                             \
    count_send(comm, dest, count, type);                                                           \
    return real().name(buffer, count, type, dest, tag, comm, request);                             \
  }
ISEND(Isend)
ISEND(Ibsend)
ISEND(Issend)
ISEND(Irsend)

CW_MPI(Sendrecv)(const void* send, int count, MPI_Datatype type, int dest, int tag, void* receive, int receive_count,
                 MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  count_send(comm, dest, count, type);
  return real().Sendrecv(send, count, type, dest, tag, receive, receive_count, receive_type, source, receive_tag, comm,
                         status);
}

CW_MPI(Sendrecv_replace)(void* buffer, int count, MPI_Datatype type, int dest, int tag, int source, int receive_tag,
                         MPI_Comm comm, MPI_Status* status) {
  count_send(comm, dest, count, type);
  return real().Sendrecv_replace(buffer, count, type, dest, tag, source, receive_tag, comm, status);
}
