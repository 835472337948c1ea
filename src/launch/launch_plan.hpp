// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/linkage.hpp"
#include "launch/run_folder.hpp"

namespace cartwright::launch {

/// How `cartwright run` gets the interposer into the processes of a command.
struct LaunchPlan {
  CommandLine command;     ///< what to run
  std::string preload;     ///< the interposer; empty where each launcher in a script gets its own
  Linkage linkage;         ///< of the program that is started, as far as it is known
  bool is_script = false;  ///< not a launcher: those that it starts go through `cartwright run`
  bool elsewhere = false;  ///< as a rule its processes run on other hosts
};

/// `mpi` is what --mpi says, or empty. Throws Error: it cannot be told how, or no such program (Status::io).
LaunchPlan plan_launch(const CommandLine& command, const std::string& mpi, RunFolder& folder);

/// libcartwright_preload for that MPI, beside this program in the build folder or where it is installed.
/// Throws Error: not built for that MPI.
std::string find_preload(const std::string& mpi);

/// The names of the environment variables that begin with CARTWRIGHT.
std::vector<std::string> cartwright_variables();

}  // namespace cartwright::launch
