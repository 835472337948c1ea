// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/cuda/failure.hpp"
#include "fft/cuda/workspace.hpp"
#include "mpi/base/message_unit.hpp"
#include "mpi/base/timed_wait.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::fft::cuda {

/// Where the messages of a process lie in its work array: one slot for each member, which is large enough for the
/// messages of both directions.
class Slots {
 public:
  /// The next member: bytes of the messages to it, and from it, in a forward transform. Backward they change roles.
  void add(std::int64_t forward, std::int64_t backward) {
    offsets_.push_back(bytes());
    end_ += mpi::MessageUnit::padded(std::max(forward, backward));
    forward_.push_back(mpi::MessageUnit::units(forward));
    backward_.push_back(mpi::MessageUnit::units(backward));
  }
  std::size_t members() const { return offsets_.size(); }
  std::int64_t offset(std::size_t member) const { return offsets_[member]; }
  std::int64_t end(std::size_t member) const { return member + 1 < members() ? offsets_[member + 1] : end_; }
  std::int64_t bytes() const { return end_; }
  int sent(bool forward, std::size_t member) const { return (forward ? forward_ : backward_)[member]; }
  int received(bool forward, std::size_t member) const { return sent(!forward, member); }

 private:
  std::vector<std::int64_t> offsets_;
  std::int64_t end_ = 0;
  std::vector<int> forward_, backward_;  ///< units
};

/// Sends the messages in the slots of a work array to some members of a communicator, and receives others in their
/// place. Either the MPI reads and writes memory of the GPU (`aware`), or messages go through pinned memory of the
/// workspace. Members need not go the same way.
class Messages {
 public:
  Messages(MPI_Comm comm, bool aware, const Slots& slots, Workspace& workspace, mpi::TimedWait& waits);

  /// Waits until the stream has filled the slots, and sends those of the members that are marked in `far`. `spare` is a
  /// work array without data.
  void start(bool forward, const std::vector<bool>& far, std::byte* data, std::byte* spare, Failure& failure);
  /// Waits for the messages. Afterwards the stream has them in the slots of `data`, in its order.
  void finish(bool forward, std::byte* data, Failure& failure);

 private:
  /// The members that get a message, in the order of sending.
  std::vector<std::size_t> receivers(bool forward, const std::vector<bool>& far) const;
  void receive(bool forward, const std::vector<bool>& far, std::byte* to);
  void copy_out(const std::vector<bool>& far, const std::byte* data, std::byte* to) const;

  MPI_Comm comm_;
  bool aware_;
  const Slots& slots_;
  Workspace& workspace_;
  mpi::TimedWait& waits_;
  mpi::MessageUnit unit_;
  std::vector<MPI_Request> requests_;  ///< of receives, then of sends
  std::vector<MPI_Status> statuses_;
  std::vector<std::size_t> senders_;  ///< of the receives
};

}  // namespace cartwright::fft::cuda
