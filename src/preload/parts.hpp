// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "preload/choice.hpp"

#include <array>
#include <cstdint>

namespace cartwright::preload {

/// Moves elements as messages of `part` bytes, through a few buffers of that size.
class Parts {
 public:
  /// Parts that a process holds at a time: one is packed while others travel. With fewer, a link of 1 Gbit/s was idle at
  /// times, because other processes kept a busy processor.
  static constexpr std::int64_t depth = 4;

  /// Allocates the buffers. Throws std::bad_alloc.
  Parts(const Elements& elements, std::int64_t part);

  /// Packs and sends all elements to a rank of `comm`. Returns the first error of MPI.
  int send(int dest, MPI_Comm comm);

  /// Posts the first receives of a message of `bytes` bytes. Call it before the sender may send.
  void expect(std::int64_t bytes, int source, MPI_Comm comm);
  /// Receives the message, and unpacks what fits into the elements. Returns the first error of MPI.
  int receive();

 private:
  std::int64_t count() const { return (bytes_ + part_ - 1) / part_; }
  std::int64_t first(std::int64_t turn) const { return turn * part_; }
  std::int64_t last(std::int64_t turn) const;
  std::byte* data(std::int64_t turn) { return buffers_[turn % depth].data(); }
  int post(std::int64_t turn);
  int wait(std::int64_t turn);

  const Elements& elements_;
  std::int64_t bytes_;  ///< of the message
  std::int64_t part_;
  std::array<base::Buffer, depth> buffers_;
  std::array<MPI_Request, depth> requests_;
  int source_ = MPI_PROC_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace cartwright::preload
