// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/memory.hpp"
#include "preload/collectives/collective_ways.hpp"

#include <mpi.h>

#include <cstdint>
#include <type_traits>

// What makes a collective like one before, from its arguments (collective.hpp).

namespace cartwright::preload {

// Blocks of one size, and with a type each.
template <typename Arguments>
constexpr bool is_equal = requires(Arguments arguments) { arguments.count; };
template <typename Arguments>
constexpr bool is_typed = requires(Arguments arguments) { arguments.types; };

template <typename Blocks>
std::int64_t count_of(const Blocks& blocks) {
  if constexpr (is_equal<Blocks>) return blocks.count;
  return 0;
}

/// Blocks with a type each have none: they are not plain.
///     rank: of this process. Roots may change from call to call
[[gnu::always_inline]] inline CallKey key_of(const auto& call, int rank) {
  CallKey key;
  if constexpr (requires { call.root; }) key.place = call.root == rank ? 1 : 0;
  if constexpr (requires { call.data; }) {
    key.count = call.data.count;
    key.type = call.data.type;
  } else if constexpr (requires { call.op; }) {
    if constexpr (std::is_pointer_v<decltype(call.count)>)
      key.count = call.count != nullptr;
    else
      key.count = call.count;
    key.type = call.type;
    key.op = call.op;
  } else if constexpr (!is_typed<decltype(call.in)>) {
    const int in_place = (call.in.buffer == MPI_IN_PLACE ? 2 : 0) + (call.out.buffer == MPI_IN_PLACE ? 4 : 0);
    key = {count_of(call.in), count_of(call.out), call.in.type, call.out.type, {}, key.place + in_place};
  }
  return key;
}

/// Whether all buffers of a call are in memory of the host, and apart, as far as that is quickly seen.
[[gnu::always_inline]] inline bool in_plain_memory(const auto& call) {
  if constexpr (requires { call.op; })
    return true;
  else if constexpr (requires { call.data; })
    return device::no_driver(call.data.buffer);
  else
    return call.in.buffer != call.out.buffer && device::no_driver(call.in.buffer) && device::no_driver(call.out.buffer);
}

}  // namespace cartwright::preload
