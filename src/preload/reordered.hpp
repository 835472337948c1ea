// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/agreement.hpp"
#include "mpi/reordered.hpp"
#include "preload/fates.hpp"
#include "preload/watched.hpp"

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

  Fate* fate = nullptr;
  bool first = false;  ///< this process has rank 0
  int size = 0;
  std::atomic<bool> used{false};
  std::atomic<bool> asked{false};    ///< for ranks or coordinates
  std::atomic<bool> grouped{false};  ///< for its group, by which ranks can be translated

  /// Known with a report only. By rank in MPI_COMM_WORLD: the process that would be in its place in the original order,
  /// and its cell in a grid of these dims.
  std::unordered_map<int, int> original;
  std::unordered_map<int, int> cell;
  std::vector<int> dims;
};

/// Kept with a reordered communicator and with all that are made from it.
struct Origin {
  std::shared_ptr<ReorderedComm> reordered;
  bool part = false;      ///< it has fewer processes
  bool by_place = false;  ///< its processes were chosen by where they are: in another order there would be others
};

/// That of a communicator; null if it comes from none that was reordered. Quick, and may be called from several
/// threads.
const Origin* origin_of(MPI_Comm comm);

/// Listens for communicators that are reordered.
void watch_reordered();

/// `made` was made from the processes of `from`: it has the same origin.
void inherit_origin(MPI_Comm from, MPI_Comm made, bool by_place = false);

/// A message or anything like it goes over a communicator.
void note_use(MPI_Comm comm);
inline void note_use_if_watched(MPI_Comm comm) {
  if (watched()) note_use(comm);
}

/// Adds to the bytes that this process sent over communicators with an origin.
void add_sent(const mpi::SentBytes& bytes);
mpi::SentBytes sent_so_far();

}  // namespace cartwright::preload
