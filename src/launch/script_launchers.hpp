// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <filesystem>

namespace cartwright::launch {

// A script starts its launchers itself, and nobody can change their command lines beforehand. But they are found along
// PATH. A folder of wrappers is put before it: each has the name of a launcher, and starts it through `cartwright run`.
// Nothing is loaded into the script itself.

/// Writes a wrapper for every launcher along `path` into a new folder inside `folder`. Returns that folder.
std::string wrap_launchers(const std::string& path, const std::string& mpi, const std::filesystem::path& folder);

/// Runs in a wrapper: takes the folder of wrappers from PATH, and becomes the launcher, changed if it can be told how
/// and as it is otherwise.
[[noreturn]] void become_launcher(const CommandLine& command, const std::string& mpi, const std::string& wrappers);

}  // namespace cartwright::launch
