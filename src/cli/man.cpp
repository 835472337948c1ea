// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/version.hpp"
#include "cli/doc.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace cartwright::cli {

namespace {

/// Escapes text for roff: hyphens stay copyable, and no line begins with a control character.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '.': out += out.empty() ? "\\&." : "."; break;
      default: out += c;
    }
  return out;
}

std::string page_head(std::string_view name, std::string_view summary) {
  std::string title(name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"Cartwright {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(title),
                     base::version_string, roff(name), roff(summary));
}

/// An option or argument with its text.
std::string entry(const OptionDoc& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string line = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.empty()) line += (line.empty() ? "\\fI" : " \\fI") + roff(option.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}\n", line, roff(option.text));
}

std::string examples(const Command& command) {
  std::string out;
  if (!command.examples.empty()) out += ".SH EXAMPLES\n";
  for (const Example& example : command.examples)
    out += fmt::format(".PP\n{}:\n.PP\n.RS 4\n.EX\n{}\n.EE\n.RE\n", roff(example.purpose), roff(example.command));
  return out;
}

constexpr std::string_view exit_statuses =
    ".SH EXIT STATUS\n.TP\n0\nSuccess.\n.TP\n1\nFailure at run time: a file could not be written, or memory ran out.\n"
    ".TP\n2\nWrong input: an unknown option, an invalid machine, dims that do not fit, an output file that exists.\n";

}  // namespace

std::string man_page(const CommandDoc& doc) {
  const Command& command = *doc.command;
  std::string out = page_head(fmt::format("cartwright-{}", command.name), command.summary);
  out += fmt::format(".SH SYNOPSIS\n.B cartwright {}\n", roff(command.name));
  for (const OptionDoc& argument : doc.positionals)
    out += (argument.required ? "\\fI" : "[\\fI") + roff(argument.value) + (argument.required ? "\\fR\n" : "\\fR]\n");
  out += "[\\fIoptions\\fR]\n.SH DESCRIPTION\n" + roff(command.description) + "\n.SH OPTIONS\n";
  for (const OptionDoc& argument : doc.positionals) out += entry(argument);
  for (const OptionDoc& option : doc.options) out += entry(option);
  return out + std::string(exit_statuses) + examples(command) + ".SH SEE ALSO\n.BR cartwright (1)\n";
}

std::string man_page() {
  std::string out = page_head("cartwright", "less and faster communication for MPI programs on regular grids");
  out +=
      ".SH SYNOPSIS\n.B cartwright\n\\fIcommand\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
      "Places the processes of a grid on nodes to reduce the communication between nodes, and writes the mapping for "
      "the launcher of a parallel program.\n.SH COMMANDS\n";
  std::string also;
  for (const Command& command : commands()) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(command.name), roff(command.summary));
    also += fmt::format("{}.BR cartwright\\-{} (1)", also.empty() ? "" : ",\n", command.name);
  }
  return out + std::string(exit_statuses) + examples(commands().front()) + ".SH SEE ALSO\n" + also + "\n";
}

}  // namespace cartwright::cli
