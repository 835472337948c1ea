// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <filesystem>
#include <string_view>

namespace cartwright::launch {

/// An option of a launcher with its values: {"-x", "A=1"}, {"-genv", "A", "1"} or {"--env=A=1"}.
struct LaunchOption {
  CommandLine words;

  /// Its name, without dashes.
  std::string_view name() const;
  /// Its first value: the next word, or the text after the equals sign. Empty if it has none.
  std::string_view value() const;
};

/// One program that a launcher starts: the options before it, and the program with its arguments.
struct Context {
  std::vector<LaunchOption> options;
  CommandLine program;
};

/// Parses the words after a launcher. `with_values` lists the options that take values ("np host mca/2": names without
/// dashes, with the number of values unless it is one). Contexts are separated by ":" if `colons` is set.
std::vector<Context> parse_contexts(const CommandLine& words, std::string_view with_values, bool colons);

/// The inverse of parse_contexts().
CommandLine to_words(const std::vector<Context>& contexts);

/// Reads a file of contexts, one per line. Lines that begin with '#' are comments; quotes have no meaning. If the file
/// cannot be read, returns none: the launcher reports the error.
std::vector<Context> read_contexts(const std::filesystem::path& file, std::string_view with_values);

/// Writes such a file with a new name into a folder. Returns its path.
std::string write_contexts(const std::vector<Context>& contexts, const std::filesystem::path& folder);

}  // namespace cartwright::launch
