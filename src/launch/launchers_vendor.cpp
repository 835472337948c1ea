// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "launch/launchers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::launch {

namespace {

// Launchers that pass their environment on and have an option NAME=VALUE to set single variables.

/// The spelling of that option.
struct Spelling {
  std::string_view option;                     ///< the form we write
  std::initializer_list<std::string_view> of;  ///< all its names, without dashes
  bool one_word;                               ///< --env=NAME=VALUE in place of -e NAME=VALUE
};

LaunchOption setting(const Spelling& spelling, const std::string& text) {
  const std::string option(spelling.option);
  return spelling.one_word ? LaunchOption{{option + "=" + text}} : LaunchOption{{option, text}};
}

/// Removes LD_PRELOAD from the user's options. Returns it joined with ours.
std::string take_preloads(const Launch& launch, std::vector<LaunchOption>& options, const Spelling& spelling) {
  std::string all = preloads(launch);
  std::erase_if(options, [&](const LaunchOption& option) {
    if (std::ranges::count(spelling.of, option.name()) == 0) return false;
    const std::string theirs = preloads_with(launch, option.value());
    if (!theirs.empty()) all = theirs;
    return !theirs.empty();
  });
  return all;
}

/// Sets LD_PRELOAD before all other options.
void set_first(Launch& launch, const Spelling& spelling) {
  std::vector<LaunchOption>& options = launch.contexts.front().options;
  const std::string all = take_preloads(launch, options, spelling);
  options.insert(options.begin(), setting(spelling, "LD_PRELOAD=" + all));
}

// aprun(1): -e is a global option and must come before the first program.
void rewrite_aprun(Launch& launch) { set_first(launch, {"-e", {"e", "environment-override"}, false}); }

void rewrite_jsrun(Launch& launch) { set_first(launch, {"-E", {"E", "env"}, false}); }

void rewrite_pals(Launch& launch) {
  const Spelling spelling = {"--env", {"env"}, true};
  std::vector<LaunchOption>& options = launch.contexts.front().options;
  const bool closed = std::ranges::any_of(options, [](const LaunchOption& option) {
    return option.name().ends_with("envnone") || option.name().ends_with("envlist");
  });
  if (closed)
    for (const std::string& name : launch.variables)
      options.insert(options.begin(),
                     setting(spelling, fmt::format("{}={}", name, launch.environment.value(name).value_or(""))));
  set_first(launch, spelling);
}

// flux-run(1): rules are applied in order: ours must follow those that remove variables. "$" begins the name of a
// variable, and "$$" is a dollar sign.
void rewrite_flux(Launch& launch) {
  const Spelling spelling = {"--env", {"env"}, true};
  std::vector<LaunchOption>& options = launch.contexts.front().options;
  std::string all;
  for (const char c : take_preloads(launch, options, spelling)) all.append(c == '$' ? 2 : 1, c);
  const bool closed = !options.empty() && options.back().words.front() == "--";
  const auto end = options.end() - (closed ? 1 : 0);
  options.insert(end, {setting(spelling, "LD_PRELOAD=" + all), setting(spelling, "CARTWRIGHT*")});
}

}  // namespace

Launcher alps_launcher() {
  return {
      .commands = "aprun",
      .with_values =
          "D debug e environment-override m memory-per-pe P pipes p protection-domain R relaunch a architecture "
          "cc cpu-binding cp cpu-binding-file d cpus-per-pe E pes-per-node-list F access-mode j cpus-per-cu L "
          "node-list l node-list-file N pes-per-node n pes r specialized-cpus S pes-per-numa-node sl numa-node-list "
          "sn numa-nodes-per-node wdir",
      .elsewhere = true,
      .rewrite = rewrite_aprun};
}

Launcher pals_launcher() {
  return {.version_text = "mpiexec version |mpirun version |PALS",
          .with_values =
              "n np ppn N d depth cpu-bind mem-bind gpu-bind env envlist genvlist genv/2 hosts host hostlist hostfile "
              "f wdir wd umask rlimit rlimits exclusive e line-buffer-size timeout pmi procinfo rankmap label-format "
              "fanout shared soft configfile",
          .elsewhere = true,
          .rewrite = rewrite_pals};
}

Launcher jsm_launcher() {
  return {
      .commands = "jsrun",
      .with_values =
          "n nrs a tasks_per_rs c cpu_per_rs g gpu_per_rs r rs_per_host l latency_priority d launch_distribution "
          "b bind K rs_per_socket m memory_per_rs p np U erf_input A erf_output f appfile h chdir i immediate t "
          "stdio_input e stdio_mode o stdio_stdout k stdio_stderr E env F env_eval D env_no_propagate L use_spindle "
          "M smpiargs P pre_post_exec X exit_on_error Z progress S save_resources H allocate_only J use_resources",
      .elsewhere = true,
      .rewrite = rewrite_jsrun};
}

Launcher flux_launcher() {
  return {.commands = "flux",
          .subcommands = "run submit",
          .with_values =
              "n ntasks c cores-per-task g gpus-per-task N nodes q queue B bank t time-limit urgency job-name o setopt "
              "S setattr "
              "dependency requires begin-time env env-remove env-file rlimit input output error label add-file "
              "tasks-per-core "
              "tasks-per-node cores gpus-per-node cwd flags signal log log-stderr cc bcc conf taskmap",
          .colons = false,
          .elsewhere = true,
          .rewrite = rewrite_flux};
}

}  // namespace cartwright::launch
