// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <functional>

namespace cartwright::launch {

/// The largest number of ranks. SMPI runs all ranks in one process, which becomes slow and large.
inline constexpr std::int64_t max_simulated_ranks = 1024;

/// SimGrid's version, from smpirun: "3.32". Throws Error{unsupported} if smpirun is not installed.
std::string simgrid_version();

/// Checks a program before the long work. Throws Error if it does not exist, is linked with another MPI, or has
/// arguments that smpirun would change.
void check_smpi_program(const CommandLine& program);

/// One run of a program under smpirun.
struct SmpiJob {
  std::string platform;  ///< a file
  std::string hosts;     ///< a file
  std::string output;    ///< a file for the output of the program and of SimGrid
  std::int64_t ranks = 1;
  std::vector<std::string> settings;  ///< of SimGrid: "smpi/simulate-computation:no"
  CommandLine program;
  double timeout_seconds = 600;
};
struct SmpiRun {
  double simulated_seconds = 0;
  double seconds = 0;  ///< wall-clock time of the simulation
};
/// Runs the job and waits; calls `progress` a few times per second. Throws Error if a termination signal arrives, which
/// is forwarded, or if the program fails, calls a function that SMPI lacks, exceeds the limit, or never enters MPI.
SmpiRun run_under_smpi(const SmpiJob& job, const std::function<void()>& progress);

}  // namespace cartwright::launch
