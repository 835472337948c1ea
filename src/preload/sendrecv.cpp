// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/message.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// A message out and a message in, by one call.

CW_MPI(Sendrecv)(const void* send, int count, MPI_Datatype type, int dest, int tag, void* receive, int receive_count,
                 MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  count_send(comm, dest, count, type);
  const Outgoing out(send, count, type, dest);
  Incoming in(receive, receive_count, receive_type, source);
  if (out.packed()) {
    send = out.data();
    count = out.bytes();
    type = MPI_PACKED;
  }
  if (!in.packed())
    return real().Sendrecv(send, count, type, dest, tag, receive, receive_count, receive_type, source, receive_tag,
                           comm, status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = real().Sendrecv(send, count, type, dest, tag, in.data(), in.bytes(), MPI_PACKED, source,
                                    receive_tag, comm, status);
  return in.deliver(*status, error);
}

CW_MPI(Sendrecv_replace)(void* buffer, int count, MPI_Datatype type, int dest, int tag, int source, int receive_tag,
                         MPI_Comm comm, MPI_Status* status) {
  count_send(comm, dest, count, type);
  const Outgoing out(buffer, count, type, dest);
  Incoming in(buffer, count, type, source);
  // Only when both go packed is there no need of a buffer of MPI's.
  if (!out.packed() || !in.packed())
    return real().Sendrecv_replace(buffer, count, type, dest, tag, source, receive_tag, comm, status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = real().Sendrecv(out.data(), out.bytes(), MPI_PACKED, dest, tag, in.data(), in.bytes(), MPI_PACKED,
                                    source, receive_tag, comm, status);
  return in.deliver(*status, error);
}
