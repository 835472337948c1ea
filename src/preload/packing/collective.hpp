// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/in_collective.hpp"
#include "preload/base/requests.hpp"
#include "preload/packing/collective_buffer.hpp"

#include <memory>
#include <tuple>

namespace cartwright::preload {

/// How a collective uses the buffer that receives. One that returns at once is not measured when it ends, because its
/// types may be freed by then: as a persistent one, it decides before.
constexpr CallKind received_as(CallKind kind) {
  return kind == CallKind::blocking ? CallKind::blocking : CallKind::persistent;
}

/// Calls the collective `call(buffers...)`, then delivers the received data.
template <typename Call, typename... Buffers>
int exchange(Call call, Buffers&... buffers) {
  if constexpr (sizeof...(Buffers) == 0) return call();
  agree_to_pack(buffers...);
  (buffers.pack(), ...);
  const InCollective inside;
  int error = call(buffers...);
  ((error = buffers.deliver(error)), ...);
  return error;
}

/// Keeps the buffers of a collective until it is complete; of a persistent one, until it is freed.
template <typename... Buffers>
class PendingCollective : public Pending {
 public:
  explicit PendingCollective(Buffers&... buffers) : buffers_(std::move(buffers)...) {}
  void start() override {
    std::apply([](Buffers&... buffers) { (buffers.pack_again(), ...); }, buffers_);
  }
  int complete(MPI_Status&, int error) override {
    std::apply([&](Buffers&... buffers) { ((error = buffers.deliver(error)), ...); }, buffers_);
    return error;
  }
  std::tuple<Buffers...>& buffers() { return buffers_; }

 private:
  std::tuple<Buffers...> buffers_;
};

/// Starts the nonblocking collective `call(buffers...)`, which writes `request`, or makes the persistent one. Both
/// pack: MPICH 4.0 reads some data when a persistent one is made.
template <CallKind kind, typename Call, typename... Buffers>
int begin(MPI_Request* request, Call call, Buffers&... buffers) {
  agree_to_pack(buffers...);
  (buffers.pack(), ...);
  if (!(buffers.packed() || ...)) return call(buffers...);
  auto pending = std::make_unique<PendingCollective<Buffers...>>(buffers...);
  const int error = std::apply(call, pending->buffers());
  if (error == MPI_SUCCESS)
    (kind == CallKind::persistent ? on_every_completion : on_completion)(*request, std::move(pending));
  return error;
}

}  // namespace cartwright::preload
