// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "cli/command.hpp"
#include "cli/full_paths.hpp"
#include "cli/launch_program.hpp"
#include "record/pairs.hpp"
#include "record/record_file.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <filesystem>
#include <memory>

namespace cartwright::cli {

namespace {

struct RecordOptions {
  std::string output = "traffic.record";
  std::optional<double> from, to, interval;
  std::string nodes;
  bool force = false;
  LaunchOptions launch;
};

void set_seconds(const char* variable, const char* option, const std::optional<double>& seconds) {
  if (!seconds) return;
  if (!std::isfinite(*seconds) || *seconds < 0)
    base::fail(base::Status::invalid_argument, "{} {} is not a number of seconds: give 0 or more", option, *seconds);
  set_variable(variable, fmt::format("{}", *seconds));
}

/// The time of the last change to a file; none if it does not exist.
std::optional<std::filesystem::file_time_type> time_of(const std::string& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  return error ? std::nullopt : std::optional(time);
}

/// Prints one line about the record that the program has left, or says that there is none. Returns whether there is.
bool report_record(const std::string& file) try {
  const record::Record record = record::read_record(file);
  double bytes = 0;
  for (const record::RankRecord& rank : record.ranks) {
    for (const record::Flow& flow : rank.flows) bytes += static_cast<double>(flow.bytes);
    for (const record::Collective& one : rank.collectives)
      if (!record::is_way(one.kind)) bytes += static_cast<double>(one.bytes);
  }
  const std::string missing = record::missing_ranks(record);
  base::print_message(fmt::format("{} processes sent {}{}{}: cartwright traffic {}", record.ranks.size(),
                                  base::format_bytes(bytes), missing.empty() ? "" : ", ", missing,
                                  launch::shell_text({file})));
  return true;
} catch (const base::Error& error) {
  base::print_message(fmt::format("nothing was recorded: {}", error.what()));
  return false;
}

int record_program(const RecordOptions& options) {
  const std::string file = full_path(options.output);
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  base::check_writable(options.output, existing);
  if (const std::string parts = options.output + ".parts"; std::filesystem::exists(parts)) {
    if (!options.force)
      base::fail(base::Status::invalid_argument,
                 "'{}' is the record of a program that did not finish: give --force to remove it, or another name",
                 parts);
    std::filesystem::remove_all(parts);
  }
  if (options.from && options.to && *options.to <= *options.from)
    base::fail(base::Status::invalid_argument, "--to {} is not after --from {}", *options.to, *options.from);
  set_variable("CARTWRIGHT_RECORD", file);
  set_seconds("CARTWRIGHT_RECORD_FROM", "--from", options.from);
  set_seconds("CARTWRIGHT_RECORD_TO", "--to", options.to);
  set_seconds("CARTWRIGHT_RECORD_INTERVAL", "--interval", options.interval);
  set_variable("CARTWRIGHT_NODES", with_full_paths(options.nodes));
  launch::RunFolder folder;
  const auto before = time_of(file);  // of a file to replace, which is not a record of this run
  bool recorded = options.launch.dry_run;
  const int status = launch_program(options.launch, folder, [&](bool loaded) {
    // Processes on other hosts leave only the record.
    if (loaded || time_of(file) != before || std::filesystem::exists(file + ".parts"))
      recorded = report_record(file);
    else
      fmt::print(
          stderr,
          "cartwright: nothing was recorded in {}: give an MPI program with its launcher after --, and an --output "
          "that all its hosts share\n",
          launch::shell_text({options.output}));
    return loaded || recorded;
  });
  return status == 0 && !recorded ? 1 : status;
}

Action add_record(CLI::App& app) {
  auto options = std::make_shared<RecordOptions>();
  app.add_option("--output,-o", options->output, "The file of the record (default traffic.record)")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  app.add_option("--from", options->from, "Begin this time after MPI_Init, in seconds (default 0)")
      ->type_name("SECONDS");
  app.add_option("--to", options->to, "End this time after MPI_Init, in seconds (default: MPI_Finalize)")
      ->type_name("SECONDS");
  app.add_option("--interval", options->interval,
                 "Write what is recorded so far at this interval, in seconds; 0 for never (default 60)")
      ->type_name("SECONDS");
  app.add_option("--nodes", options->nodes, "Pretend that the processes run on these nodes, as in cartwright run")
      ->type_name("SPEC");
  add_launch_options(app, options->launch);
  return [options] { return record_program(*options); };
}

}  // namespace

Command record_command() {
  return {
      .name = "record",
      .summary = "Run an MPI program and record what its processes send",
      .description =
          "Runs an unmodified MPI program with the interposer, which counts the bytes and messages from each process "
          "to "
          "each other one, the collectives of each communicator, and the datatypes. The record is a text file: "
          "cartwright traffic explains it, and cartwright order finds a better order of the ranks.\n\n"
          "The file is written at MPI_Finalize. A program that is killed leaves what it sent up to the last interval, "
          "or "
          "up to SIGTERM, in the folder FILE.parts, which both commands read as well. MPI_Pcontrol(0) pauses the "
          "record, and MPI_Pcontrol(1) goes on with it.\n\n"
          "The exit status is that of the launcher, as with cartwright run, or 1 if that is 0 and nothing was "
          "recorded.",
      .examples = {{"Record a program", "cartwright record -- mpirun -n 4800 ./app"},
                   {"Leave out the first minute, in which the program starts",
                    "cartwright record --from 60 --output app.record -- srun -n 4800 ./app"}},
      .add = add_record,
  };
}

}  // namespace cartwright::cli
