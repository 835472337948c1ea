// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launchers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cartwright::launch {

namespace {

// By default Hydra passes its whole environment on. -genv applies to all programs of the command line, -env to one, and
// -env overrides -genv.

constexpr std::string_view hydra_with_values =
    "genv/2 genvlist genvexcl f hostfile machinefile machine hosts host wdir configfile env/2 envlist envexcl n np "
    "path arch soft "
    "launcher launcher-exec bootstrap bootstrap-exec rmk topolib bind-to map-by membind demux iface ppn perhost rr grr "
    "prepend-pattern outfile-pattern errfile-pattern nameserver order-nodes localhost usize ckpointlib ckpoint-prefix "
    "ckpoint-num ckpoint-interval gpus-per-proc gpu-subdevs-per-proc port-range gtool gtoolfile hosts-group s tune "
    "cpu-bind gdb-args "
    "branch-count bootstrap-exec-args a rankmap pmi-vci";

/// The setting of an option, as "NAME=VALUE".
std::string setting_of(const LaunchOption& option) {
  if (option.words.size() == 3) return fmt::format("{}={}", option.words[1], option.words[2]);
  return option.words.size() == 2 ? option.words[1] : std::string();
}

/// Adds our preload to each option of this name that sets LD_PRELOAD. Returns false if there was none.
bool join(const Launch& launch, std::vector<LaunchOption>& options, std::string_view name) {
  bool joined = false;
  for (LaunchOption& option : options) {
    if (option.name() != name) continue;
    const std::string all = preloads_with(launch, setting_of(option));
    if (all.empty()) continue;
    option.words = {option.words.front(), "LD_PRELOAD", all};
    joined = true;
  }
  return joined;
}

bool has_any(const std::vector<LaunchOption>& options, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(options,
                             [&](const LaunchOption& option) { return std::ranges::count(names, option.name()) > 0; });
}

void add(std::vector<LaunchOption>& options, std::string_view option, const std::string& name,
         const std::string& value) {
  options.insert(options.begin(), {{std::string(option), name, value}});
}

void add_variables(const Launch& launch, std::vector<LaunchOption>& options, std::string_view option) {
  for (const std::string& name : launch.variables)
    add(options, option, name, launch.environment.value(name).value_or(""));
}

/// Changes the contexts that set their own environment. Returns true if one was changed.
bool join_contexts(const Launch& launch, std::vector<Context>& contexts) {
  bool changed = false;
  for (Context& context : contexts) {
    bool joined = join(launch, context.options, "env");
    // Intel's -envnone also removes the variables of -genv.
    if (has_any(context.options, {"envnone", "envlist", "envexcl"})) {
      if (!joined) add(context.options, "-env", "LD_PRELOAD", preloads(launch));
      add_variables(launch, context.options, "-env");
      joined = true;
    }
    changed = changed || joined;
  }
  return changed;
}

void rewrite_hydra(Launch& launch) {
  bool global = false;
  for (Context& context : launch.contexts) global = join(launch, context.options, "genv") || global;
  join_contexts(launch, launch.contexts);
  std::vector<LaunchOption>& first = launch.contexts.front().options;
  for (LaunchOption& option : first) {
    if (option.name() != "configfile" || option.words.size() != 2) continue;
    std::vector<Context> in_file = read_contexts(option.words[1], hydra_with_values);
    bool changed = false;
    for (Context& context : in_file)
      if (join(launch, context.options, "genv")) global = changed = true;
    if (join_contexts(launch, in_file) || changed) option.words[1] = write_contexts(in_file, launch.folder->path());
  }
  if (has_any(first, {"genvnone", "genvlist", "genvexcl"})) add_variables(launch, first, "-genv");
  if (!global) add(first, "-genv", "LD_PRELOAD", preloads(launch));
}

}  // namespace

Launcher hydra_launcher() {
  return {.version_text = "HYDRA|MPICH|mpich|Intel(R) MPI Library|MVAPICH",
          .mpi = "mpich",
          .with_values = hydra_with_values,
          .rewrite = rewrite_hydra};
}

}  // namespace cartwright::launch
