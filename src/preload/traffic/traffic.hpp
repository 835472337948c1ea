// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/traffic/recorder.hpp"
#include "preload/traffic/watched.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace cartwright::preload {

/// A message, with the values needed to count it. It outlives its communicator and type.
struct Message {
  std::int64_t bytes = 0;
  bool counted = false;         ///< for a report
  bool between = false;         ///< it goes to another node, or to a process outside MPI_COMM_WORLD
  bool between_before = false;  ///< it would go to another node in the original rank order
  bool over_reordered = false;  ///< over a reordered communicator or one made from it
  bool to_corner = false;       ///< of such a grid: coordinates differ in several dimensions
  RecordedPeer* recorded = nullptr;
};

/// The message of `count` items to process `dest` of `comm`. None for MPI_PROC_NULL. Without CARTWRIGHT_REPORT, none
/// unless the communicator comes from a reordered one. This and all functions below are thread safe.
std::optional<Message> message_to(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);

/// Adds a message to the totals, and to those between nodes if it goes to another node. `number` is 0 for a part of a
/// message that is counted elsewhere.
void count_message(const Message& message, int number = 1);

inline void count_send(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) {
  if (!watched()) return;
  if (const std::optional<Message> message = message_to(comm, dest, count, type)) count_message(*message);
}

/// Persistent requests: remembered when made, counted at each start.
void remember_persistent(MPI_Request request, MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);
/// The same for any function that counts, as long as the communicator lives.
void count_at_each_start(MPI_Request request, MPI_Comm comm, std::function<void()> count);
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

/// Call after MPI_Init. Starts counting if a report is requested.
void begin_traffic();

/// Reports the sums from rank 0. Collective over MPI_COMM_WORLD, before MPI_Finalize.
void report_all_traffic();

}  // namespace cartwright::preload
