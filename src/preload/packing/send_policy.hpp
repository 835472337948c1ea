// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace cartwright::preload {

/// How the program sends a message.
enum class Mode : std::uint8_t {
  blocking,    ///< the call returns when the message is sent: MPI_Send, Ssend, Rsend
  started,     ///< the call does not wait: MPI_Isend, Issend, Irsend
  exchanged,   ///< the call also receives a message, which may depend on this one: MPI_Sendrecv, Isendrecv
  buffered,    ///< the user provides a buffer for the bytes of the message: MPI_Bsend, Ibsend
  persistent,  ///< one request sends many messages from the same address: MPI_Send_init, Bsend_init, ...
};

/// The use of packed data. A message costs one more copy than data for the user; the decision for a persistent request
/// is made before its first start.
enum class Use : std::uint8_t { pack, message, persistent };

/// The best way for some data. CARTWRIGHT_DATATYPE=off always gives `mpi`, and CARTWRIGHT_DATATYPE=always never gives
/// `measured`.
enum class Way : std::uint8_t {
  mpi,       ///< MPI is as fast as Cartwright, or not known to be slower
  compiled,  ///< Cartwright's kernel is faster
  measured,  ///< Cartwright's kernel, which is compared with MPI in this call
  shared,    ///< the receiver is on this node, and there is room in shared memory (offer() in same_node.hpp)
};

/// The form in which MPI gets a message.
enum class Form : std::uint8_t {
  user_data,      ///< the user's data and datatype
  packed,         ///< packed data, as MPI_PACKED, which matches any type
  filled_before,  ///< a descriptor; the data is packed into shared memory before it is sent
  filled_after,   ///< a descriptor; the data is packed after it is sent, while the receiver unpacks
  handed_over,    ///< a descriptor; afterwards the receiver may read the data directly, or it is packed
  never,          ///< this mode never uses this way
};

/// The form of a message for its mode and way.
constexpr Form form_of(Mode mode, Way way) {
  using enum Form;
  // clang-format off
  constexpr Form table[5][4] = {
      //                mpi        compiled measured shared
      /* blocking   */ {user_data, packed,  packed,  handed_over},
      /* started    */ {user_data, packed,  packed,  filled_after},
      /* exchanged  */ {user_data, packed,  packed,  filled_before},  // MPI also waits for the other message
      /* buffered   */ {user_data, packed,  packed,  never},          // the data goes into the user's buffer
      /* persistent */ {user_data, packed,  never,   never},          // decided before the first start
  };
  // clang-format on
  return table[static_cast<std::size_t>(mode)][static_cast<std::size_t>(way)];
}

constexpr Use use_of(Mode mode) { return mode == Mode::persistent ? Use::persistent : Use::message; }

/// Whether messages of a mode may go through shared memory.
constexpr bool may_share(Mode mode) { return form_of(mode, Way::shared) != Form::never; }

}  // namespace cartwright::preload
