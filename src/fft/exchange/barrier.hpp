// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/workspace.hpp"

#include <atomic>
#include <cstdint>

namespace cartwright::fft::exchange {

/// A barrier of processes that share memory, in two halves: arrive() says that this process has come, wait() returns
/// when all have. Who waits long sleeps, so that others may have the core, and lets MPI make progress: a neighbour may
/// be stuck in a message to this process before it can come.
class Barrier {
 public:
  /// `offset` is of 64 bytes, zero at first, in `part` of the workspace, in the memory of the process `owner` of the
  /// node. The workspace outlives this.
  Barrier(Workspace& workspace, int owner, std::size_t part, std::size_t offset, int members)
      : workspace_(workspace),
        owner_(owner),
        part_(part),
        offset_(offset),
        members_(static_cast<std::uint32_t>(members)) {}

  /// Between two calls, wait().
  void arrive();
  /// Does nothing unless this process has arrived since it last waited.
  void wait();

 private:
  struct State {
    std::atomic<std::uint32_t> arrived;
    std::atomic<std::uint32_t> round;  ///< barriers done
  };
  State& state() const { return *reinterpret_cast<State*>(workspace_.of(owner_, part_) + offset_); }

  Workspace& workspace_;
  int owner_;
  std::size_t part_;
  std::size_t offset_;
  std::uint32_t members_;
  bool pending_ = false;
  std::uint32_t round_ = 0;  ///< that was not done when this process arrived
  int generation_ = 0;       ///< of the workspace, then: new memory knows of no barrier, and all were done
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "atomics are shared by processes");

}  // namespace cartwright::fft::exchange
