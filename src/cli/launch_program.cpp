// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launch_program.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "launch/script_launchers.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cartwright::cli {

namespace {

/// Reports that Cartwright did nothing, with the reason if it is known.
void report_not_loaded(const launch::LaunchPlan& plan, int status) {
  std::string why = launch::why_not_loaded(plan.linkage);
  if (why.empty() && plan.elsewhere) return;  // processes on other hosts leave no trace here
  if (why.empty() && plan.is_script)
    why = "put 'cartwright run --' before the launcher in the script, and give --mpi if that does not help";
  if (why.empty() && status != 0) why = fmt::format("the command ended with status {}", status);
  if (why.empty()) why = "does the program use MPI? Processes on other hosts are not seen";
  base::print_message("no process on this host loaded the interposer: " + why);
}

int dry_run(const launch::LaunchPlan& plan, launch::RunFolder& folder) {
  launch::CommandLine line = {"env"};
  for (const std::string& name : launch::cartwright_variables()) line.push_back(name + "=" + std::getenv(name.c_str()));
  line.insert(line.end(), plan.command.begin(), plan.command.end());
  base::write_file("-", launch::shell_text(line) + "\n", base::Existing::replace);
  folder.keep();
  return 0;
}

}  // namespace

void set_variable(const char* name, const std::string& value) {
  if (!value.empty()) setenv(name, value.c_str(), 1);
}

void add_launch_options(CLI::App& app, LaunchOptions& options) {
  app.add_option(
         "--mpi", options.mpi,
         "The MPI of the processes, if it cannot be detected: openmpi, mpich, or abi (the standard ABI of MPI 5)")
      ->check(CLI::IsMember({"openmpi", "mpich", "abi"}))
      ->type_name("NAME");
  app.add_flag("--dry-run", options.dry_run, "Print the command, and run nothing");
  app.add_option("command", options.command, "The launcher and its arguments, after --")
      ->type_name("-- mpirun ...")
      ->required();
  app.positionals_at_end();
}

std::string empty_file(launch::RunFolder& folder, const char* name) {
  const std::filesystem::path file = folder.path() / name;
  if (!std::ofstream(file)) base::fail(base::Status::io, "cannot make {}: set TMPDIR", file.string());
  return file.string();
}

Marks marks_in(const std::string& file) {
  std::ifstream in(file);
  const std::string marks(std::istreambuf_iterator<char>(in), {});
  return marks.find('+') != std::string::npos ? Marks::loaded : marks.empty() ? Marks::none : Marks::aside;
}

int launch_program(const LaunchOptions& options, launch::RunFolder& folder, const std::function<bool(bool)>& finished) {
  const std::string loaded = options.dry_run ? "" : empty_file(folder, "loaded");
  set_variable("CARTWRIGHT_LOADED", loaded);
  launch::LaunchPlan plan;
  int status = 0;
  try {
    plan = launch::plan_launch(options.command, options.mpi, folder);
    if (!options.dry_run) status = launch::run_and_wait(plan.command);
  } catch (const base::Error& error) {
    if (error.status() != base::Status::io) throw;
    base::print_message(error.what());
    return 127;
  }
  if (options.dry_run) return dry_run(plan, folder);
  const Marks marks = marks_in(loaded);
  if (marks == Marks::aside) return status;
  if (!finished(marks == Marks::loaded)) report_not_loaded(plan, status);
  return status;
}

}  // namespace cartwright::cli
