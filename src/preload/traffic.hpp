// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/watched.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace cartwright::preload {

/// A message, as far as it is counted: it outlives the communicator and the type it is sent with.
struct Message {
  std::int64_t bytes = 0;
  bool counted = false;         ///< for a report
  bool between = false;         ///< it goes to another node, or to a process outside MPI_COMM_WORLD
  bool between_before = false;  ///< it would, in the original rank order
  bool over_reordered = false;  ///< over a reordered communicator, or one that was made from it
};

/// The message of `count` items to the process `dest` of `comm`. None to MPI_PROC_NULL, and none at all without
/// CARTWRIGHT_REPORT unless the communicator comes from a reordered one. This and all that follows may be called from
/// several threads.
std::optional<Message> message_to(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);

/// Adds a message to what was sent, and when it goes to another node, to what crossed nodes.
void count_message(const Message& message);

inline void count_send(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) {
  if (!watched()) return;
  if (const std::optional<Message> message = message_to(comm, dest, count, type)) count_message(*message);
}

/// Persistent requests: remembered when made, counted each time they are started.
void remember_persistent(MPI_Request request, MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);
void count_started(MPI_Request request);
void forget_persistent(MPI_Request request);

/// Counts a neighborhood collective on a communicator with any topology: `bytes(i)` go to the i-th neighbor, in the
/// order of MPI's neighborhood collectives.
void count_neighbors_now(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes);
template <typename Bytes>
void count_neighbors(MPI_Comm comm, const Bytes& bytes) {
  if (watched()) count_neighbors_now(comm, bytes);
}

/// Size of `count` items in bytes.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);

/// After MPI_Init: begins to count, if there is to be a report.
void begin_traffic();

/// Collective over MPI_COMM_WORLD, before MPI_Finalize: rank 0 reports the sums.
void report_all_traffic();

}  // namespace cartwright::preload
