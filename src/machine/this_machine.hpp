// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

#include <filesystem>
#include <span>

namespace cartwright::machine {

/// The machine of these processors, as Linux describes it below `root`: one node named `host`, a slot for each core.
/// Throws Error if there are no processors.
Machine read_processors(const std::filesystem::path& root, std::span<const int> processors, const std::string& host);

/// The machine that this process may run on.
Machine this_machine();

/// How to start processes where cores have several hardware threads; empty if each core has one.
std::string hardware_thread_note(std::int64_t threads, std::int64_t cores);
/// The same for a machine whose slots are hardware threads: its last level is named "core".
std::string hardware_thread_note(const Machine& machine);

}  // namespace cartwright::machine
