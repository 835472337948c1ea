// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/comm_life.hpp"
#include "preload/base/interpose.hpp"
#include "preload/node/same_node.hpp"
#include "preload/packing/gpu_share.hpp"
#include "preload/packing/receiving.hpp"
#include "preload/parts/segments.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/traffic.hpp"

#include <cstring>
#include <optional>

using namespace cartwright;
using namespace cartwright::preload;

// Persistent requests: packed data lies at the same address at every start. To a process of this node, each start
// offers the data in shared memory if there is room, because any receive takes it. Count is int, or MPI_Count in the
// functions with names in _c.

namespace {

/// Sends descriptors: MPI starts one of its requests in place of the user's.
class Offering {
 public:
  /// Makes the request that sends a descriptor, like `function` for the user's.
  using Make = int (*)(const void* descriptor, int dest, int tag, MPI_Comm comm, MPI_Request* request);

  Offering(Elements elements, int dest, int tag, MPI_Comm comm, Make make)
      : elements_(std::move(elements)),
        dest_(dest),
        tag_(tag),
        comm_(comm),
        make_(make),
        life_(life_of(comm)),
        descriptor_(transport::descriptor_bytes) {}
  ~Offering() {
    if (request_ != MPI_REQUEST_NULL) mpi::real().Request_free(&request_);
  }
  Offering(const Offering&) = delete;
  Offering& operator=(const Offering&) = delete;

  /// Whether the data of this start goes through shared memory.
  bool start() {
    offer_.reset();
    if (life_.expired()) return false;
    offer_ = elements_.kernels != nullptr ? offer_from_gpu(elements_, comm_, dest_, tag_)
                                          : offer(comm_, dest_, tag_, elements_.bytes());
    if (!offer_) return false;
    std::memcpy(descriptor_.data(), &offer_->descriptor(), transport::descriptor_bytes);
    if (request_ == MPI_REQUEST_NULL && make_(descriptor_.data(), dest_, tag_, comm_, &request_) != MPI_SUCCESS) {
      request_ = MPI_REQUEST_NULL;
      offer_->withdraw();
      offer_.reset();
    }
    return offer_.has_value();
  }
  void fill() const {
    if (elements_.kernels != nullptr) return;  // the offer is packed
    offer_->fill(*elements_.compiled->packer, elements_.buffer, elements_.count);
    count_use(elements_, jit::Direction::pack, elements_.bytes());
  }
  void withdraw() const { offer_->withdraw(); }
  MPI_Request request() const { return offer_ ? request_ : MPI_REQUEST_NULL; }
  void disown() { request_ = MPI_REQUEST_NULL; }

 private:
  Elements elements_;
  int dest_;
  int tag_;
  MPI_Comm comm_;
  Make make_;
  std::weak_ptr<const bool> life_;  ///< after it no message can be offered
  base::Buffer descriptor_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::optional<Offer> offer_;
};

class PersistentSend : public Pending {
 public:
  PersistentSend(SendBuffer message, std::unique_ptr<Offering> offering)
      : message_(std::move(message)), offering_(std::move(offering)) {}

  void start() override {
    shared_ = offering_ && offering_->start();
    if (!shared_ && message_.own()) message_.pack_again();
  }
  void started() override {
    if (shared_) offering_->fill();
  }
  MPI_Request stand_in() const override { return shared_ ? offering_->request() : MPI_REQUEST_NULL; }
  void disown_stand_in() override { offering_->disown(); }
  int complete(MPI_Status& status, int error) override {
    int canceled = 0;
    if (shared_ && PMPI_Test_cancelled(&status, &canceled) == MPI_SUCCESS && canceled) offering_->withdraw();
    return error;
  }

 private:
  SendBuffer message_;
  std::unique_ptr<Offering> offering_;
  bool shared_ = false;  ///< in this start
};

/// `describe` makes a request for a descriptor; null if the data may not go through shared memory.
template <typename Count>
int make_send(int (*const function)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*),
              const Offering::Make describe, const void* buffer, Count count, MPI_Datatype type, int dest, int tag,
              MPI_Comm comm, MPI_Request* request) {
  if (segments_started) note_usual_send(comm, dest, tag);
  SendBuffer message(buffer, count, type, dest, tag, comm, CallKind::persistent);
  const int error =
      function(message.data(), static_cast<Count>(message.count()), message.type(), dest, tag, comm, request);
  if (error != MPI_SUCCESS) return error;
  remember_persistent(*request, comm, dest, count, type);
  std::unique_ptr<Offering> offering;
  const Elements& elements = message.elements();
  const bool packs = elements.compiled || (elements.kernels != nullptr && message.own());
  if (describe != nullptr && packs && dest != MPI_PROC_NULL && may_become_worth_offering(comm, dest, elements.bytes()))
    offering = std::make_unique<Offering>(elements, dest, tag, comm, describe);
  if (message.own() || offering)
    on_every_completion(*request, std::make_unique<PersistentSend>(std::move(message), std::move(offering)));
  return error;
}

}  // namespace

// A function that makes requests for descriptors.
#define DESCRIBE(name)                                                                                    \
  [](const void* descriptor, int dest, int tag, MPI_Comm comm, MPI_Request* request) -> int {             \
    return mpi::real().name(descriptor, transport::descriptor_bytes, MPI_BYTE, dest, tag, comm, request); \
  }
#define SEND_INIT(name, safe, Count, describe)                                                                  \
  CW_MPI(name)(const void* buffer, Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,            \
               MPI_Request* request) {                                                                          \
    const mpi::RealFunctions& real = mpi::real();                                                               \
    return make_send(for_parts(real.safe, real.name), describe, buffer, count, type, dest, tag, comm, request); \
  }
#define RECV_INIT(name, Count)                                                                                      \
  CW_MPI(name)(void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,                    \
               MPI_Request* request) {                                                                              \
    note_use_if_watched(comm);                                                                                      \
    if (segments_started) note_nonblocking_receive(comm, tag);                                                      \
    ReceiveBuffer message(buffer, count, type, source, comm, CallKind::persistent);                                 \
    const int error = mpi::real().name(message.data(), static_cast<Count>(message.count()), message.type(), source, \
                                       tag, comm, request);                                                         \
    if (error == MPI_SUCCESS && message.pending())                                                                  \
      on_every_completion(*request, std::make_unique<Receiving>(std::move(message)));                               \
    return error;                                                                                                   \
  }

SEND_INIT(Send_init, Send_init, int, DESCRIBE(Send_init))
SEND_INIT(Bsend_init, Bsend_init, int, nullptr)
SEND_INIT(Ssend_init, Ssend_init, int, DESCRIBE(Ssend_init))
SEND_INIT(Rsend_init, Send_init, int, DESCRIBE(Rsend_init))
RECV_INIT(Recv_init, int)
#if MPI_VERSION >= 4
SEND_INIT(Send_init_c, Send_init_c, MPI_Count, DESCRIBE(Send_init))
SEND_INIT(Bsend_init_c, Bsend_init_c, MPI_Count, nullptr)
SEND_INIT(Ssend_init_c, Ssend_init_c, MPI_Count, DESCRIBE(Ssend_init))
SEND_INIT(Rsend_init_c, Send_init_c, MPI_Count, DESCRIBE(Rsend_init))
RECV_INIT(Recv_init_c, MPI_Count)
#endif
