// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/receiving.hpp"
#include "preload/parts/segments.hpp"
#include "preload/traffic/traffic.hpp"
#include "transport/waiting.hpp"

#include <exception>
#include <limits>
#include <optional>

using namespace cartwright;
using namespace cartwright::preload;

// Calls that send one message and receive another. Count is int, or MPI_Count in the functions with names in _c.

namespace {

/// Delivers the received message when the request is complete. Until then `Kept` keeps the sent data.
template <typename Kept>
class Exchanging : public Receiving {
 public:
  Exchanging(Kept out, ReceiveBuffer in) : Receiving(std::move(in)), out_(std::move(out)) {}

 private:
  Kept out_;
};

/// The outgoing message of an exchange that replaces, packed.
struct Packed {
  base::Buffer data;  ///< empty if packing failed
  MPI_Count count = 0;
  MPI_Datatype type = MPI_PACKED;
  OwnType own_type;  ///< owns type if an int cannot count the bytes
};

/// For an incoming message that is not received into the buffer of the user: MPI's own function would receive it there.
Packed packed_to_replace(const ReceiveBuffer& in) noexcept try {
  const Elements& elements = in.elements();
  Packed out;
  out.count = in.room();
  base::Buffer data = elements.kernels == nullptr ? base::Buffer(static_cast<std::size_t>(out.count))
                                                  : buffer_for(elements, {}, out.count);
  if (data.data() == nullptr || !in.pack_current(data.data())) return out;
  if (out.count > std::numeric_limits<int>::max()) {
    out.own_type = adjacent_bytes(out.count);
    if (out.own_type.get() == MPI_DATATYPE_NULL) return out;
    out.count = 1;
    out.type = out.own_type.get();
  }
  out.data = std::move(data);
  return out;
} catch (const std::exception&) {
  return {};
}

/// As an MPI without memory for its own copy.
int not_packed(MPI_Comm comm) {
  PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
  return MPI_ERR_NO_MEM;
}

/// Calls f(status) with a status for the incoming message, and delivers the message.
template <typename F>
int deliver(ReceiveBuffer& in, MPI_Status* status, F&& f) {
  MPI_Status own{};
  if (in.pending() && status == MPI_STATUS_IGNORE) status = &own;
  const int error = f(status);
  return in.pending() ? in.deliver(*status, error) : error;
}

/// The two messages of MPI_Sendrecv.
template <typename Count>
struct Exchange {
  const void* send;
  Count count;
  MPI_Datatype type;
  int dest, tag;
  void* to;
  Count room;
  MPI_Datatype room_type;
  int source, receive_tag;
  MPI_Comm comm;
};

template <typename Count>
using Start = int (*)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
template <typename Count>
using Receive = int (*)(void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);

/// Each message goes in parts if the other process agrees. While this process waits to send, it receives, because the
/// other one may do the same.
template <typename Count>
int exchange_in_parts(const Exchange<Count>& call, Arrival& arrival, MPI_Status* status, Start<Count> standard,
                      Start<Count> synchronous, Receive<Count> receive) {
  int sent = MPI_SUCCESS;
  const Path path =
      send_in_parts(call.send, call.count, call.type, call.dest, call.tag, call.comm, sent, [&] { arrival.advance(); });
  std::optional<SendBuffer> out;
  MPI_Request sending = MPI_REQUEST_NULL;
  if (path != Path::parts) {
    if (path == Path::mpi) note_usual_send(call.comm, call.dest, call.tag);
    out.emplace(call.send, call.count, call.type, call.dest, call.tag, call.comm, CallKind::exchanged);
    const Start<Count> start = path == Path::mpi ? standard : synchronous;
    sent = out->sent(
        start(out->data(), static_cast<Count>(out->count()), out->type(), call.dest, call.tag, call.comm, &sending));
    if (sent != MPI_SUCCESS) {
      sending = MPI_REQUEST_NULL;
      arrival.withdraw();
    }
  }
  std::optional<Path> arrived = arrival.advance();
  for (; !arrived; arrived = arrival.advance()) transport::yield();
  int received = MPI_SUCCESS;
  if (arrived == Path::parts) {
    received = arrival.receive(status);
  } else if (sent == MPI_SUCCESS) {
    ReceiveBuffer in(call.to, call.room, call.room_type, call.source, call.comm);
    received = deliver(in, status, [&](MPI_Status* its) {
      return receive(in.data(), static_cast<Count>(in.count()), in.type(), call.source, call.receive_tag, call.comm,
                     its);
    });
  }
  if (sending != MPI_REQUEST_NULL) sent = mpi::real().Wait(&sending, MPI_STATUS_IGNORE);
  return received != MPI_SUCCESS ? received : sent;
}

}  // namespace

#define SENDRECV(_, Count)                                                                                             \
  CW_MPI(Sendrecv##_)(const void* send, Count count, MPI_Datatype type, int dest, int tag, void* receive,              \
                      Count receive_count, MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm,      \
                      MPI_Status* status) {                                                                            \
    count_send(comm, dest, count, type);                                                                               \
    if (segments_started) {                                                                                            \
      const mpi::RealFunctions& real = mpi::real();                                                                    \
      const auto arrival = Arrival::announce(receive, receive_count, receive_type, source, receive_tag, comm);         \
      if (arrival)                                                                                                     \
        return exchange_in_parts<Count>(                                                                               \
            {send, count, type, dest, tag, receive, receive_count, receive_type, source, receive_tag, comm}, *arrival, \
            status, real.Isend##_, real.Issend##_, real.Recv##_);                                                      \
      note_usual_send(comm, dest, tag);                                                                                \
    }                                                                                                                  \
    const SendBuffer out(send, count, type, dest, tag, comm, CallKind::exchanged);                                     \
    ReceiveBuffer in(receive, receive_count, receive_type, source, comm);                                              \
    return deliver(in, status, [&](MPI_Status* its) {                                                                  \
      return out.sent(mpi::real().Sendrecv##_(out.data(), static_cast<Count>(out.count()), out.type(), dest, tag,      \
                                              in.data(), static_cast<Count>(in.count()), in.type(), source,            \
                                              receive_tag, comm, its));                                                \
    });                                                                                                                \
  }                                                                                                                    \
  CW_MPI(Sendrecv_replace##_)(void* buffer, Count count, MPI_Datatype type, int dest, int tag, int source,             \
                              int receive_tag, MPI_Comm comm, MPI_Status* status) {                                    \
    if (segments_started) note_usual_send(comm, dest, tag);                                                            \
    count_send(comm, dest, count, type);                                                                               \
    ReceiveBuffer in(buffer, count, type, source, comm);                                                               \
    if (!in.own())                                                                                                     \
      return deliver(in, status, [&](MPI_Status* its) {                                                                \
        return mpi::real().Sendrecv_replace##_(buffer, count, type, dest, tag, source, receive_tag, comm, its);        \
      });                                                                                                              \
    const Packed out = packed_to_replace(in);                                                                          \
    if (out.data.data() == nullptr) return not_packed(comm);                                                           \
    return deliver(in, status, [&](MPI_Status* its) {                                                                  \
      return mpi::real().Sendrecv##_(out.data.data(), static_cast<Count>(out.count), out.type, dest, tag, in.data(),   \
                                     static_cast<Count>(in.count()), in.type(), source, receive_tag, comm, its);       \
    });                                                                                                                \
  }
#define ISENDRECV(_, Count)                                                                                            \
  CW_MPI(Isendrecv##_)(const void* send, Count count, MPI_Datatype type, int dest, int tag, void* receive,             \
                       Count receive_count, MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm,     \
                       MPI_Request* request) {                                                                         \
    if (segments_started) note_usual_send(comm, dest, tag);                                                            \
    if (segments_started) note_nonblocking_receive(comm, receive_tag);                                                 \
    count_send(comm, dest, count, type);                                                                               \
    SendBuffer out(send, count, type, dest, tag, comm, CallKind::exchanged);                                           \
    ReceiveBuffer in(receive, receive_count, receive_type, source, comm);                                              \
    in.expect_any_count();                                                                                             \
    const int error = out.sent(mpi::real().Isendrecv##_(out.data(), static_cast<Count>(out.count()), out.type(), dest, \
                                                        tag, in.data(), static_cast<Count>(in.count()), in.type(),     \
                                                        source, receive_tag, comm, request));                          \
    if (error == MPI_SUCCESS && (out.own() || in.pending()))                                                           \
      on_receipt(*request, std::make_unique<Exchanging<SendBuffer>>(std::move(out), std::move(in)));                   \
    return error;                                                                                                      \
  }                                                                                                                    \
  CW_MPI(Isendrecv_replace##_)(void* buffer, Count count, MPI_Datatype type, int dest, int tag, int source,            \
                               int receive_tag, MPI_Comm comm, MPI_Request* request) {                                 \
    if (segments_started) note_usual_send(comm, dest, tag);                                                            \
    if (segments_started) note_nonblocking_receive(comm, receive_tag);                                                 \
    count_send(comm, dest, count, type);                                                                               \
    ReceiveBuffer in(buffer, count, type, source, comm);                                                               \
    in.expect_any_count();                                                                                             \
    Packed out = in.own() ? packed_to_replace(in) : Packed();                                                          \
    if (in.own() && out.data.data() == nullptr) return not_packed(comm);                                               \
    const int error =                                                                                                  \
        in.own()                                                                                                       \
            ? mpi::real().Isendrecv##_(out.data.data(), static_cast<Count>(out.count), out.type, dest, tag, in.data(), \
                                       static_cast<Count>(in.count()), in.type(), source, receive_tag, comm, request)  \
            : mpi::real().Isendrecv_replace##_(buffer, count, type, dest, tag, source, receive_tag, comm, request);    \
    if (error == MPI_SUCCESS && in.pending())                                                                          \
      on_receipt(*request, std::make_unique<Exchanging<Packed>>(std::move(out), std::move(in)));                       \
    return error;                                                                                                      \
  }

SENDRECV(, int)
#if MPI_VERSION >= 4
SENDRECV(_c, MPI_Count)
ISENDRECV(, int)
ISENDRECV(_c, MPI_Count)
#endif
