// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/doc.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace cartwright::cli {

namespace {

constexpr std::size_t width = 100;
constexpr std::size_t column = 28;

/// "  --dims 50x48|auto         Dims of the grid ..."
std::string entry(std::string head, std::string_view text) {
  head.insert(0, 2, ' ');
  if (head.size() + 2 > column)
    head += "\n" + std::string(column, ' ');
  else
    head.resize(column, ' ');
  return head + wrapped(text, width, column) + "\n";
}

std::string head_of(const OptionDoc& option) {
  const std::string name = option.names.empty() ? option.value : fmt::format("{}", fmt::join(option.names, ", "));
  return option.names.empty() || option.value.empty() ? name : name + " " + option.value;
}

std::string usage_of(const CommandDoc& doc) {
  std::string usage = fmt::format("cartwright {}", doc.command->name);
  for (const OptionDoc& argument : doc.positionals)
    usage += argument.required ? " " + argument.value : " [" + argument.value + "]";
  for (const OptionDoc& option : doc.options)
    if (option.required) usage += " " + option.names.back() + " " + option.value;
  return usage + " [options]";
}

std::string examples_of(const Command& command) {
  std::string out;
  for (const Example& example : command.examples)
    out += fmt::format("  # {}\n  {}\n", example.purpose, example.command);
  return out;
}

std::string_view title_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::programs: return "Programs, unchanged";
    case Purpose::mappings: return "Mappings of grids";
    case Purpose::networks: return "Networks and nodes";
    case Purpose::datatypes: return "Datatypes";
    case Purpose::machines: return "This machine";
  }
  return "";
}

}  // namespace

std::string help_text(const CommandDoc& doc) {
  std::string out = fmt::format("{}\n\nUsage: {}\n\n", doc.command->summary, usage_of(doc));
  out += wrapped(doc.command->description, width, 0) + "\n";
  if (!doc.positionals.empty()) out += "\nArguments:\n";
  for (const OptionDoc& argument : doc.positionals) out += entry(head_of(argument), argument.text);
  out += "\nOptions:\n";
  for (const OptionDoc& option : doc.options) out += entry(head_of(option), option.text);
  if (!doc.command->examples.empty()) out += "\nExamples:\n" + examples_of(*doc.command);
  return out;
}

std::string help_text() {
  std::string out =
      "Place, pack, move: less and faster communication for MPI programs on regular grids\n\n"
      "Usage: cartwright COMMAND [options]\n";
  std::optional<Purpose> purpose;
  for (const Command& command : commands()) {
    if (purpose != command.purpose) out += fmt::format("\n{}:\n", title_of(command.purpose));
    purpose = command.purpose;
    out += entry(std::string(command.name), command.summary);
  }
  out += "\nExamples:\n" + examples_of(commands().front());
  return out + "\nFor the options of a command, see cartwright COMMAND --help or man cartwright-COMMAND.\n";
}

}  // namespace cartwright::cli
