// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/prefixes.hpp"

#include "launch/launch_line.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace cartwright::launch {

namespace {

/// A command that runs the rest of its line.
struct Prefix {
  std::string_view name;
  std::string_view with_values;      ///< options that take a value
  std::size_t positionals = 0;       ///< number of its arguments after its options
  std::string_view only_after = {};  ///< the option that must come before the command, if any
};

constexpr std::array prefixes = {
    Prefix{"nice", "n adjustment"},
    Prefix{"nohup", ""},
    Prefix{"setsid", ""},
    Prefix{"timeout", "k kill-after s signal", 1},
    Prefix{"env", "u unset C chdir"},
    Prefix{"time", "f format o output"},
    Prefix{"stdbuf", "i input o output e error"},
    Prefix{"numactl",
           "i interleave w weighted-interleave p preferred P preferred-many m membind N cpunodebind C physcpubind"},
    Prefix{"taskset", "", 1},
    Prefix{"ionice", "c class n classdata"},
    Prefix{"chrt", "T sched-runtime P sched-period D sched-deadline", 1},
    Prefix{"gdb", "ex eval-command x command ix iex init-command d directory cd tty", 0, "args"},
    Prefix{"strace", "a b e E I o O p P s S u X"},
    Prefix{"valgrind", ""},
};

/// Applies the options and assignments of env(1). Returns false if env does more than set variables.
bool read_env(const Context& context, std::size_t assignments, Environment& environment) {
  for (const LaunchOption& option : context.options) {
    const std::string_view name = option.name();
    if (name == "i" || name == "ignore-environment") {
      environment.set.clear();
      environment.cleared = true;
    } else if (name == "u" || name == "unset") {
      environment.set[std::string(option.value())] = "";
    } else if (name != "C" && name != "chdir") {
      return false;
    }
  }
  for (std::size_t i = 0; i < assignments; ++i) {
    const std::string& word = context.program[i];
    const std::size_t equals = word.find('=');
    environment.set[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return true;
}

}  // namespace

std::optional<std::string> Environment::value(const std::string& name) const {
  if (const auto found = set.find(name); found != set.end()) return found->second;
  const char* inherited = cleared ? nullptr : std::getenv(name.c_str());
  return inherited == nullptr ? std::nullopt : std::optional<std::string>(inherited);
}

Prefixes read_prefixes(const CommandLine& command) {
  Prefixes found;
  while (found.count < command.size()) {
    const auto first = command.begin() + static_cast<std::ptrdiff_t>(found.count);
    const std::string name = std::filesystem::path(*first).filename().string();
    const auto* const prefix = std::ranges::find(prefixes, name, &Prefix::name);
    if (prefix == prefixes.end()) break;
    const Context context = parse_contexts({first + 1, command.end()}, prefix->with_values, false).front();
    std::size_t own = prefix->positionals;
    if (name == "env")
      while (own < context.program.size() && context.program[own].find('=') != std::string::npos) ++own;
    const bool ready =
        prefix->only_after.empty() || (!context.options.empty() && context.options.back().name() == prefix->only_after);
    if (!ready || own >= context.program.size()) break;
    if (name == "env" && !read_env(context, own, found.environment)) break;
    found.count = command.size() - (context.program.size() - own);
  }
  return found;
}

}  // namespace cartwright::launch
