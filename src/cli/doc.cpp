// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/doc.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::cli {

namespace {

OptionDoc option_doc(const CLI::Option& option) {
  OptionDoc doc;
  for (const std::string& name : option.get_snames()) doc.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) doc.names.push_back("--" + name);
  // A flag takes no value, but CLI11 has a type name for it.
  if (option.get_items_expected_max() > 0) doc.value = option.get_type_name();
  doc.text = option.get_description();
  doc.required = option.get_required();
  return doc;
}

}  // namespace

std::vector<CommandDoc> documentation() {
  std::vector<CommandDoc> docs;
  for (const Command& command : commands()) {
    CommandDoc doc{&command, {}, {}};
    CLI::App app;
    app.set_help_flag("--help,-h", "Print this help");
    command.add(app);
    for (const CLI::Option* option : app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); }))
      (option->nonpositional() ? doc.options : doc.positionals).push_back(option_doc(*option));
    docs.push_back(std::move(doc));
  }
  return docs;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    if (text.starts_with("\n\n")) {
      out.append("\n\n").append(indent, ' ');
      column = 0;
      text.remove_prefix(2);
    }
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (column > 0 && indent + column + 1 + end > width) {
      out.append("\n").append(indent, ' ');
      column = 0;
    }
    if (column > 0) out += ' ';
    out += text.substr(0, end);
    column += end + (column > 0 ? 1 : 0);
    text.remove_prefix(end);
    if (!text.empty() && !text.starts_with("\n\n")) text.remove_prefix(1);
  }
  return out;
}

}  // namespace cartwright::cli
