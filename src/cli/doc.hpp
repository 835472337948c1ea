// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/command.hpp"

#include <string>

namespace cartwright::cli {

/// One option or positional argument, for help, man page and completion.
struct OptionDoc {
  std::vector<std::string> names;  ///< "-q", "--quiet"; empty for a positional argument
  std::string value;               ///< "50x48|auto"; empty for a flag
  std::string text;
  bool required = false;
};

/// A subcommand with its options, all taken from the declarations in its file.
struct CommandDoc {
  const Command* command;
  std::vector<OptionDoc> positionals;
  std::vector<OptionDoc> options;
};

/// Returns the documentation of every subcommand.
std::vector<CommandDoc> documentation();

/// Wraps text to `width` columns and indents every line after the first. Empty lines separate paragraphs.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

// The three output formats.
std::string help_text(const CommandDoc& doc);
std::string help_text();  ///< cartwright --help: the list of subcommands
std::string man_page(const CommandDoc& doc);
std::string man_page();  ///< cartwright(1)
std::string bash_completion();

}  // namespace cartwright::cli
