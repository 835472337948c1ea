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
  /// Its first value: the next word, or the text after the equals sign. Empty where there is none.
  std::string_view value() const;
};

/// One program that a launcher starts: the options before it, and the program with its arguments.
struct Context {
  std::vector<LaunchOption> options;
  CommandLine program;
};

/// Reads the words after a launcher. `with_values` names the options that a value follows ("np host mca/2": names
/// without dashes, and the number of values unless it is one). Contexts are separated by ":" if `colons` is set.
std::vector<Context> parse_contexts(const CommandLine& words, std::string_view with_values, bool colons);

/// The words that parse_contexts() read.
CommandLine to_words(const std::vector<Context>& contexts);

/// Reads a file of contexts, one on a line. A line that begins with '#' is a comment, and launchers know no quotes
/// there. A file that cannot be read has none: the launcher says so.
std::vector<Context> read_contexts(const std::filesystem::path& file, std::string_view with_values);

/// Writes such a file into a folder, under a new name. Returns its path.
std::string write_contexts(const std::vector<Context>& contexts, const std::filesystem::path& folder);

}  // namespace cartwright::launch
