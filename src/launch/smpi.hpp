// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <functional>

namespace cartwright::launch {

/// More ranks than these make SMPI, one process for all of them, slow and large.
inline constexpr std::int64_t most_simulated_ranks = 1024;

/// SimGrid's version as smpirun tells it: "3.32". Throws Error{unsupported}: there is no smpirun.
std::string simgrid_version();

/// Throws Error before the long work: no such program, one that was linked to another MPI, or arguments that smpirun
/// does not pass on as they are.
void check_smpi_program(const CommandLine& program);

/// One run of a program under smpirun.
struct SmpiJob {
  std::string platform;  ///< a file
  std::string hosts;     ///< a file
  std::string output;    ///< a file for what the program and SimGrid print
  std::int64_t ranks = 1;
  std::vector<std::string> settings;  ///< of SimGrid: "smpi/simulate-computation:no"
  CommandLine program;
  double timeout_seconds = 600;
};
struct SmpiRun {
  double simulated_seconds = 0;
  double seconds = 0;  ///< that the simulation took
};
/// Runs it and waits; `progress` is called some times a second. Signals that ask for an end are passed on, and end in
/// an Error, as do: a program that fails, calls what SMPI lacks, does not end in time, or never enters MPI.
SmpiRun run_under_smpi(const SmpiJob& job, const std::function<void()>& progress);

}  // namespace cartwright::launch
