// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/collective_algorithms.hpp"
#include "record/record.hpp"

#include <mpi.h>

#include <atomic>
#include <memory>

// Records what this process sends: in memory in proportion to the processes that it sends to. All functions are thread
// safe.

namespace cartwright::preload {

/// Whether the program is recorded now.
inline std::atomic<bool> is_recording{false};
inline bool recording() { return is_recording.load(std::memory_order_relaxed); }

/// Whether any part of the program is to be recorded.
bool has_record();

/// The messages to one process over one communicator. It lives until the process ends.
struct RecordedPeer;

/// The other end of messages over a communicator.
struct Peer {
  int rank = MPI_PROC_NULL;
  bool in_own_group = false;  ///< of an intercommunicator, where ranks are otherwise those of the other group
  bool sends = false;         ///< whether the messages come from there
  int root = -1;              ///< of the collective, if it has one
};

/// The messages over `comm` to or from this peer; null for one outside MPI_COMM_WORLD and for MPI_PROC_NULL.
RecordedPeer* recorded_peer(record::Way way, MPI_Comm comm, Peer other);
inline RecordedPeer* recorded_peer(record::Way way, MPI_Comm comm, int dest) {
  return recorded_peer(way, comm, Peer{dest});
}
void record_message(RecordedPeer* peer, std::int64_t bytes);

/// The members of `comm` are in the record, even if its first one records no message.
void record_group(MPI_Comm comm);

/// A put, get or accumulate on a window.
void record_one_sided(MPI_Win window, int target, std::int64_t bytes, bool get);

/// A collective, by the name of its blocking form: "allreduce". `bytes`: see record::model_sends(). Of an
/// intercommunicator, a collective within the group of this process.
void record_collective(const char* kind, MPI_Comm comm, int root, std::int64_t bytes);

/// A collective whose algorithm the MPI's tables say, with the messages that this process sends in it, by ranks in
/// `comm`.
void record_by_tables(const char* kind, MPI_Comm comm, int root, std::int64_t bytes,
                      const std::vector<record::ModelSend>& sends);

/// A message that the MPI sent inside of a collective, to a rank of program_world().
void record_inside(std::int64_t to, std::int64_t bytes) noexcept;

/// Items that were sent or received. Predefined types are left out.
void record_type(MPI_Datatype type, std::int64_t count);

/// Begins a new window of the recording.
void next_window();

/// What this process has recorded so far.
record::RankRecord recorded();

}  // namespace cartwright::preload
