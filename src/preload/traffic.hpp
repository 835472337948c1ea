// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace cartwright::mpi {

/// A message, as far as it is counted: it outlives the communicator and the type it is sent with.
struct Message {
  int node;  ///< that it goes to; -1 for a process outside MPI_COMM_WORLD
  std::int64_t bytes;
};

/// The message of `count` items to the process `dest` of `comm`. None to MPI_PROC_NULL, and none at all
/// without CARTWRIGHT_REPORT. This and what follows may be called from several threads.
std::optional<Message> message_to(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);

/// Adds a message to what was sent, and when it goes to another node, to what crossed nodes.
void count_message(const Message& message);

inline void count_send(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) {
  if (const std::optional<Message> message = message_to(comm, dest, count, type)) count_message(*message);
}

/// Persistent requests: remembered when made, counted each time they are started.
void remember_persistent(MPI_Request request, MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type);
void count_started(MPI_Request request);
void forget_persistent(MPI_Request request);

/// The bytes that go to the i-th neighbour, in the order of MPI's neighbourhood collectives.
using NeighborBytes = std::function<std::int64_t(int neighbor)>;

/// Counts a neighbourhood collective on a communicator with any topology.
void count_neighbors(MPI_Comm comm, const NeighborBytes& bytes);

/// Size of `count` items in bytes.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);

/// Collective over MPI_COMM_WORLD, before MPI_Finalize: rank 0 reports the sums.
void report_all_traffic();

}  // namespace cartwright::mpi
