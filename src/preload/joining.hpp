// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/join_plan.hpp"
#include "preload/join_trial.hpp"

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace cartwright::preload {

/// When blocks for other nodes are joined: never, where that was faster, or always.
enum class Join : std::uint8_t { off, measured, always };
/// CARTWRIGHT_JOIN.
Join join_setting();
/// Sets what the processes have agreed on.
void set_join(Join join);

/// Counts a joined message that was sent with so many blocks and bytes.
void count_joined(std::int64_t blocks, std::int64_t bytes);
/// Collective over MPI_COMM_WORLD, in MPI_Finalize.
void report_all_neighbors();

/// The choice for the blocking neighborhood collectives of a communicator. Before and after each, all processes call the
/// two functions, which communicate now and then. Not thread safe, as collectives of one communicator.
class Joining {
 public:
  /// The plan by which the next collective is joined; null if it is not.
  const JoinPlan* plan(MPI_Comm comm);
  /// Counts a collective, which took so long.
  void count(MPI_Comm comm, bool joined, std::chrono::nanoseconds time);

 private:
  JoinTrial trial_;
  std::unique_ptr<JoinPlan> plan_;
  bool made_ = false;
};

}  // namespace cartwright::preload
