// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/linkage.hpp"
#include "launch/run_folder.hpp"

namespace cartwright::launch {

/// The command that `cartwright run` starts instead of the given one: its processes load the interposer.
struct LaunchPlan {
  CommandLine command;     ///< the command to run
  std::string preload;     ///< the interposer; empty for a script, as each launcher in it gets its own
  Linkage linkage;         ///< of the program, if it is known
  bool is_script = false;  ///< not a launcher: the launchers that it starts go through `cartwright run`
  bool elsewhere = false;  ///< the processes usually run on other hosts
};

/// Plans the launch. `mpi` is the value of --mpi, or empty. Throws Error if the launcher or the MPI is not recognized,
/// and Error{io} if the program does not exist.
LaunchPlan plan_launch(const CommandLine& command, const std::string& mpi, RunFolder& folder);

/// The path of a file that is built for each MPI, in the build folder of this program or where it is installed. Throws
/// Error if it was not built for that MPI.
std::string find_for_mpi(const std::string& mpi, const std::string& name);

/// The path of libcartwright_preload for that MPI, or of libcartwright_in_order with CARTWRIGHT_ORDER or
/// CARTWRIGHT_LEARN. Throws Error as find_for_mpi does.
std::string find_preload(const std::string& mpi);

/// The command that starts a program of Cartwright's own with a launcher: `command`, with `program` and its arguments
/// after the options of the launcher. `program` is a file beside libcartwright_preload of the launcher's MPI; no
/// process loads the interposer. Throws Error if the command is not a launcher, if it has a program, or if the MPI is
/// not recognized.
CommandLine plan_own_program(const CommandLine& command, const std::string& mpi, const std::string& program,
                             const CommandLine& arguments);

/// The names of the environment variables that begin with CARTWRIGHT.
std::vector<std::string> cartwright_variables();

}  // namespace cartwright::launch
