// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/launch_line.hpp"
#include "launch/prefixes.hpp"
#include "launch/run_folder.hpp"

#include <span>
#include <string_view>

namespace cartwright::launch {

/// What processes are to get, and the line of the launcher that starts them.
struct Launch {
  Environment environment = {};             ///< of the launcher
  std::string launcher = {};                ///< its name or path
  std::vector<Context> contexts = {};       ///< what follows it
  std::string preload = {};                 ///< the library that processes load before their MPI
  std::vector<std::string> variables = {};  ///< names of the variables that processes need
  std::vector<std::string> unset = {};      ///< names of the variables that the launcher must not see
  RunFolder* folder = nullptr;              ///< for files that the launcher reads
};

/// A family of launchers.
struct Launcher {
  std::string_view commands = {};     ///< names that tell which one it is: "srun"; empty where --version does
  std::string_view says = {};         ///< what --version prints, alternatives separated by '|'
  std::string_view mpi = {};          ///< the MPI whose processes it starts; empty where any may be
  std::string_view subcommands = {};  ///< one of these must follow the name: "run submit"
  std::string_view with_values = {};  ///< options that values follow, as parse_contexts() takes them
  bool colons = true;                 ///< ":" separates programs
  bool elsewhere = false;             ///< as a rule processes run on other hosts
  /// Changes the line so that processes, and only they, load `preload` first and get `variables`. A preload that the
  /// user asks for is kept behind ours.
  void (*hand_on)(Launch& launch) = nullptr;
};

/// Commands that may be launchers: what stands on PATH under these names is one.
std::span<const std::string_view> launcher_names();

/// The launcher that a command starts with, by its name and, where that leaves it open, by what it says of its version.
/// `mpi` decides where neither tells; it may be empty. Null: the command is not a launcher, but a script, say. Throws
/// Error: it is a launcher, but not known, or there is no such program (Status::io).
const Launcher* find_launcher(const CommandLine& command, const Environment& environment, const std::string& mpi);

/// `ours` before what is to be preloaded anyway.
std::string joined_preloads(const std::string& ours, const std::string& theirs);

/// LD_PRELOAD for processes whose launcher hands on its environment.
std::string preloads(const Launch& launch);

/// LD_PRELOAD for processes that were given `setting`, "LD_PRELOAD=VALUE" or, to take it from the environment,
/// "LD_PRELOAD". Empty: the setting is that of another variable.
std::string preloads_with(const Launch& launch, std::string_view setting);

}  // namespace cartwright::launch
