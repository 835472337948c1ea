// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace cartwright::preload {

/// How the program calls, for a message or a collective. A message costs one more copy than packed data of the user.
enum class CallKind : std::uint8_t {
  blocking,     ///< the call returns when the message is sent or received: MPI_Send, Ssend, Rsend, Recv, Alltoall, ...
  nonblocking,  ///< the call does not wait: MPI_Isend, Issend, Irsend, Ialltoall, ...
  exchanged,    ///< the call also receives a message, which may depend on this one: MPI_Sendrecv, Isendrecv
  buffered,     ///< the user provides a buffer for the bytes of the message: MPI_Bsend, Ibsend
  persistent,   ///< one request serves many times, and all is decided before its first start: MPI_Send_init, ...
  packing,      ///< the packed data is the user's: MPI_Pack, Unpack
};

/// The path of some data. CARTWRIGHT_DATATYPE=off always gives `mpi`, and CARTWRIGHT_DATATYPE=always never gives
/// `measured`.
enum class Path : std::uint8_t {
  mpi,          ///< MPI moves it, is as fast as Cartwright, or is not known to be slower
  packed,       ///< Cartwright's kernel is faster
  measured,     ///< Cartwright's kernel, which is compared with MPI in this call
  shared,       ///< the receiver is on this node, and there is room in shared memory (offer() in same_node.hpp)
  parts,        ///< it is large, the receiver is on another node, and it goes in parts (segments.hpp)
  synchronous,  ///< as `mpi`, but the call must not end before the receiver has matched the message
};

/// The form in which MPI gets a message.
enum class Form : std::uint8_t {
  user_data,      ///< the user's data and datatype
  packed,         ///< packed data, as MPI_PACKED, which matches any type
  filled_before,  ///< a descriptor; the data is packed into shared memory before it is sent
  filled_after,   ///< a descriptor; the data is packed after it is sent, while the receiver unpacks
  handed_over,    ///< a descriptor; afterwards the receiver may read the data directly, or it is packed
  never,          ///< this kind of call never uses this path
};

/// The form of a message for its call and path, up to Path::shared.
constexpr Form form_of(CallKind kind, Path path) {
  using enum Form;
  // clang-format off
  constexpr Form table[5][4] = {
      //                 mpi        packed   measured shared
      /* blocking    */ {user_data, packed,  packed,  handed_over},
      /* nonblocking */ {user_data, packed,  packed,  filled_after},
      /* exchanged   */ {user_data, packed,  packed,  filled_before},  // MPI also waits for the other message
      /* buffered    */ {user_data, packed,  packed,  never},          // the data goes into the user's buffer
      /* persistent  */ {user_data, packed,  never,   never},          // decided before the first start
  };
  // clang-format on
  return table[static_cast<std::size_t>(kind)][static_cast<std::size_t>(path)];
}

/// Whether messages of such a call may go through shared memory.
constexpr bool may_share(CallKind kind) { return form_of(kind, Path::shared) != Form::never; }

}  // namespace cartwright::preload
