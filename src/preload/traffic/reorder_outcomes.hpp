// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace cartwright::preload {

/// Statistics of all reordered communicators of one name ("MPI_Cart_create 4x4") on this process.
struct ReorderOutcome {
  std::string name;
  std::atomic<std::int64_t> made{0};
  std::atomic<std::int64_t> used{0};         ///< a message used it, or a communicator made from it
  std::atomic<std::int64_t> freed_asked{0};  ///< freed before any message, after this process had asked it for ranks
};

/// The statistics for a name. The reference is valid until the process ends. Thread safe.
ReorderOutcome& reorder_outcome_of(const std::string& name);

/// Prints one line on stderr about a communicator that was freed before any message used it, although process 0 had
/// asked it for ranks. The program may soon hang, and a report would come too late.
void warn_of_freed(const std::string& name);

/// Reports the statistics from rank 0. Collective over MPI_COMM_WORLD, before MPI_Finalize. Does nothing without a
/// report.
void report_reorder_outcomes();

}  // namespace cartwright::preload
