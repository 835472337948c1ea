// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/process.hpp"

namespace cartwright::cli {

/// Which MPI a launcher belongs to, "openmpi" or "mpich", by what it says of itself. Throws Error: it
/// cannot be told, or no such program (Status::io).
std::string detect_mpi(const std::string& launcher);

/// libcartwright_preload for that MPI, beside this program in the build folder or where it is installed.
/// Throws Error: not built for that MPI.
std::string find_preload(const std::string& mpi);

/// The names of the environment variables that begin with CARTWRIGHT.
std::vector<std::string> cartwright_variables();

/// The command, changed such that the processes it starts, and only they, load `preload` before their MPI.
/// The launcher passes on cartwright_variables().
CommandLine with_preload(const CommandLine& command, const std::string& mpi, const std::string& preload);

/// Runs it and waits. Returns its exit status, 128 + n when signal n ended it, 127 when there is no such
/// program. Interrupts from the terminal are left to the launcher.
int run_and_wait(const CommandLine& command);

}  // namespace cartwright::cli
