// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/message.hpp"
#include "preload/requests.hpp"
#include "preload/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Every call that sends to one process. It is counted for the traffic report, then sent as an Outgoing message. Count
// is int, or MPI_Count in the functions with names in _c.

namespace {

/// Keeps the data until it is sent.
class Sending : public Pending {
 public:
  explicit Sending(Outgoing message) : message_(std::move(message)) {}
  int complete(MPI_Status& status, int error) override {
    int canceled = 0;
    if (PMPI_Test_cancelled(&status, &canceled) == MPI_SUCCESS && canceled) message_.withdraw();
    return error;
  }

 private:
  Outgoing message_;
};

template <typename Count>
int send(int (*const function)(const void*, Count, MPI_Datatype, int, int, MPI_Comm), Mode mode, const void* buffer,
         Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  count_send(comm, dest, count, type);
  const Outgoing message(buffer, count, type, dest, tag, comm, mode);
  return message.sent(function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm));
}

template <typename Count>
int start_send(int (*const function)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*), Mode mode,
               const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  count_send(comm, dest, count, type);
  Outgoing message(buffer, count, type, dest, tag, comm, mode);
  const int error = message.sent(
      function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm, request));
  if (message.own() && error == MPI_SUCCESS) on_completion(*request, std::make_unique<Sending>(std::move(message)));
  return error;
}

}  // namespace

#define SEND(name, mode, Count)                                                                        \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) { \
    return send(mpi::real().name, mode, buffer, count, type, dest, tag, comm);                         \
  }
#define ISEND(name, mode, Count)                                                                     \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
               MPI_Request* request) {                                                               \
    return start_send(mpi::real().name, mode, buffer, count, type, dest, tag, comm, request);        \
  }

SEND(Send, Mode::blocking, int)
SEND(Ssend, Mode::blocking, int)
SEND(Rsend, Mode::blocking, int)
SEND(Bsend, Mode::buffered, int)
ISEND(Isend, Mode::started, int)
ISEND(Issend, Mode::started, int)
ISEND(Irsend, Mode::started, int)
ISEND(Ibsend, Mode::buffered, int)
#if MPI_VERSION >= 4
SEND(Send_c, Mode::blocking, MPI_Count)
SEND(Ssend_c, Mode::blocking, MPI_Count)
SEND(Rsend_c, Mode::blocking, MPI_Count)
SEND(Bsend_c, Mode::buffered, MPI_Count)
ISEND(Isend_c, Mode::started, MPI_Count)
ISEND(Issend_c, Mode::started, MPI_Count)
ISEND(Irsend_c, Mode::started, MPI_Count)
ISEND(Ibsend_c, Mode::buffered, MPI_Count)
#endif
