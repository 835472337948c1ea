// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "launch/launchers.hpp"

#include <fmt/ranges.h>

namespace cartwright::launch {

namespace {

// srun passes its environment on. LD_PRELOAD must not be in it, or srun itself would load an MPI: --export sets it
// instead. Variables that ALL exports override --export (srun(1)): the user's LD_PRELOAD is therefore removed from the
// environment of srun and joined with ours. Names without a value get theirs from the environment, as values may
// contain commas.

constexpr std::string_view slurm_with_values =
    "A account accel-bind acctg-freq bb bbf B extra-node-info bcast-exclude b begin c cpus-per-task cluster-constraint "
    "M clusters "
    "comment C constraint container container-id S core-spec cores-per-socket cpu-bind cpu-freq cpus-per-gpu deadline "
    "delay-boot d dependency D chdir epilog e error x exclude export extra F nodefile gid G gpus gpu-bind gpu-freq "
    "gpus-per-node "
    "gpus-per-socket gpus-per-task gres gres-flags het-group hint i input J job-name jobid L licenses mail-type "
    "mail-user "
    "mcs-label mem mem-bind mem-per-cpu mem-per-gpu mincpus m distribution mpi msg-timeout multi-prog network N nodes "
    "w nodelist n "
    "ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres open-mode o output p "
    "partition "
    "power prefer priority profile prolog q qos r relative reservation segment signal slurmd-debug sockets-per-node "
    "switches "
    "T threads task-epilog task-prolog thread-spec threads-per-core t time time-min tmp tres-bind tres-per-task uid W "
    "wait wckey";

std::string joined_export(const Launch& launch, const std::string& before) {
  std::vector<std::string> entries;
  std::string all = preloads(launch);
  bool everything = false;
  for (const std::string_view entry : base::split(before, ',')) {
    if (entry == "NONE" || entry == "NIL" || entry.empty()) continue;
    everything = everything || entry == "ALL";
    if (const std::string theirs = preloads_with(launch, entry); !theirs.empty())
      all = theirs;
    else
      entries.emplace_back(entry);
  }
  entries.push_back("LD_PRELOAD=" + all);
  if (!everything) entries.insert(entries.end(), launch.variables.begin(), launch.variables.end());
  return fmt::format("--export={}", fmt::join(entries, ","));
}

void rewrite_slurm(Launch& launch) {
  const std::string inherited = launch.environment.value("SLURM_EXPORT_ENV").value_or("ALL");
  for (Context& context : launch.contexts) {
    std::string before = inherited;
    for (const LaunchOption& option : context.options)
      if (option.name() == "export") before = option.value();
    std::erase_if(context.options, [](const LaunchOption& option) { return option.name() == "export"; });
    context.options.insert(context.options.begin(), {{joined_export(launch, before)}});
  }
  if (launch.environment.value("LD_PRELOAD")) launch.unset.emplace_back("LD_PRELOAD");
}

}  // namespace

Launcher slurm_launcher() {
  return {.commands = "srun", .with_values = slurm_with_values, .elsewhere = true, .rewrite = rewrite_slurm};
}

}  // namespace cartwright::launch
