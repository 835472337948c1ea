// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/readers.hpp"

namespace cartwright::machine {

/// Throws Error{parse} unless the name is a letter followed by letters, digits, '-' and '_'.
void check_level_name(std::string_view name);

/// Short notation: people type it, files do not hold it.
bool is_notation(std::string_view text);
Machine read_notation(std::string_view text);

// The readers of the registry, each in the file of its name. `text` is the contents of a file.
bool is_json(std::string_view text);
Machine read_json(std::string_view text);

bool is_hwloc(std::string_view text);
Machine read_hwloc_cores(std::string_view text);    ///< a slot per core
Machine read_hwloc_threads(std::string_view text);  ///< a slot per PU (hardware thread)

bool is_openmpi(std::string_view text);
Machine read_openmpi(std::string_view text);

bool is_mpich(std::string_view text);
Machine read_mpich(std::string_view text);

bool is_slurm(std::string_view text);
Machine read_slurm(std::string_view text);

}  // namespace cartwright::machine
