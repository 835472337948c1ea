// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "base/pages.hpp"
#include "halo/requests.hpp"
#include "mpi/message_unit.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cartwright::halo {

/// Begins a message: it says which exchange of which pattern the data belongs to.
struct alignas(mpi::MessageUnit::bytes) Header {
  std::uint64_t exchange = 0;
  std::uint64_t pass = 0;
  std::int64_t bytes = 0;
};

/// The bytes of a message with its header.
inline std::int64_t with_header(std::int64_t bytes) {
  return mpi::MessageUnit::padded(bytes) + static_cast<std::int64_t>(sizeof(Header));
}

/// The buffers for messages to and from one neighbor, which all patterns share. Headers are in memory of the host.
class MessageBuffers {
 public:
  /// In memory of the host.
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in);
  /// Data in memory of a pool, such as that of a GPU. `apart`: headers lie elsewhere, as the host cannot touch the
  /// pool.
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in, base::Pool& pool, bool apart);

  Header& header_out() { return *reinterpret_cast<Header*>(out_.header); }
  const Header& header_in() const { return *reinterpret_cast<const Header*>(in_.header); }
  std::byte* data_out() { return out_.data; }
  std::byte* data_in() { return in_.data; }
  const std::byte* data_in() const { return in_.data; }
  /// The bytes of the buffer for incoming messages.
  std::int64_t room() const { return room_; }

 private:
  friend class Messages;
  /// Where the header and the data of one direction lie.
  struct Ends {
    std::byte* header = nullptr;
    std::byte* data = nullptr;
  };
  base::Pages host_out_, host_in_;  ///< whole messages, or headers
  base::Buffer pool_out_, pool_in_;
  Ends out_, in_;
  std::int64_t room_;
};

/// The persistent messages of one pattern with one neighbor: one in each direction, or several *pieces* of it, which
/// leave while later ones are packed.
class Messages {
 public:
  /// What a message of a pattern is cut into. The same on both ends.
  struct Cut {
    std::int64_t piece = 0;  ///< the most bytes of a piece, in whole units
    bool apart = false;      ///< the header is a piece of its own; otherwise it begins the first one
  };
  /// What a pattern sends and receives in bytes; -1: no message. The requests outlive the messages.
  Messages(Requests& requests, MPI_Comm comm, const mpi::MessageUnit& unit, int rank, MessageBuffers& buffers,
           std::int64_t bytes_out, std::int64_t bytes_in, const Cut& cut);

  /// Call pack(first, last) for bytes of the stream before they leave.
  template <typename Pack>
  void send(const Pack& pack) {
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const auto [begin, end] = pieces_[i];
      pack(std::clamp<std::int64_t>(begin - header_bytes, 0, bytes_out_),
           std::clamp<std::int64_t>(end - header_bytes, 0, bytes_out_));
      requests_->start(sends_[i]);
    }
  }
  void receive();
  /// Whether all is sent, whether the header is here, and whether all is here, as of the last poll of the requests.
  bool sent() const { return complete(sends_); }
  bool header_here() const { return receives_.empty() || requests_->complete(receives_.front()); }
  bool received() const { return complete(receives_); }
  std::size_t pieces_out() const { return sends_.size(); }
  /// The bytes of a piece as it travels, with its part of the header and of the padding.
  std::int64_t bytes_of_piece(std::size_t number) const { return pieces_[number].second - pieces_[number].first; }

 private:
  static constexpr auto header_bytes = static_cast<std::int64_t>(sizeof(Header));
  /// Bytes of a message with its header, from the first to the last.
  using Piece = std::pair<std::int64_t, std::int64_t>;
  static std::vector<Piece> pieces(std::int64_t bytes, const Cut& cut);
  static std::byte* address(const MessageBuffers::Ends& ends, const Piece& piece) {
    return piece.first == 0 ? ends.header : ends.data + (piece.first - header_bytes);
  }
  bool complete(const std::vector<std::size_t>& numbers) const {
    return std::ranges::all_of(numbers, [&](std::size_t number) { return requests_->complete(number); });
  }

  Requests* requests_;
  std::int64_t bytes_out_;
  std::vector<Piece> pieces_;                  ///< of sends_
  std::vector<std::size_t> sends_, receives_;  ///< numbers of requests
};

}  // namespace cartwright::halo
