// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/receiving.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// Persistent requests: packed data lies in the same place at every start.

namespace {

class PersistentSend : public Pending {
 public:
  explicit PersistentSend(Outgoing message) : message_(std::move(message)) {}
  void start() override { message_.pack_again(); }
  int complete(MPI_Status&, int error) override { return error; }

 private:
  Outgoing message_;
};

}  // namespace

#define SEND_INIT(name)                                                                                        \
  CW_MPI(name)(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,             \
               MPI_Request* request) {                                                                         \
    Outgoing message(buffer, count, type, dest, Use::persistent);                                              \
    const int error = message.packed()                                                                         \
                          ? real().name(message.data(), message.bytes(), MPI_PACKED, dest, tag, comm, request) \
                          : real().name(buffer, count, type, dest, tag, comm, request);                        \
    if (error != MPI_SUCCESS) return error;                                                                    \
    remember_persistent(*request, comm, dest, count, type);                                                    \
    if (message.packed()) on_every_completion(*request, std::make_unique<PersistentSend>(std::move(message))); \
    return error;                                                                                              \
  }
SEND_INIT(Send_init)
SEND_INIT(Bsend_init)
SEND_INIT(Ssend_init)
SEND_INIT(Rsend_init)

CW_MPI(Recv_init)(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  Incoming message(buffer, count, type, source, Use::persistent);
  if (!message.packed()) return real().Recv_init(buffer, count, type, source, tag, comm, request);
  const int error = real().Recv_init(message.data(), message.bytes(), MPI_PACKED, source, tag, comm, request);
  if (error == MPI_SUCCESS) on_every_completion(*request, std::make_unique<Receiving>(std::move(message)));
  return error;
}
