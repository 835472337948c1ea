// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/launch_plan.hpp"

#include <functional>

namespace CLI {
class App;
}

namespace cartwright::cli {

/// How to start a program with the interposer.
struct LaunchOptions {
  std::string mpi;
  std::string in_script;
  bool dry_run = false;
  launch::CommandLine command;
};

/// --mpi, --dry-run and the command after --
void add_launch_options(CLI::App& app, LaunchOptions& options);

/// Sets a variable of the environment, which the processes of the program inherit, unless the value is empty.
void set_variable(const char* name, const std::string& value);

/// Makes an empty file in the folder of the run, and returns its path.
std::string empty_file(launch::RunFolder& folder, const char* name);

/// How processes on this host ran, by the marks that they left in CARTWRIGHT_LOADED.
enum class Marks : std::uint8_t {
  none,
  aside,   ///< without the interposer, and a line of theirs says why
  loaded,  ///< some with it
};
Marks marks_in(const std::string& file);

/// Runs the command and returns its exit status, or 127 if it does not exist. At the end calls `finished` with whether
/// a process on this host loaded the interposer. If that returns false, prints a line with the reason that none did.
/// Calls nothing and prints nothing if the processes have printed why they ran without it.
int launch_program(const LaunchOptions& options, launch::RunFolder& folder, const std::function<bool(bool)>& finished);

}  // namespace cartwright::cli
