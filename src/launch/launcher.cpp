// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launcher.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/launchers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cartwright::launch {

namespace {

const std::array all = {openmpi_launcher(), hydra_launcher(), slurm_launcher(), alps_launcher(),
                        pals_launcher(),    jsm_launcher(),   flux_launcher()};

constexpr std::array<std::string_view, 14> names = {
    "mpirun",       "mpiexec",       "orterun",       "prterun", "prun",  "mpirun.openmpi", "mpiexec.openmpi",
    "mpirun.mpich", "mpiexec.mpich", "mpiexec.hydra", "srun",    "aprun", "jsrun",          "flux"};

bool lists(std::string_view list, std::string_view word) { return std::ranges::count(base::words(list), word) > 0; }

bool has_such_name(const std::string& name) {
  return std::ranges::count(names, name) > 0 || name.starts_with("mpirun") || name.starts_with("mpiexec");
}

/// Whether a library of this name has MPI itself. (libmpiP.so is a tool.)
bool is_mpi(std::string_view file) {
  return file.starts_with("libmpi.") || file.starts_with("libmpi_") || file.starts_with("libmpich");
}

bool is_front(std::string_view file) {
  return file == "libcartwright_preload.so" || file == "libcartwright_in_order.so";
}

std::string version_of(const std::string& launcher, const Environment& environment) {
  CommandLine command = {"env"};
  for (const auto& [name, value] : environment.set) command.push_back(fmt::format("{}={}", name, value));
  command.insert(command.end(), {launcher, "--version"});
  return run_quietly(environment.set.empty() ? CommandLine{launcher, "--version"} : command).output;
}

}  // namespace

std::span<const std::string_view> launcher_names() { return names; }

const Launcher* find_launcher(const CommandLine& command, const Environment& environment, const std::string& mpi) {
  const std::string name = std::filesystem::path(command.front()).filename().string();
  for (const Launcher& launcher : all)
    if (lists(launcher.commands, name)) {
      const bool runs = launcher.subcommands.empty() || (command.size() > 1 && lists(launcher.subcommands, command[1]));
      return runs ? &launcher : nullptr;
    }
  if (!has_such_name(name)) return nullptr;
  const std::string version = version_of(command.front(), environment);
  for (const Launcher& launcher : all)
    for (const std::string_view text : base::split(launcher.version_text, '|'))
      if (!text.empty() && version.find(text) != std::string::npos) return &launcher;
  for (const Launcher& launcher : all)
    if (!mpi.empty() && launcher.mpi == mpi) return &launcher;
  base::fail(
      base::Status::invalid_argument,
      "cannot detect which MPI '{0}' belongs to: give --mpi openmpi or --mpi mpich if it takes the options of their "
      "launchers, or run it without Cartwright and let it set LD_PRELOAD for the processes",
      command.front());
}

std::string joined_preloads(const std::string& ours, std::string theirs, const std::string& first) {
  std::vector<std::string> joined;
  // It looks for the functions of the C++ library when it starts. A program in C loads that later, with ours.
  if (!first.empty()) joined.insert(joined.end(), {first, "libstdc++.so.6"});
  std::ranges::replace(theirs, ' ', ':');
  bool added = false;
  for (const std::string_view path : base::split(theirs, ':')) {
    const std::string_view file = path.substr(path.rfind('/') + 1);
    // A script under `cartwright run` may itself call `cartwright run`.
    if (path.empty() || path == first || is_front(file)) continue;
    if (!added && is_mpi(file)) joined.push_back(ours);
    added = added || is_mpi(file);
    joined.emplace_back(path);
  }
  if (!added) joined.push_back(ours);
  return fmt::format("{}", fmt::join(joined, ":"));
}

std::string preloads(const Launch& launch) {
  return joined_preloads(launch.preload, launch.environment.value("LD_PRELOAD").value_or(""), launch.first);
}

std::string preloads_with(const Launch& launch, std::string_view setting) {
  constexpr std::string_view name = "LD_PRELOAD";
  if (setting == name) return preloads(launch);
  if (!setting.starts_with(name) || setting[name.size()] != '=') return "";
  return joined_preloads(launch.preload, std::string(setting.substr(name.size() + 1)), launch.first);
}

}  // namespace cartwright::launch
