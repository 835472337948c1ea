// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch_plan.hpp"

#include "base/error.hpp"
#include "launch/launcher.hpp"
#include "launch/preload_path.hpp"
#include "launch/script_launchers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace cartwright::launch {

namespace {

std::string_view name_of(std::string_view mpi) {
  if (mpi == "openmpi") return "Open MPI";
  return mpi == "mpich" ? "MPICH" : "the standard ABI of MPI";
}

/// The MPI of the processes: from --mpi, from the linkage of the program, or from the launcher.
std::string choose_mpi(const std::string& given, const Linkage& linkage, const Launcher& launcher,
                       const std::string& name) {
  if (!given.empty() && !linkage.mpi.empty() && given != linkage.mpi)
    base::fail(base::Status::invalid_argument, "--mpi {}: '{}' is linked with {} ({}): leave --mpi out", given,
               linkage.file, name_of(linkage.mpi), linkage.library);
  if (!given.empty()) return given;
  if (!linkage.mpi.empty()) return linkage.mpi;
  if (launcher.mpi.empty())
    base::fail(base::Status::invalid_argument,
               "cannot detect which MPI the processes of '{}' use{}: give --mpi openmpi or --mpi mpich", name,
               linkage.file.empty() ? "" : fmt::format(", as '{}' is not linked with one", linkage.file));
  return std::string(launcher.mpi);
}

/// The linkage of the first program with a known MPI.
Linkage linkage_of(const std::vector<Context>& contexts) {
  Linkage first;
  for (const Context& context : contexts) {
    const Linkage linkage = find_linkage(context.program);
    if (!linkage.mpi.empty()) return linkage;
    if (first.file.empty()) first = linkage;
  }
  return first;
}

/// Why processes may run on other hosts: the launcher, an option, or the variable of a batch system. Empty if they do
/// not.
std::string leaves_this_host(const Launcher& launcher, const Launch& launch) {
  if (launcher.elsewhere) return launch.launcher;
  constexpr std::array options = {"H", "host",     "hosts",       "hostfile", "machinefile", "default-hostfile",
                                  "f", "add-host", "add-hostfile"};
  for (const Context& context : launch.contexts)
    for (const LaunchOption& option : context.options)
      if (std::ranges::count(options, option.name()) > 0) return option.words.front();
  for (const char* name : {"SLURM_JOB_NUM_NODES", "PBS_NODEFILE", "LSB_HOSTS", "LSB_MCPU_HOSTS", "PE_HOSTFILE"})
    if (const auto value = launch.environment.value(name); value && *value != "1") return name;
  return "";
}

/// The path of the interposer for LD_PRELOAD. A link would be missing on other hosts.
std::string preload_for(const std::string& library, const std::string& elsewhere, RunFolder& folder) {
  if (!elsewhere.empty() && !is_preloadable(library))
    base::fail(base::Status::unsupported,
               "'{}' has a character that separates paths in LD_PRELOAD, and {} may start processes on other hosts: "
               "install Cartwright in a folder without spaces, colons, semicolons, commas and dollar signs",
               library, elsewhere);
  return preload_path(library, folder);
}

void append(CommandLine& line, const CommandLine& words) { line.insert(line.end(), words.begin(), words.end()); }

}  // namespace

std::string find_for_mpi(const std::string& mpi, const std::string& name) {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  const std::filesystem::path file = std::filesystem::path(mpi) / name;
  for (const auto& folder : {here / "lib", here / CARTWRIGHT_LIBDIR / "cartwright"})
    if (std::filesystem::exists(folder / file)) return (folder / file).string();
  if (mpi == "abi")
    base::fail(base::Status::unsupported, "cannot find {} below {}: build Cartwright with -DCARTWRIGHT_MPI_ABI=FOLDER",
               file.string(), here.string());
  base::fail(
      base::Status::unsupported,
      "cannot find {} below {}: install the development package of that MPI and build again, or give another --mpi",
      file.string(), here.string());
}

std::string find_preload(const std::string& mpi) {
  const bool in_order = std::getenv("CARTWRIGHT_ORDER") != nullptr || std::getenv("CARTWRIGHT_LEARN") != nullptr;
  return find_for_mpi(mpi, in_order ? "libcartwright_in_order.so" : "libcartwright_preload.so");
}

CommandLine plan_own_program(const CommandLine& command, const std::string& mpi, const std::string& program,
                             const CommandLine& arguments) {
  const Prefixes prefixes = read_prefixes(command);
  const auto meant = command.begin() + static_cast<std::ptrdiff_t>(prefixes.count);
  const CommandLine rest(meant, command.end());
  const Launcher* const launcher = rest.empty() ? nullptr : find_launcher(rest, prefixes.environment, mpi);
  if (launcher == nullptr)
    base::fail(base::Status::invalid_argument,
               "'{}' is not a launcher of MPI programs: give one with its options, for example mpirun -n 4",
               rest.empty() ? command.back() : rest.front());
  const auto own = rest.begin() + (launcher->subcommands.empty() ? 1 : 2);
  std::vector<Context> contexts = parse_contexts({own, rest.end()}, launcher->with_values, launcher->colons);
  CommandLine words = {find_for_mpi(choose_mpi(mpi, {}, *launcher, rest.front()), program)};
  append(words, arguments);
  for (Context& context : contexts) {
    if (!context.program.empty())
      base::fail(base::Status::invalid_argument,
                 "the command starts a program of its own: leave out '{}', and give only the launcher and its options",
                 context.program.front());
    context.program = words;
  }
  CommandLine line(command.begin(), meant);
  append(line, {rest.begin(), own});
  append(line, to_words(contexts));
  return line;
}

std::vector<std::string> cartwright_variables() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("CARTWRIGHT"))
      names.emplace_back(text.substr(0, text.find('=')));
  std::ranges::sort(names);
  return names;
}

LaunchPlan plan_launch(const CommandLine& command, const std::string& mpi, RunFolder& folder) {
  if (find_program(command.front()).empty())
    base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(ENOENT));
  Prefixes prefixes = read_prefixes(command);
  const auto meant = command.begin() + static_cast<std::ptrdiff_t>(prefixes.count);
  const CommandLine rest(meant, command.end());
  LaunchPlan plan;
  plan.command.assign(command.begin(), meant);

  CommandLine variables = {"env"};  // restores the variables that `env -i` removed
  for (const std::string& name : cartwright_variables()) {
    if (!prefixes.environment.cleared || prefixes.environment.set.contains(name)) continue;
    prefixes.environment.set[name] = std::getenv(name.c_str());
    variables.push_back(fmt::format("{}={}", name, std::getenv(name.c_str())));
  }
  if (variables.size() > 1) append(plan.command, variables);

  if (const Launcher* const launcher = find_launcher(rest, prefixes.environment, mpi)) {
    const auto own = rest.begin() + (launcher->subcommands.empty() ? 1 : 2);
    Launch launch = {.environment = prefixes.environment,
                     .launcher = rest.front(),
                     .contexts = parse_contexts({own, rest.end()}, launcher->with_values, launcher->colons),
                     .preload = "",
                     .variables = cartwright_variables(),
                     .folder = &folder};
    plan.linkage = linkage_of(launch.contexts);
    launch.first = plan.linkage.first;
    plan.preload = launch.preload = preload_for(find_preload(choose_mpi(mpi, plan.linkage, *launcher, rest.front())),
                                                leaves_this_host(*launcher, launch), folder);
    plan.elsewhere = launcher->elsewhere;
    launcher->rewrite(launch);
    for (const std::string& name : launch.unset) append(plan.command, {"env", "-u", name});
    append(plan.command, {rest.begin(), own});
    append(plan.command, to_words(launch.contexts));
    return plan;
  }

  plan.linkage = find_linkage({rest.front()});
  if (!plan.linkage.mpi.empty()) {  // a program that starts without a launcher
    const Launch launch = {.environment = prefixes.environment,
                           .preload = preload_path(find_preload(plan.linkage.mpi), folder),
                           .first = plan.linkage.first};
    plan.preload = launch.preload;
    append(plan.command, {"env", "LD_PRELOAD=" + preloads(launch)});
  } else {
    plan.is_script = true;
    const std::string path = prefixes.environment.value("PATH").value_or("/usr/bin:/bin");
    append(plan.command, {"env", fmt::format("PATH={}:{}", wrap_launchers(path, mpi, folder.path()), path)});
  }
  append(plan.command, rest);
  return plan;
}

}  // namespace cartwright::launch
