// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/in_collective.hpp"
#include "preload/base/requests.hpp"
#include "preload/packing/collective_buffer.hpp"

#include <memory>
#include <tuple>
#include <type_traits>

namespace cartwright::preload {

/// How the sides of a blocking and of a nonblocking collective are used. A nonblocking one is not measured when it
/// ends, because its types may be freed by then.
struct Blocking {
  static constexpr Use receive = Use::message;
};
struct NonBlocking {
  static constexpr Use receive = Use::persistent;
};

template <typename... Sides>
void pack(Sides&... sides) {
  if constexpr ((std::is_same_v<Sides, CollectiveBuffer> && ...) && sizeof...(Sides) == 2)
    CollectiveBuffer::agree(sides...);
  (sides.pack(), ...);
}

/// Calls the collective `call(sides...)`, then delivers the received data.
template <typename Call, typename... Sides>
int exchange(Call call, Sides... sides) {
  pack(sides...);
  const InCollective inside;
  int error = call(sides...);
  ((error = sides.deliver(error)), ...);
  return error;
}

/// Keeps both sides of a collective until it is complete.
template <typename... Sides>
class Exchange : public Pending {
 public:
  explicit Exchange(Sides... sides) : sides_(std::move(sides)...) {}
  int complete(MPI_Status&, int error) override {
    std::apply([&](Sides&... sides) { ((error = sides.deliver(error)), ...); }, sides_);
    return error;
  }
  std::tuple<Sides...>& sides() { return sides_; }

 private:
  std::tuple<Sides...> sides_;
};

/// Starts the nonblocking collective `call(sides...)`, which writes `request`.
template <typename Call, typename... Sides>
int begin(MPI_Request* request, Call call, Sides... sides) {
  pack(sides...);
  if (!(sides.packed() || ...)) return call(sides...);
  auto pending = std::make_unique<Exchange<Sides...>>(std::move(sides)...);
  const int error = std::apply(call, pending->sides());
  if (error == MPI_SUCCESS) on_completion(*request, std::move(pending));
  return error;
}

}  // namespace cartwright::preload
