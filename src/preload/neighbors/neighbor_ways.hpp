// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/way_trial.hpp"
#include "preload/neighbors/join_plan.hpp"
#include "preload/neighbors/pairing.hpp"

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace cartwright::preload {

/// Counts a joined message that was sent with so many blocks and bytes.
void count_joined(std::int64_t blocks, std::int64_t bytes);
/// Collective over MPI_COMM_WORLD, in MPI_Finalize.
void report_all_neighbors();

/// Chooses the path of the blocking neighborhood collectives of a communicator, for each form: shared memory in the
/// node and MPI between nodes, at first; joined messages between nodes, or all by MPI, where trials find that faster.
/// Before and after each collective, all processes call the two functions, which communicate now and then. Not thread
/// safe, as collectives of one communicator are not.
class NeighborWays {
 public:
  struct Next {
    bool by_mpi = false;             ///< MPI does all
    const JoinPlan* plan = nullptr;  ///< by which blocks are joined, or null
    bool timed = false;              ///< it belongs to a trial
  };
  /// `alone`: all processes are on this node. `even`: this process has as many sources as destinations.
  Next next(MPI_Comm comm, NeighborForm form, bool alone, bool even);
  /// Counts a collective, which took so long if it was timed.
  void count(MPI_Comm comm, NeighborForm form, bool alone, const Next& way, std::chrono::nanoseconds time);

 private:
  /// Many programs call no more collectives than those before the first trial.
  struct Trials {
    WayTrial joined{64};
    WayTrial by_mpi{64 + WayTrial::length};
  };
  /// Whether MPI may do all. MPICH 4.0 is wrong in MPI_Neighbor_alltoallw if a process is not even: there no MPI is
  /// tried. Communicates the first time.
  bool mpi_is_right(MPI_Comm comm, NeighborForm form, bool even);

  std::array<Trials, neighbor_forms> trials_;
  std::optional<bool> all_even_;
  std::unique_ptr<JoinPlan> plan_;
  bool made_ = false;
};

}  // namespace cartwright::preload
