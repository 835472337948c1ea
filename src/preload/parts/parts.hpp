// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/staging.hpp"
#include "preload/packing/choice.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

namespace cartwright::preload {

/// The first error of several calls.
class FirstError {
 public:
  void keep(int error) { error_ = error_ == MPI_SUCCESS ? error : error_; }
  int get() const { return error_; }

 private:
  int error_ = MPI_SUCCESS;
};

/// Moves elements as messages of `part` bytes, through a few buffers of that size. Elements in memory of a GPU go
/// through pinned memory: one part is packed and copied while another travels.
class Parts {
 public:
  /// Parts that a process holds at a time: one is packed while others travel. With fewer, a link of 1 Gbit/s was idle
  /// at times, because other processes kept a busy processor.
  static constexpr std::int64_t depth = 4;

  /// To send or to receive. Allocates the buffers. `part` is a multiple of 16. Throws std::bad_alloc, or Error if the
  /// elements are on a GPU and cannot go in parts.
  Parts(jit::Direction direction, const Elements& elements, std::int64_t part);

  /// Packs and sends all elements to a rank of `comm`. Calls `meanwhile` again and again while it waits, if it is
  /// given. Returns the first error of MPI.
  int send(int dest, MPI_Comm comm, const std::function<void()>& meanwhile);

  /// Posts the first receives of a message of `bytes` bytes. Call it before the sender may send.
  void expect(std::int64_t bytes, int source, MPI_Comm comm);
  /// Receives the message, and unpacks what fits into the elements. Returns the first error of MPI.
  int receive();
  /// Does what receive() can do without waiting.
  void receive_some();

 private:
  std::int64_t count() const { return (bytes_ + part_ - 1) / part_; }
  std::int64_t first(std::int64_t turn) const { return turn * part_; }
  std::int64_t last(std::int64_t turn) const;
  std::byte* data(std::int64_t turn) { return buffers_[turn % depth].data(); }
  int post(std::int64_t turn);
  bool is_complete(std::int64_t turn);
  int wait(std::int64_t turn);
  void receive_parts(bool all);
  void move(std::int64_t turn);
  void move_on_gpu(std::int64_t begin, std::int64_t end, std::byte* packed) noexcept;
  void finish_move() noexcept;

  const jit::Direction direction_;
  const Elements& elements_;
  std::int64_t bytes_;  ///< of the message
  std::int64_t part_;
  std::unique_ptr<gpu::Staging> staging_;  ///< for elements in memory of a GPU
  bool failed_ = false;                    ///< the driver refused something
  std::array<base::Buffer, depth> buffers_;
  std::array<MPI_Request, depth> requests_;
  int source_ = MPI_PROC_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::int64_t next_ = 0;  ///< the first part that was not received
  FirstError error_;       ///< of receiving
};

}  // namespace cartwright::preload
