// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/workspace.hpp"
#include "transport/arrivals.hpp"

#include <cstdint>

namespace cartwright::fft::exchange {

/// A barrier of processes that share memory, in two halves: arrive() announces this process, wait() returns when all
/// have arrived. A process that waits long sleeps, which frees its core for others. It also lets MPI make progress:
/// another process may need to finish a message to this one before it can arrive.
class Barrier {
 public:
  /// The `number`-th barrier in `part`, zero at first, of the workspace of process `owner` of the node. The workspace
  /// outlives the barrier.
  Barrier(Workspace& workspace, int owner, std::size_t part, std::size_t number, int members)
      : workspace_(workspace), owner_(owner), part_(part), number_(number), members_(members) {}

  /// Call wait() between two calls of arrive().
  void arrive();
  /// Does nothing unless this process has arrived since it last waited.
  void wait();

 private:
  transport::Arrivals& arrivals() const {
    return reinterpret_cast<transport::Arrivals*>(workspace_.of(owner_, part_))[number_];
  }

  Workspace& workspace_;
  int owner_;
  std::size_t part_;
  std::size_t number_;
  int members_;
  bool pending_ = false;
  std::uint64_t round_ = 0;  ///< the last round before this process arrived
  int generation_ = 0;       ///< of the workspace at that time; it gets new memory only when all barriers are done
};

}  // namespace cartwright::fft::exchange
