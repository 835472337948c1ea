// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/base/requests.hpp"
#include "preload/packing/message.hpp"
#include "preload/parts/segments.hpp"
#include "preload/traffic/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Every call that sends to one process. It is counted for the traffic report, then sent as an SendBuffer message. Count
// is int, or MPI_Count in the functions with names in _c.

namespace {

/// Keeps the data until it is sent.
class Sending : public Pending {
 public:
  explicit Sending(SendBuffer message) : message_(std::move(message)) {}
  int complete(MPI_Status& status, int error) override {
    int canceled = 0;
    if (PMPI_Test_cancelled(&status, &canceled) == MPI_SUCCESS && canceled) message_.withdraw();
    return error;
  }

 private:
  SendBuffer message_;
};

template <typename Count>
using Send = int (*)(const void*, Count, MPI_Datatype, int, int, MPI_Comm);

template <typename Count>
int send(Send<Count> function, const Send<Count> synchronous, CallKind kind, const void* buffer, Count count,
         MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  count_send(comm, dest, count, type);
  if (segments_started) {
    int error = MPI_SUCCESS;
    Path path = Path::mpi;
    if (kind == CallKind::blocking) path = send_in_parts(buffer, count, type, dest, tag, comm, error);
    if (path == Path::parts) return error;
    if (path == Path::synchronous) function = synchronous;
    if (path == Path::mpi) note_usual_send(comm, dest, tag);
  }
  if (left_to_mpi(buffer, type)) return function(buffer, count, type, dest, tag, comm);
  const SendBuffer message(buffer, count, type, dest, tag, comm, kind);
  return message.sent(function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm));
}

template <typename Count>
int start_send(int (*const function)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*), CallKind kind,
               const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  count_send(comm, dest, count, type);
  if (segments_started) note_usual_send(comm, dest, tag);
  if (left_to_mpi(buffer, type)) return function(buffer, count, type, dest, tag, comm, request);
  SendBuffer message(buffer, count, type, dest, tag, comm, kind);
  const int error = message.sent(
      function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm, request));
  if (message.own() && error == MPI_SUCCESS) on_completion(*request, std::make_unique<Sending>(std::move(message)));
  return error;
}

}  // namespace

// A receiver that waits for a message in parts has not posted a receive, so no message is sent in ready mode then:
// `safe` is the standard mode.
#define SEND(name, safe, synchronous, kind, Count)                                                                     \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {                 \
    const mpi::RealFunctions& real = mpi::real();                                                                      \
    return send<Count>(for_parts(real.safe, real.name), real.synchronous, kind, buffer, count, type, dest, tag, comm); \
  }
#define ISEND(name, safe, kind, Count)                                                                       \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,         \
               MPI_Request* request) {                                                                       \
    const mpi::RealFunctions& real = mpi::real();                                                            \
    return start_send(for_parts(real.safe, real.name), kind, buffer, count, type, dest, tag, comm, request); \
  }

SEND(Send, Send, Ssend, CallKind::blocking, int)
SEND(Ssend, Ssend, Ssend, CallKind::blocking, int)
SEND(Rsend, Send, Ssend, CallKind::blocking, int)
SEND(Bsend, Bsend, Bsend, CallKind::buffered, int)
ISEND(Isend, Isend, CallKind::nonblocking, int)
ISEND(Issend, Issend, CallKind::nonblocking, int)
ISEND(Irsend, Isend, CallKind::nonblocking, int)
ISEND(Ibsend, Ibsend, CallKind::buffered, int)
#if MPI_VERSION >= 4
SEND(Send_c, Send_c, Ssend_c, CallKind::blocking, MPI_Count)
SEND(Ssend_c, Ssend_c, Ssend_c, CallKind::blocking, MPI_Count)
SEND(Rsend_c, Send_c, Ssend_c, CallKind::blocking, MPI_Count)
SEND(Bsend_c, Bsend_c, Bsend_c, CallKind::buffered, MPI_Count)
ISEND(Isend_c, Isend_c, CallKind::nonblocking, MPI_Count)
ISEND(Issend_c, Issend_c, CallKind::nonblocking, MPI_Count)
ISEND(Irsend_c, Isend_c, CallKind::nonblocking, MPI_Count)
ISEND(Ibsend_c, Ibsend_c, CallKind::buffered, MPI_Count)
#endif
