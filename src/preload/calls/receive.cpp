// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/program_world.hpp"
#include "preload/base/interpose.hpp"
#include "preload/node/same_node.hpp"
#include "preload/packing/receiving.hpp"
#include "preload/parts/segments.hpp"
#include "preload/traffic/reordered.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Every call that receives a message from one process. `function(data, count, type, ...)` is MPI's. Count is int, or
// MPI_Count in the functions with names in _c.

namespace {

template <typename Count, typename Function>
int receive(ReceiveBuffer message, MPI_Status* status, Function&& function) {
  const auto count = static_cast<Count>(message.count());
  if (!message.pending()) return function(message.data(), count, message.type(), status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = function(message.data(), count, message.type(), status);
  return message.deliver(*status, error);
}

template <typename Count, typename Function>
int start_receive(ReceiveBuffer message, MPI_Request* request, Function&& function) {
  const bool waits = message.own() || (message.pending() && must_look());
  const int error = function(message.data(), static_cast<Count>(message.count()), message.type());
  if (waits && error == MPI_SUCCESS) on_receipt(*request, std::make_unique<Receiving>(std::move(message)));
  return error;
}

/// The source and the communicator of a matched message are unknown. MPI_COMM_WORLD stands for the communicator,
/// because most communicators have its error handler.
ReceiveBuffer matched_message(void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message matched) {
  const int source = matched == MPI_MESSAGE_NO_PROC ? MPI_PROC_NULL : MPI_ANY_SOURCE;
  return ReceiveBuffer(buffer, count, type, source, mpi::program_world());
}

}  // namespace

#define RECEIVES(_, Count)                                                                                         \
  CW_MPI(Recv##_)(void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,                \
                  MPI_Status* status) {                                                                            \
    note_use_if_watched(comm);                                                                                     \
    int error = MPI_SUCCESS;                                                                                       \
    if (segments_started && receive_in_parts(buffer, count, type, source, tag, comm, status, error)) return error; \
    return receive<Count>(ReceiveBuffer(buffer, count, type, source, comm), status,                                \
                          [=](void* data, Count items, MPI_Datatype its, MPI_Status* its_status) {                 \
                            return mpi::real().Recv##_(data, items, its, source, tag, comm, its_status);           \
                          });                                                                                      \
  }                                                                                                                \
  CW_MPI(Irecv##_)(void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,               \
                   MPI_Request* request) {                                                                         \
    note_use_if_watched(comm);                                                                                     \
    if (segments_started) note_nonblocking_receive(comm, tag);                                                     \
    return start_receive<Count>(ReceiveBuffer(buffer, count, type, source, comm, CallKind::nonblocking), request,  \
                                [=](void* data, Count items, MPI_Datatype its) {                                   \
                                  return mpi::real().Irecv##_(data, items, its, source, tag, comm, request);       \
                                });                                                                                \
  }                                                                                                                \
  CW_MPI(Mrecv##_)(void* buffer, Count count, MPI_Datatype type, MPI_Message* matched, MPI_Status* status) {       \
    return receive<Count>(matched_message(buffer, count, type, *matched), status,                                  \
                          [=](void* data, Count items, MPI_Datatype its, MPI_Status* its_status) {                 \
                            return mpi::real().Mrecv##_(data, items, its, matched, its_status);                    \
                          });                                                                                      \
  }                                                                                                                \
  CW_MPI(Imrecv##_)(void* buffer, Count count, MPI_Datatype type, MPI_Message* matched, MPI_Request* request) {    \
    return start_receive<Count>(matched_message(buffer, count, type, *matched), request,                           \
                                [=](void* data, Count items, MPI_Datatype its) {                                   \
                                  return mpi::real().Imrecv##_(data, items, its, matched, request);                \
                                });                                                                                \
  }

RECEIVES(, int)
#if MPI_VERSION >= 4
RECEIVES(_c, MPI_Count)
#endif
