// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/agreement.hpp"
#include "mpi/carts/reordered.hpp"
#include "preload/traffic/reorder_outcomes.hpp"
#include "preload/traffic/watched.hpp"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cartwright::preload {

/// A reordered communicator. It lives as long as the last communicator that was made from it.
struct ReorderedComm {
  ~ReorderedComm();

  ReorderOutcome* fate = nullptr;
  bool first = false;  ///< this process has rank 0
  int size = 0;
  std::atomic<bool> used{false};
  std::atomic<bool> asked{false};    ///< for ranks or coordinates
  std::atomic<bool> grouped{false};  ///< for its group, by which ranks can be translated

  /// Set only with a report. Keyed by rank in MPI_COMM_WORLD: the process at this rank in the original order, and the
  /// cell in a grid with these dims.
  std::unordered_map<int, int> original;
  std::unordered_map<int, int> cell;
  std::vector<int> dims;
};

/// Kept with a reordered communicator and with all communicators made from it.
struct Origin {
  std::shared_ptr<ReorderedComm> reordered;
  bool part = false;         ///< the communicator has fewer processes
  bool by_location = false;  ///< its processes were chosen by location: in another order they would be others
};

/// The origin of a communicator; null if no reordered communicator precedes it. Fast and thread safe.
const Origin* origin_of(MPI_Comm comm);

/// Registers for communicators that are reordered.
void watch_reordered();

/// Gives `made` the origin of `from`, because it was made from processes of `from`.
void inherit_origin(MPI_Comm from, MPI_Comm made, bool by_location = false);

/// Records that a message or a similar operation uses a communicator.
void note_use(MPI_Comm comm);
inline void note_use_if_watched(MPI_Comm comm) {
  if (watched()) note_use(comm);
}

/// Adds to the bytes that this process has sent over communicators with an origin.
void add_sent(const mpi::SentBytes& bytes);
mpi::SentBytes sent_so_far();

}  // namespace cartwright::preload
