// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/command.hpp"
#include "launch/launch_plan.hpp"
#include "cli/options.hpp"
#include "cli/run_report.hpp"
#include "launch/script_launchers.hpp"
#include "choose/choose.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

namespace cartwright::cli {

namespace {

struct RunOptions {
  Options shared;
  std::string nodes;
  std::string stencil;
  std::string mpi;
  std::string in_script;
  std::string report_file;
  bool report = false;
  bool no_reorder = false;
  bool keep_rank_0 = false;
  bool dry_run = false;
  launch::CommandLine command;
};

void set_variable(const char* name, const std::string& value) {
  if (!value.empty()) setenv(name, value.c_str(), 1);
}

/// What the options say, where the interposer reads it.
void set_environment(const RunOptions& options) {
  const Options& shared = options.shared;
  if (!shared.tier.empty()) choose::parse_tier(shared.tier);  // refused here rather than on every process
  if (shared.mapping != "auto") mapping::find_algorithm(shared.mapping);
  set_variable("CARTWRIGHT_NODES", options.nodes);
  set_variable("CARTWRIGHT_STENCIL", options.stencil);
  set_variable("CARTWRIGHT_MAPPING", shared.mapping == "auto" ? "" : shared.mapping);
  set_variable("CARTWRIGHT_TIER", shared.tier);
  if (shared.budget) set_variable("CARTWRIGHT_BUDGET", fmt::format("{}", *shared.budget));
  if (shared.seed != 0) set_variable("CARTWRIGHT_SEED", std::to_string(shared.seed));
  if (options.no_reorder) set_variable("CARTWRIGHT_REORDER", "off");
  if (options.keep_rank_0) set_variable("CARTWRIGHT_KEEP_RANK_0", "1");
}

std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// An empty file in the folder of the run.
std::filesystem::path empty_file(launch::RunFolder& folder, const char* name) {
  const std::filesystem::path file = folder.path() / name;
  if (!std::ofstream(file)) base::fail(base::Status::io, "cannot make {}: set TMPDIR", file.string());
  return file;
}

/// Says that Cartwright did nothing, and why as far as that is known.
void say_that_none_loaded(const launch::LaunchPlan& plan) {
  std::string why = launch::why_not_loaded(plan.linkage);
  if (why.empty() && plan.elsewhere) return;  // they run on other hosts, and cannot tell
  if (why.empty() && plan.is_script)
    why = "put 'cartwright run --' before the launcher in the script, and say --mpi if that does not help";
  if (why.empty()) why = "does the program use MPI? Processes on other hosts cannot tell";
  fmt::print(stderr, "cartwright: no process on this host loaded the interposer: {}\n", why);
}

int dry_run(const launch::LaunchPlan& plan, launch::RunFolder& folder) {
  launch::CommandLine line = {"env"};
  for (const std::string& name : launch::cartwright_variables()) line.push_back(name + "=" + std::getenv(name.c_str()));
  line.insert(line.end(), plan.command.begin(), plan.command.end());
  fmt::print("{}\n", launch::shell_text(line));
  folder.keep();
  return 0;
}

int run(const RunOptions& options) {
  if (!options.in_script.empty()) launch::become_launcher(options.command, options.mpi, options.in_script);
  launch::RunFolder folder;
  set_environment(options);
  std::filesystem::path events;
  std::filesystem::path loaded;
  if (!options.dry_run) {
    if (options.report) events = empty_file(folder, "report");
    loaded = empty_file(folder, "loaded");
    set_variable("CARTWRIGHT_LOADED", loaded.string());
  }
  set_variable("CARTWRIGHT_REPORT", options.report ? events.string() : options.report_file);

  try {
    const launch::LaunchPlan plan = launch::plan_launch(options.command, options.mpi, folder);
    if (options.dry_run) return dry_run(plan, folder);
    const int status = launch::run_and_wait(plan.command);
    const std::string text = options.report ? contents(events) : "";
    if (!text.empty())
      fmt::print("{}", run_report_text(text, make_style(options.shared)));
    else if (contents(loaded).empty())
      say_that_none_loaded(plan);
    else if (options.report)
      fmt::print(stderr, "cartwright: no report came back: did process 0 run on another host, or was MPI not used?\n");
    return status;
  } catch (const base::Error& error) {
    if (error.status() != base::Status::io) throw;
    fmt::print(stderr, "cartwright: {}\n", error.what());
    return 127;
  }
}

Action add(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("--nodes", options->nodes,
                 "Pretend that the processes run on these nodes: 8x6, or cyclic:8x6 where they are dealt out in turn")
      ->type_name("SPEC");
  app.add_option(
         "--stencil", options->stencil,
         "What the program communicates along: nn, component, hops, moore, offsets '1,0;-1,0'; rows, columns or "
         "transposes for all-to-alls within lines of the grid; off to keep all ranks (default nn)")
      ->type_name("STENCIL");
  add_mapping_option(app, options->shared);
  add_effort_options(app, options->shared);
  app.add_flag("--report", options->report, "Print afterwards what was done and what it saved");
  app.add_option("--report-file", options->report_file, "Write the same to a file, a line of JSON for each event")
      ->type_name("FILE")
      ->excludes("--report");
  app.add_flag("--no-reorder", options->no_reorder, "Place nothing, only count and report: for comparison");
  app.add_flag("--keep-rank-0", options->keep_rank_0,
               "Rank 0 stays rank 0, by a mapping of the same cost where there is one");
  app.add_option(
         "--mpi", options->mpi,
         "The MPI of the processes, where it cannot be told: openmpi, mpich, or abi (the standard ABI of MPI 5)")
      ->check(CLI::IsMember({"openmpi", "mpich", "abi"}))
      ->type_name("NAME");
  app.add_option("--in-script", options->in_script)->group("");  // how the wrappers of script_launchers.cpp call us
  app.add_flag("--dry-run", options->dry_run, "Print the command that would be run");
  app.add_option("command", options->command, "The launcher and its arguments, after --")
      ->type_name("-- mpirun ...")
      ->required();
  app.positionals_at_end();
  return [options] { return run(*options); };
}

}  // namespace

Command run_command() {
  return {
      .name = "run",
      .summary = "Run an MPI program whose Cartesian communicators follow the machine",
      .description =
          "Starts an MPI program, unchanged, such that MPI_Cart_create with reorder places its processes by "
          "the nodes they run on. The launcher and its arguments follow after --. Known are mpirun and mpiexec of Open MPI, "
          "MPICH, Intel MPI and Cray PALS, srun, aprun, jsrun and flux run, also behind commands such as timeout, env or "
          "gdb --args. In place of a launcher there may be a script: launchers that it finds along PATH get the same. "
          "Nothing is loaded into the launcher or the script, only into the processes.\n\n"
          "The exit status is that of the launcher, 127 when there is no such launcher, 2 when it cannot be told how to "
          "go on. A line on standard error says so when no process on this host loaded the interposer.",
      .examples = {{"Run a program with Cartwright", "cartwright run -- mpirun -n 4800 ./app"},
                   {"Run a job script, whose launchers get the interposer", "cartwright run -- ./job.sh"},
                   {"Try it on one machine, as if on 8 nodes, and see what it saves",
                    "cartwright run --nodes 8x6 --report -- mpirun --oversubscribe -n 48 ./app"},
                   {"Count what crosses nodes without Cartwright",
                    "cartwright run --nodes 8x6 --no-reorder --report -- mpirun --oversubscribe -n 48 ./app"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
