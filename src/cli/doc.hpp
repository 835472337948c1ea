// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/command.hpp"

#include <string>

namespace cartwright::cli {

/// One option or positional argument, as help, man page and completion show it.
struct OptionDoc {
  std::vector<std::string> names;  ///< "-q", "--quiet"; empty for a positional argument
  std::string value;               ///< "50x48|auto"; empty for a flag
  std::string text;
  bool required = false;
};

/// A subcommand with its options: what the declarations of its file say, and nothing else.
struct CommandDoc {
  const Command* command;
  std::vector<OptionDoc> positionals;
  std::vector<OptionDoc> options;
};

/// Of every subcommand.
std::vector<CommandDoc> documentation();

/// The text wrapped to `width` columns, every line after the first indented. Empty lines part paragraphs.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

// The three faces of the documentation.
std::string help_text(const CommandDoc& doc);
std::string help_text();  ///< of the program: its subcommands
std::string man_page(const CommandDoc& doc);
std::string man_page();  ///< cartwright(1)
std::string bash_completion();

}  // namespace cartwright::cli
