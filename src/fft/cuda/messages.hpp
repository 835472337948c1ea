// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/cuda/failure.hpp"
#include "fft/cuda/workspace.hpp"
#include "mpi/message_unit.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::fft::cuda {

/// Where the messages of all members lie in a buffer: one after the other, each at the beginning of a unit.
class MessageOffsets {
 public:
  void add(std::int64_t bytes) {
    counts_.push_back(mpi::MessageUnit::units(bytes));
    offsets_.push_back(bytes_);
    bytes_ += mpi::MessageUnit::padded(bytes);
  }
  int units(std::size_t member) const { return counts_[member]; }
  std::int64_t offset(std::size_t member) const { return offsets_[member]; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t bytes(std::size_t member) const { return counts_[member] * mpi::MessageUnit::bytes; }

 private:
  std::vector<int> counts_;
  std::vector<std::int64_t> offsets_;
  std::int64_t bytes_ = 0;
};

/// Sends a message from one buffer on a GPU to each member of a communicator, and receives one from each into another
/// buffer. Either the MPI reads and writes memory of the GPU (`aware`), or messages go through pinned memory of the
/// workspace. Members need not go the same way.
class Messages {
 public:
  Messages(MPI_Comm comm, int rank, bool aware, Workspace& workspace);

  /// Waits until the stream has filled `from`. Afterwards the stream has what was received in `to`, in its order.
  void exchange(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to,
                Failure& failure);

 private:
  void exchange_aware(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to,
                      Failure& failure);
  void exchange_staged(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to,
                       Failure& failure);
  void keep(const MessageOffsets& out, const std::byte* from, const MessageOffsets& in, std::byte* to) const;
  void receive(const MessageOffsets& in, std::byte* to);
  void send(const MessageOffsets& out, const std::byte* from);
  void wait_for_all();

  MPI_Comm comm_;
  std::size_t me_;
  bool aware_;
  Workspace& workspace_;
  mpi::MessageUnit unit_;
  std::vector<MPI_Request> requests_;  ///< of receives, then of sends
  std::vector<MPI_Status> statuses_;
  std::vector<std::size_t> senders_;  ///< of the receives
};

}  // namespace cartwright::fft::cuda
