// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/doctor_check.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/doctor_findings.hpp"
#include "cli/launch_program.hpp"
#include "launch/preload_path.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace cartwright::cli {

namespace {

std::string program_of(const std::string& mpi) { return launch::find_for_mpi(mpi, "cartwright_measure"); }

/// The rest of the line after a text; empty if the text is not there.
std::string after(std::string_view output, std::string_view text) {
  const std::size_t found = output.find(text);
  if (found == std::string_view::npos) return "";
  const std::size_t begin = found + text.size();
  return std::string(output.substr(begin, output.find('\n', begin) - begin));
}

std::string last_line(std::string_view output) {
  output = base::trim(output);
  return std::string(output.substr(output.rfind('\n') + 1));
}

/// The first line with letters. Messages of Open MPI begin with a line of dashes.
std::string first_line(std::string_view output) {
  for (const std::string_view line : base::split(output, '\n'))
    if (line.find_first_not_of("- ") != std::string_view::npos) return std::string(line);
  return "";
}

/// The program that checks. Open MPI would start a daemon for a process without a launcher.
launch::CommandLine check_of(const std::string& mpi, const std::string& name,
                             const launch::CommandLine& variables = {}) {
  launch::CommandLine command = {"env", "OMPI_MCA_ess_singleton_isolated=1"};
  command.insert(command.end(), variables.begin(), variables.end());
  command.insert(command.end(), {program_of(mpi), "--check", name});
  return command;
}

/// Runs a command of this program, whose processes leave a mark in `loaded` if they load the interposer.
Check run(const launch::CommandLine& command, const std::string& loaded) {
  constexpr std::chrono::seconds limit(90);  // the first plan of an FFT measures, and the machine may be busy
  const launch::Finished finished = launch::run_quietly(command, limit);
  const std::string& output = finished.output;
  if (finished.timed_out) return {Check::Result::fails, fmt::format("the process did not end in {} s", limit.count())};
  for (const std::string_view said : {"error while loading shared libraries: ", "cartwright: cannot load "})
    if (const std::string missing = after(output, said); !missing.empty())
      return {missing.starts_with("libmpi") ? Check::Result::no_mpi : Check::Result::fails, missing};
  const bool without = !loaded.empty() && marks_in(loaded) != Marks::loaded;
  if (const std::string value = variable("CARTWRIGHT"); without && (value == "off" || value == "0" || value == "false"))
    return {Check::Result::fails, fmt::format("CARTWRIGHT={} switches it off: unset it", value)};
  if (finished.status > 128 && finished.status < 128 + NSIG)
    return {Check::Result::fails, fmt::format("the process ended with {}", strsignal(finished.status - 128))};
  if (finished.status != 0)
    return {Check::Result::fails,
            output.empty() ? fmt::format("the process ended with status {}", finished.status) : first_line(output)};
  if (without) return {Check::Result::fails, "the process ran without it"};
  return {Check::Result::works, last_line(output)};
}

}  // namespace

Check check_library(const std::string& mpi, const std::string& name) try {
  return run(check_of(mpi, name), "");
} catch (const base::Error& error) {
  return {Check::Result::fails, error.what()};
}

Check check_preload(const std::string& mpi, const std::string& preload) try {
  launch::RunFolder folder;
  const std::string loaded = empty_file(folder, "loaded");
  return run(check_of(mpi, "interposer",
                      {"CARTWRIGHT_LOADED=" + loaded, "LD_PRELOAD=" + launch::preload_path(preload, folder)}),
             loaded);
} catch (const base::Error& error) {
  return {Check::Result::fails, error.what()};
}

Check check_launcher(const std::string& launcher, const std::string& mpi) try {
  launch::RunFolder folder;
  const std::string loaded = empty_file(folder, "loaded");
  set_variable("CARTWRIGHT_LOADED", loaded);
  const launch::LaunchPlan plan =
      launch::plan_launch({launcher, "-n", "1", program_of(mpi), "--check", "interposer"}, mpi, folder);
  const Check check = run(plan.command, loaded);
  unsetenv("CARTWRIGHT_LOADED");
  return check;
} catch (const base::Error& error) {
  unsetenv("CARTWRIGHT_LOADED");
  return {Check::Result::fails, error.what()};
}

}  // namespace cartwright::cli
