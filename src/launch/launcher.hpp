// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/launch_line.hpp"
#include "launch/prefixes.hpp"
#include "launch/run_folder.hpp"

#include <span>
#include <string_view>

namespace cartwright::launch {

/// The command line of a launcher, and the settings that its processes must get.
struct Launch {
  Environment environment = {};             ///< of the launcher
  std::string launcher = {};                ///< its name or path
  std::vector<Context> contexts = {};       ///< the programs of the command line, with their options
  std::string preload = {};                 ///< the library that processes load before their MPI
  std::string first = {};                   ///< a library that must come before all others; may be empty
  std::vector<std::string> variables = {};  ///< names of the variables that processes need
  std::vector<std::string> unset = {};      ///< names of the variables that the launcher must not see
  RunFolder* folder = nullptr;              ///< for files that the launcher reads
};

/// A family of launchers.
struct Launcher {
  std::string_view commands = {};      ///< command names that identify it: "srun"; empty if --version identifies it
  std::string_view version_text = {};  ///< identifying texts in the output of --version, separated by '|'
  std::string_view mpi = {};           ///< the MPI whose processes it starts; empty if any
  std::string_view subcommands = {};   ///< one of these must follow the name: "run submit"
  std::string_view with_values = {};   ///< options with values, in the format of parse_contexts()
  bool colons = true;                  ///< ":" separates programs
  bool elsewhere = false;              ///< the processes usually run on other hosts
  /// Changes the command line: the processes, but not the launcher, load `preload` after the user's own preloads, and
  /// get `variables`.
  void (*rewrite)(Launch& launch) = nullptr;
};

/// Names of launchers. A program in PATH with one of these names is taken for a launcher.
std::span<const std::string_view> launcher_names();

/// Identifies the launcher of a command by its name, by the output of --version, or else by `mpi`, which may be empty.
/// Returns null if the command is not a launcher but, for example, a script. Throws Error if it is an unknown launcher,
/// and Error{io} if the program does not exist.
const Launcher* find_launcher(const CommandLine& command, const Environment& environment, const std::string& mpi);

/// `first` if it is not empty, then the libraries `theirs` that the user preloads, then `ours`: tools that come before
/// it get the calls of the program, and reach ours by the PMPI_* functions. Ours comes before an MPI among them.
std::string joined_preloads(const std::string& ours, std::string theirs, const std::string& first = {});

/// LD_PRELOAD for processes that inherit the environment of the launcher.
std::string preloads(const Launch& launch);

/// LD_PRELOAD for processes with the user's `setting`: "LD_PRELOAD=VALUE", or "LD_PRELOAD" for the value in the
/// environment. Empty if the setting is for another variable.
std::string preloads_with(const Launch& launch, std::string_view setting);

}  // namespace cartwright::launch
