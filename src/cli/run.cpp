// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/launcher.hpp"
#include "cli/options.hpp"
#include "cli/run_report.hpp"
#include "cost/choose.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <unistd.h>

namespace cartwright::cli {

namespace {

struct RunOptions {
  Options shared;
  std::string nodes;
  std::string stencil;
  std::string mpi;
  std::string report_file;
  bool report = false;
  bool no_reorder = false;
  bool dry_run = false;
  CommandLine command;
};

void set_variable(const char* name, const std::string& value) {
  if (!value.empty()) setenv(name, value.c_str(), 1);
}

/// What the options say, where the interposer reads it.
void set_environment(const RunOptions& options) {
  const Options& shared = options.shared;
  if (!shared.tier.empty()) parse_tier(shared.tier);  // refused here rather than on every process
  if (shared.mapping != "auto") find_algorithm(shared.mapping);
  set_variable("CARTWRIGHT_NODES", options.nodes);
  set_variable("CARTWRIGHT_STENCIL", options.stencil);
  set_variable("CARTWRIGHT_MAPPING", shared.mapping == "auto" ? "" : shared.mapping);
  set_variable("CARTWRIGHT_TIER", shared.tier);
  if (shared.budget) set_variable("CARTWRIGHT_BUDGET", fmt::format("{}", *shared.budget));
  if (shared.seed != 0) set_variable("CARTWRIGHT_SEED", std::to_string(shared.seed));
  if (options.no_reorder) set_variable("CARTWRIGHT_REORDER", "off");
}

/// An empty file that nobody else uses, gone at the end.
class TemporaryFile {
 public:
  TemporaryFile() : path_((std::filesystem::temp_directory_path() / "cartwright-report-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    if (file < 0) fail(Status::io, "cannot make {}: {}: set TMPDIR", path_, std::strerror(errno));
    close(file);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }
  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

 private:
  std::string path_;
};

int run(const RunOptions& options) {
  std::unique_ptr<TemporaryFile> events;
  set_environment(options);
  if (options.report && !options.dry_run) events = std::make_unique<TemporaryFile>();
  set_variable("CARTWRIGHT_REPORT", events ? events->path() : options.report_file);

  std::string mpi = options.mpi;
  try {
    if (mpi.empty()) mpi = detect_mpi(options.command.front());
  } catch (const Error& error) {
    if (error.status() != Status::io) throw;
    fmt::print(stderr, "cartwright: {}\n", error.what());
    return 127;
  }
  const CommandLine command = with_preload(options.command, mpi, find_preload(mpi));
  if (options.dry_run) {
    CommandLine line = {"env"};
    for (const std::string& name : cartwright_variables()) line.push_back(name + "=" + std::getenv(name.c_str()));
    line.insert(line.end(), command.begin(), command.end());
    fmt::print("{}\n", shell_text(line));
    return 0;
  }

  const int status = run_and_wait(command);
  if (events) {
    const std::string text = events->contents();
    if (text.empty())
      fmt::print(stderr, "cartwright: no report came back: did process 0 run on another host, or was MPI not used?\n");
    else
      fmt::print("{}", run_report_text(text, make_style(options.shared)));
  }
  return status;
}

Action add(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("--nodes", options->nodes,
                 "Pretend that the processes run on these nodes: 8x6, or cyclic:8x6 where they are dealt out in turn")
      ->type_name("SPEC");
  app.add_option("--stencil", options->stencil,
                 "What the program communicates along: nn, component, hops, moore, or offsets '1,0;-1,0' (default nn)")
      ->type_name("STENCIL");
  add_mapping_option(app, options->shared);
  add_effort_options(app, options->shared);
  app.add_flag("--report", options->report, "Print afterwards what was done and what it saved");
  app.add_option("--report-file", options->report_file, "Write the same to a file, a line of JSON for each event")
      ->type_name("FILE")
      ->excludes("--report");
  app.add_flag("--no-reorder", options->no_reorder, "Place nothing, only count and report: for comparison");
  app.add_option("--mpi", options->mpi, "The MPI of the launcher, where it cannot be told (openmpi or mpich)")
      ->check(CLI::IsMember({"openmpi", "mpich"}))
      ->type_name("NAME");
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
          "the nodes they run on. The launcher is that of Open MPI or MPICH; its name and arguments follow "
          "after --. The exit status is that of the launcher, 127 when there is no such launcher.",
      .examples = {{"Run a program with Cartwright", "cartwright run -- mpirun -n 4800 ./app"},
                   {"Try it on one machine, as if on 8 nodes, and see what it saves",
                    "cartwright run --nodes 8x6 --report -- mpirun --oversubscribe -n 48 ./app"},
                   {"Count what crosses nodes without Cartwright",
                    "cartwright run --nodes 8x6 --no-reorder --report -- mpirun --oversubscribe -n 48 ./app"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
