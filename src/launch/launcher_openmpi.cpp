// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/openmpi_parameters.hpp"
#include "base/text.hpp"
#include "launch/launchers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cartwright::launch {

namespace {

// Open MPI sets variables of processes in two ways, and version 4 fails if both are used: -x, once for each program of
// the command line, and the parameter mca_base_env_list, for all programs.

constexpr std::string_view openmpi_with_values =
    "H host hostfile machinefile default-hostfile n np c N npernode npersocket ppr map-by bind-to rank-by x mca/2 "
    "gmca/2 "
    "omca/2 gomca/2 prtemca/2 gprtemca/2 pmixmca/2 gpmixmca/2 am tune app wdir wd path prefix rf rankfile report-uri "
    "report-pid ompi-server dvm-uri namespace output output-filename output-directory stdin timeout report-events "
    "personality cpu-set cpu-list s preload-files preload-files-dest-dir display runtime-options xterm max-vm-size "
    "cpus-per-proc cpus-per-rank max-restarts launch-agent fork-agent exec-agent tmpdir slot-list num-connect-retries "
    "pset "
    "mem-bind rankfile-path add-host add-hostfile spawn-timeout server-wait-time pmix-info debugger test-suicide";

constexpr std::string_view list_parameter = "mca_base_env_list";

bool sets_parameter(const LaunchOption& option) { return option.words.size() == 3 && option.name().ends_with("mca"); }

/// The parameter files of this launcher, highest priority first.
std::vector<std::filesystem::path> parameter_files(const Launch& launch) {
  std::vector<std::filesystem::path> files;
  for (const Context& context : launch.contexts)
    for (const LaunchOption& option : context.options)
      if (option.name() == "am" || option.name() == "tune")
        for (const std::string_view file : base::split(option.value(), ',')) files.emplace_back(file);
  const std::vector<std::filesystem::path> usual = base::openmpi_parameter_files(
      [&](const char* name) { return launch.environment.value(name); }, find_program(launch.launcher));
  files.insert(files.end(), usual.begin(), usual.end());
  return files;
}

/// The value of a parameter for the launcher: from its options, else from the environment, else from files.
std::string parameter(const Launch& launch, std::string_view name) {
  std::string found;
  for (const Context& context : launch.contexts)
    for (const LaunchOption& option : context.options)
      if (sets_parameter(option) && option.words[1] == name) found = option.words[2];
  if (!found.empty()) return found;
  if (const auto value = launch.environment.value(fmt::format("OMPI_MCA_{}", name))) return *value;
  return base::openmpi_parameter(name, parameter_files(launch));
}

/// The user's mca_base_env_list, extended by the variables that processes need.
std::string joined_list(const Launch& launch) {
  std::string separator = parameter(launch, "mca_base_env_list_delimiter");
  if (separator.empty()) separator.push_back(';');
  // The user's entries come first: Open MPI 5 ignores the separator, and takes everything after the first name as its
  // value.
  std::vector<std::string> entries;
  std::string all = preloads(launch);
  const std::string before = parameter(launch, list_parameter);
  if (!before.empty())
    for (const std::string_view entry : base::split(before, separator.front())) {
      if (const std::string theirs = preloads_with(launch, entry); !theirs.empty())
        all = theirs;
      else
        entries.emplace_back(entry);
    }
  entries.push_back("LD_PRELOAD=" + all);
  for (const std::string& name : launch.variables)
    if (std::ranges::none_of(entries,
                             [&](const std::string& entry) { return entry.substr(0, entry.find('=')) == name; }))
      entries.push_back(name);
  return fmt::format("{}", fmt::join(entries, separator));
}

void set_list(Launch& launch, const std::string& list) {
  LaunchOption* last = nullptr;
  for (Context& context : launch.contexts)
    for (LaunchOption& option : context.options)
      if (sets_parameter(option) && option.words[1] == list_parameter) last = &option;
  if (last != nullptr)
    last->words[2] = list;
  else
    launch.contexts.front().options.insert(launch.contexts.front().options.begin(),
                                           {{"--mca", std::string(list_parameter), list}});
}

bool exports(const std::vector<Context>& contexts) {
  return std::ranges::any_of(contexts, [](const Context& context) {
    return std::ranges::any_of(context.options, [](const LaunchOption& option) { return option.name() == "x"; });
  });
}

/// Adds the -x options to each context.
void export_from(const Launch& launch, std::vector<Context>& contexts) {
  for (Context& context : contexts) {
    std::string all = preloads(launch);
    std::vector<LaunchOption> options;
    for (const LaunchOption& option : context.options) {
      const std::string theirs = option.name() == "x" ? preloads_with(launch, option.value()) : "";
      if (theirs.empty())
        options.push_back(option);
      else
        all = theirs;
    }
    std::vector<LaunchOption> ours = {{{"-x", "LD_PRELOAD=" + all}}};
    for (const std::string& name : launch.variables)
      if (std::ranges::none_of(options, [&](const LaunchOption& option) {
            return option.name() == "x" && option.value().substr(0, option.value().find('=')) == name;
          }))
        ours.push_back({{"-x", name}});
    options.insert(options.begin(), ours.begin(), ours.end());
    context.options = std::move(options);
  }
}

LaunchOption* file_of_contexts(std::vector<Context>& contexts) {
  for (Context& context : contexts)
    for (LaunchOption& option : context.options)
      if (option.name() == "app" && option.words.size() == 2) return &option;
  return nullptr;
}

void rewrite_openmpi(Launch& launch) {
  LaunchOption* const file = file_of_contexts(launch.contexts);
  std::vector<Context> in_file;
  if (file != nullptr) in_file = read_contexts(file->words[1], openmpi_with_values);
  if (!exports(launch.contexts) && !exports(in_file)) {
    set_list(launch, joined_list(launch));
    return;
  }
  if (file != nullptr) {
    export_from(launch, in_file);
    file->words[1] = write_contexts(in_file, launch.folder->path());
  } else {
    export_from(launch, launch.contexts);
  }
}

}  // namespace

Launcher openmpi_launcher() {
  return {.version_text = "Open MPI|OpenRTE|PRRTE|prte",
          .mpi = "openmpi",
          .with_values = openmpi_with_values,
          .rewrite = rewrite_openmpi};
}

}  // namespace cartwright::launch
