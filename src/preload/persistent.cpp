// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/receiving.hpp"
#include "preload/reordered.hpp"
#include "preload/segments.hpp"
#include "preload/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Persistent requests: packed data lies at the same address at every start. Count is int, or MPI_Count in the functions
// with names in _c.

namespace {

class PersistentSend : public Pending {
 public:
  explicit PersistentSend(Outgoing message) : message_(std::move(message)) {}
  void start() override { message_.pack_again(); }
  int complete(MPI_Status&, int error) override { return error; }

 private:
  Outgoing message_;
};

template <typename Count>
int make_send(int (*const function)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*),
              const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (segments_started) note_usual_send(comm, dest, tag);
  Outgoing message(buffer, count, type, dest, tag, comm, Mode::persistent);
  const int error =
      function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm, request);
  if (error != MPI_SUCCESS) return error;
  remember_persistent(*request, comm, dest, count, type);
  if (message.own()) on_every_completion(*request, std::make_unique<PersistentSend>(std::move(message)));
  return error;
}

}  // namespace

#define SEND_INIT(name, safe, Count)                                                                           \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,           \
               MPI_Request* request) {                                                                         \
    const mpi::RealFunctions& real = mpi::real();                                                              \
    return make_send(segments_started ? real.safe : real.name, buffer, count, type, dest, tag, comm, request); \
  }
#define RECV_INIT(name, Count)                                                                                      \
  CW_MPI(name)(void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,                    \
               MPI_Request* request) {                                                                              \
    note_use_if_watched(comm);                                                                                      \
    if (segments_started) note_nonblocking_receive(comm, tag);                                                      \
    Incoming message(buffer, count, type, source, comm, Use::persistent);                                           \
    const int error = mpi::real().name(message.data(), static_cast<Count>(message.count()), message.type(), source, \
                                       tag, comm, request);                                                         \
    if (error == MPI_SUCCESS && message.pending())                                                                  \
      on_every_completion(*request, std::make_unique<Receiving>(std::move(message)));                               \
    return error;                                                                                                   \
  }

SEND_INIT(Send_init, Send_init, int)
SEND_INIT(Bsend_init, Bsend_init, int)
SEND_INIT(Ssend_init, Ssend_init, int)
SEND_INIT(Rsend_init, Send_init, int)
RECV_INIT(Recv_init, int)
#if MPI_VERSION >= 4
SEND_INIT(Send_init_c, Send_init_c, MPI_Count)
SEND_INIT(Bsend_init_c, Bsend_init_c, MPI_Count)
SEND_INIT(Ssend_init_c, Ssend_init_c, MPI_Count)
SEND_INIT(Rsend_init_c, Send_init_c, MPI_Count)
RECV_INIT(Recv_init_c, MPI_Count)
#endif
