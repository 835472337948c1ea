// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace cartwright::cli {

/// How to use a subcommand, shown by --help and in its man page.
struct Example {
  std::string_view purpose;  ///< "Write a rank file for Open MPI"
  std::string_view command;  ///< "cartwright map --dims 50x48 ..."
};

/// What a subcommand does once its options are parsed. Returns the exit status: 0 done, 1 failed at
/// run time, 2 bad input. May throw Error, which main() prints as one line.
using Action = std::function<int()>;

/// One subcommand: a file that defines `Command NAME_command()`, and one line in commands.cpp. Help, man page and
/// bash completion follow from it and from the options that `add` declares.
struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line, no full stop
  std::string_view description;  ///< paragraphs, separated by empty lines
  std::vector<Example> examples;
  Action (*add)(CLI::App& app);  ///< declares the options; the action owns what they are parsed into
};

/// All subcommands, in the order in which help lists them.
const std::vector<Command>& commands();

}  // namespace cartwright::cli
