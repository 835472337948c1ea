// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cartwright::mpi {

/// Settings that known programs need: a line of the table has a pattern for the name of a program, or of a library that
/// it has loaded, and settings, as in `lmp* reorder=off`. '#' begins a comment.
struct KnownProgram {
  std::string pattern;
  std::vector<NamedValue> settings;
};

/// Throws Error for a line without settings.
std::vector<KnownProgram> parse_known_programs(std::string_view text);

/// Throws Error for a line without settings, with an unknown setting or with an invalid value.
void check_known_programs(std::string_view text);

/// Takes Cartwright's own table into account from now on, and these lines after it, which must be valid. Call it in
/// MPI_Init, with the same text on all processes.
void know_programs(std::string_view more);

/// This program for a line of the table: its name, and a hash of its path and its build; for an interpreter, also of
/// its arguments.
std::string name_of_this_build();

/// The lines of the table for this program and for the libraries that it has loaded by now. Empty before
/// know_programs(). Thread safe.
std::vector<KnownProgram> known_of_this_program();

}  // namespace cartwright::mpi
