// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/report.hpp"

#include <mpi.h>

#include <cstdint>
#include <exception>
#include <functional>

// Records collectives of intercommunicators. Where MPI says how many bytes one process has for another, these are
// recorded pair by pair. In the others, the first processes of the two groups exchange one message, and before and
// after it there are collectives within the groups (docs/record.md). The arguments are those of the MPI functions: a
// root is MPI_ROOT, MPI_PROC_NULL, or a rank in the other group. The functions that record are called in
// when_between_groups().

namespace cartwright::preload {

/// Whether a collective over this communicator is recorded here.
bool between_groups(MPI_Comm comm);

/// Calls record() if this is a collective of an intercommunicator, and it is recorded.
template <typename Record>
void when_between_groups(MPI_Comm comm, const Record& record) try {
  if (between_groups(comm)) record();
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

/// The number of processes that give this process data, or get data from it: of an intercommunicator, the other group.
int partners_of(MPI_Comm comm);

/// bytes(i) go to process i of the other group: from every process, or from the root alone.
void record_to_each_between(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes);
void record_scatter_between(MPI_Comm comm, int root, const std::function<std::int64_t(int)>& bytes);

void record_gather_between(MPI_Comm comm, int root, std::int64_t bytes);
void record_bcast_between(MPI_Comm comm, int root, std::int64_t bytes);
void record_reduce_between(MPI_Comm comm, int root, std::int64_t bytes);
void record_allreduce_between(MPI_Comm comm, std::int64_t bytes);

/// This process gives `mine` bytes, and the other group `received` bytes in all.
void record_allgather_between(MPI_Comm comm, std::int64_t mine, std::int64_t received);

/// Process i of the own group gets bytes(i).
void record_reduce_scatter_between(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes);

}  // namespace cartwright::preload
