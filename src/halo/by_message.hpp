// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "base/pages.hpp"
#include "halo/engine/work.hpp"
#include "halo/requests.hpp"

#include <memory>

namespace cartwright::halo {

/// The bytes of a message with its header.
inline std::int64_t with_header(std::int64_t bytes) {
  return mpi::MessageUnit::padded(bytes) + static_cast<std::int64_t>(sizeof(Header));
}

/// Throws Error{invalid_argument} unless a message belongs to the open exchange, and brings so many bytes.
void check_header(const Header& came, const Header& now, std::int64_t bytes);

/// The buffers for messages to and from one neighbor, which all patterns share. Headers are in memory of the host.
class MessageBuffers {
 public:
  /// Where the header and the data of one direction lie.
  struct Ends {
    std::byte* header = nullptr;
    std::byte* data = nullptr;
  };
  /// In memory of the host.
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in);
  /// Data in memory of a pool, such as that of a GPU. `apart`: headers lie elsewhere, as the host cannot touch the
  /// pool. `pinned`: the pool is memory of the host.
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in, base::Pool& pool, bool apart, bool pinned);

  const Ends& out() const { return out_; }
  const Ends& in() const { return in_; }
  bool pinned() const { return pinned_; }
  /// The bytes of the buffer for incoming messages.
  std::int64_t room() const { return room_; }

 private:
  base::Pages host_out_, host_in_;  ///< whole messages, or headers
  base::Buffer pool_out_, pool_in_;
  Ends out_, in_;
  std::int64_t room_;
  bool pinned_ = false;
};

/// How messages to and from one peer are made. What is referred to outlives them.
struct MessageSetup {
  Requests& requests;
  MPI_Comm comm;
  const mpi::MessageUnit& unit;
  int rank;  ///< of the peer
  MessageBuffers& buffers;
  /// Messages are cut into pieces of at most so many bytes, in whole units. The same on both ends.
  std::int64_t piece;
  bool apart;  ///< the header is a piece of its own; otherwise it begins the first one
};

/// By persistent messages: one in each direction, or several *pieces* of it, which leave while later ones are packed.
/// `sends`, `receives`: whether the stream in this direction goes this way, if there is one. The work of a pattern
/// outlives the way.
std::unique_ptr<Way> by_message(const MessageSetup& setup, const engine::Work& work, std::size_t peer,
                                bool sends = true, bool receives = true);

}  // namespace cartwright::halo
