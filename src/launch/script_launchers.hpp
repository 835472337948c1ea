// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <filesystem>

namespace cartwright::launch {

// A script starts its launchers itself, and their command lines cannot be changed in advance. But the script finds them
// in PATH. A folder of wrappers is therefore put first in PATH. Each has the name of a launcher and starts it through
// `cartwright run`. The script itself loads nothing.

/// Writes a wrapper for every launcher in `path` into a new folder inside `folder`. Returns that folder.
std::string wrap_launchers(const std::string& path, const std::string& mpi, const std::filesystem::path& folder);

/// Runs in a wrapper: removes the folder of wrappers from PATH and becomes the launcher, with the interposer if that is
/// possible and unchanged otherwise.
[[noreturn]] void become_launcher(const CommandLine& command, const std::string& mpi, const std::string& wrappers);

}  // namespace cartwright::launch
