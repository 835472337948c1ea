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

/// An example call of a subcommand, shown by --help and in its man page.
struct Example {
  std::string_view purpose;  ///< "Write a rank file for Open MPI"
  std::string_view command;  ///< "cartwright map --dims 50x48 ..."
};

/// Runs a subcommand after its options are parsed. Returns the exit status: 0 done, 1 failed at run time, 2 bad input.
/// May throw Error, which main() prints as one line.
using Action = std::function<int()>;

/// What a user wants to do: --help lists the subcommands by it.
enum class Purpose { programs, mappings, networks, datatypes, machines };

/// One subcommand. Its file defines `Command NAME_command()`; commands.cpp lists it. Help, man page and bash completion
/// are generated from it and from the options that `add` declares.
struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line, without a full stop
  std::string_view description;  ///< paragraphs, separated by empty lines
  std::vector<Example> examples;
  Action (*add)(CLI::App& app);         ///< declares the options; the action owns their values
  Purpose purpose = Purpose::machines;  ///< set by commands.cpp
};

/// All subcommands, in the order of the help text.
const std::vector<Command>& commands();

}  // namespace cartwright::cli
