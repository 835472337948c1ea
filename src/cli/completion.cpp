// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "cli/doc.hpp"
#include "report/writers.hpp"

#include <fmt/ranges.h>

namespace cartwright::cli {

namespace {

/// The words to offer for a value, from its name in the help text: "fast|balanced|best" lists them; NAME, STENCIL and
/// FORMAT=FILE stand for a registry.
std::string words_of(const std::string& value) {
  std::vector<std::string> words;
  for (const std::string_view part : base::split(value, '|'))
    if (part == "NAME")
      for (const mapping::Algorithm& algorithm : mapping::algorithms()) words.emplace_back(algorithm.name);
    else if (part == "STENCIL")
      words.insert(words.end(), {"nn", "component", "hops", "moore"});
    else if (part == "FORMAT=FILE")
      for (const report::Writer& writer : report::writers()) words.push_back(fmt::format("{}=", writer.name));
    else if (!part.empty() && part.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos)
      words.emplace_back(part);
  return fmt::format("{}", fmt::join(words, " "));
}

bool takes_file(const std::string& value) { return value.ends_with("FILE") && value.find('=') == std::string::npos; }

}  // namespace

std::string bash_completion() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  std::string options;
  std::string values;
  for (const CommandDoc& doc : documentation()) {
    std::vector<std::string> flags;
    for (const OptionDoc& option : doc.options) {
      flags.push_back(option.names.back());
      if (option.value.empty()) continue;
      const std::string words = words_of(option.value);
      values += fmt::format("    {}:{}) words=\"{}\"; files={} ;;\n", doc.command->name, option.names.back(), words,
                            takes_file(option.value) ? 1 : 0);
    }
    const bool file = !doc.positionals.empty() && takes_file(doc.positionals.front().value);
    if (!doc.positionals.empty() && doc.positionals.front().value.find('|') != std::string::npos)
      flags.push_back(words_of(doc.positionals.front().value));
    options +=
        fmt::format("    {}) words=\"{}\"; files={} ;;\n", doc.command->name, fmt::join(flags, " "), file ? 1 : 0);
  }
  return fmt::format(R"(# bash completion for cartwright
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
_cartwright() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" command="${{COMP_WORDS[1]}}"
  local words="" files=0
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$cur"))
    return
  fi
  # "=" breaks words: --write csv=ranks.csv completes a file after it.
  if [[ $cur == "=" || $prev == "=" ]]; then
    COMPREPLY=($(compgen -f -- "${{cur#=}}"))
    return
  fi
  case "$command:$prev" in
{}    *) case "$command" in
{}    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $files -eq 1 ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
  if [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]]; then compopt -o nospace; fi
}}
complete -F _cartwright cartwright
)",
                     fmt::join(names, " "), values, options);
}

}  // namespace cartwright::cli
