// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/message.hpp"
#include "preload/requests.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// Every call that sends to one process: counted for the report of what was sent, then done with packed data or by MPI.

namespace {

/// Keeps packed data until it is sent.
class Sending : public Pending {
 public:
  explicit Sending(Outgoing message) : message_(std::move(message)) {}
  int complete(MPI_Status&, int error) override { return error; }

 private:
  Outgoing message_;
};

}  // namespace

#define SEND(name)                                                                                   \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) { \
    count_send(comm, dest, count, type);                                                             \
    if (const Outgoing message(buffer, count, type, dest); message.packed())                         \
      return real().name(message.data(), message.bytes(), MPI_PACKED, dest, tag, comm);              \
    return real().name(buffer, count, type, dest, tag, comm);                                        \
  }
SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)

#define ISEND(name)                                                                                       \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,        \
               MPI_Request* request) {                                                                    \
    count_send(comm, dest, count, type);                                                                  \
    Outgoing message(buffer, count, type, dest);                                                          \
    if (!message.packed()) return real().name(buffer, count, type, dest, tag, comm, request);             \
    const int error = real().name(message.data(), message.bytes(), MPI_PACKED, dest, tag, comm, request); \
    if (error == MPI_SUCCESS) on_completion(*request, std::make_unique<Sending>(std::move(message)));     \
    return error;                                                                                         \
  }
ISEND(Isend)
ISEND(Ibsend)
ISEND(Issend)
ISEND(Irsend)
