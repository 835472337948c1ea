// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace cartwright::preload {

/// The fate, on this process, of all reordered communicators of one name, "MPI_Cart_create 4x4".
struct Fate {
  std::string name;
  std::atomic<std::int64_t> made{0};
  std::atomic<std::int64_t> used{0};         ///< a message went over it, or over one that was made from it
  std::atomic<std::int64_t> freed_asked{0};  ///< freed before any message, after this process had asked it for ranks
};

/// That of a name. It stays where it is until the process ends. Thread safe.
Fate& fate_of(const std::string& name);

/// One line on stderr about a communicator that was freed before any message went over it, although process 0 had asked
/// it for ranks: the program may hang soon, and a report would come too late.
void warn_of_freed(const std::string& name);

/// Collective over MPI_COMM_WORLD, before MPI_Finalize: rank 0 reports the fates. Nothing without a report.
void report_all_fates();

}  // namespace cartwright::preload
