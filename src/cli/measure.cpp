// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/launch_program.hpp"
#include "cli/options.hpp"
#include "cli/present.hpp"
#include "launch/launch_plan.hpp"
#include "machine/measured.hpp"
#include "report/measure_report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct MeasureOptions : Options {
  std::string output;
  std::string svg;
  std::string from;
  std::string nodes;
  std::string network;
  double seconds = 10;
  LaunchOptions launch;
};

/// The line of process 0 in what the processes and their launcher print, or empty.
std::string result_in(const std::string& printed) {
  for (const std::string_view line : base::split(printed, '\n'))
    for (const std::string_view start : {"{\"schema\":", "{\"error\":"})
      if (const std::size_t at = line.find(start); at != std::string_view::npos) return std::string(line.substr(at));
  return "";
}

machine::Measured result_of(const std::string& line) {
  const nlohmann::json document = base::parse_json(line, "the result of process 0");
  if (const auto error = document.find("error"); error != document.end())
    base::fail(base::Status::invalid_argument, "{}", base::expect_string(*error, "error"));
  return machine::read_measured(line, "the result of process 0");
}

launch::CommandLine command_of(const MeasureOptions& options) {
  const auto given = [](const std::string& option, const char* variable) {
    const char* const value = std::getenv(variable);
    return option.empty() && value != nullptr ? std::string(value) : option;
  };
  launch::CommandLine arguments = {fmt::format("{}", options.seconds), given(options.nodes, "CARTWRIGHT_NODES"),
                                   given(options.network, "CARTWRIGHT_NETWORK")};
  while (arguments.back().empty()) arguments.pop_back();
  return launch::plan_own_program(options.launch.command, options.launch.mpi, "cartwright_measure", arguments);
}

void show(const machine::Measured& measured, const MeasureOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  const report::Json document = machine::to_json(measured);
  if (!options.output.empty()) base::write_file(options.output, report::pretty(document), existing);
  if (!options.svg.empty()) base::write_file(options.svg, report::measure_svg(measured), existing);
  present(document, report::measure_text(measured, make_style(options)), options);
}

/// Starts the launcher, and returns the exit status.
int launch_and_show(const launch::CommandLine& command, const MeasureOptions& options) {
  launch::RunFolder folder;
  const std::string printed = empty_file(folder, "printed");
  launch::CommandLine redirected = {"sh", "-c", "exec \"$@\" >\"$0\"", printed};
  redirected.insert(redirected.end(), command.begin(), command.end());
  const int status = launch::run_and_wait(redirected);
  const std::string line = result_in(base::read_file(printed));
  if (line.empty()) {
    base::print_message(fmt::format("process 0 did not print a result: the launcher ended with status {}", status));
    return status != 0 ? status : 1;
  }
  show(result_of(line), options);
  return 0;
}

int measure(const MeasureOptions& options) {
  if (options.from.empty() == options.launch.command.empty())
    base::fail(base::Status::invalid_argument,
               "give either a launcher after --, as in -- mpirun -n 4, or --from with a file written by --output");
  if (const bool usable = options.seconds > 0 && options.seconds <= 3600; !usable)
    base::fail(base::Status::invalid_argument, "--budget {} is not a time above 0 and up to 3600 seconds",
               options.seconds);
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  for (const std::string& file : {options.output, options.svg})
    if (!file.empty()) base::check_writable(file, existing);
  if (!options.from.empty()) {
    show(machine::read_measured(base::read_file(options.from), options.from), options);
    return 0;
  }
  const launch::CommandLine& given = options.launch.command;
  if (launch::find_program(given.front()).empty()) {
    base::print_message(fmt::format("cannot start '{}': No such file or directory", given.front()));
    return 127;
  }
  const launch::CommandLine command = command_of(options);
  if (!options.launch.dry_run) return launch_and_show(command, options);
  base::write_file("-", launch::shell_text(command) + "\n", base::Existing::replace);
  return 0;
}

Action add_measure(CLI::App& app) {
  auto options = std::make_shared<MeasureOptions>();
  app.add_option("--output,-o", options->output, "Write the results to a file, as JSON")->type_name("FILE");
  app.add_option("--svg", options->svg, "Draw the bandwidths by message size")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace files that exist");
  app.add_option("--from", options->from, "Show the results in this file, which --output wrote, and measure nothing")
      ->type_name("FILE");
  app.add_option("--budget", options->seconds, "Time to measure, in seconds (default 10)")->type_name("SECONDS");
  app.add_option("--nodes", options->nodes, "Pretend that the processes run on these nodes, as in cartwright run")
      ->type_name("SPEC");
  app.add_option("--network", options->network,
                 "The network above the nodes, as in cartwright run: the links between its switches are measured, too")
      ->type_name("NETWORK");
  add_output_options(app, *options);
  add_launch_options(app, options->launch);
  app.get_option("command")->required(false);
  return [options] { return measure(*options); };
}

}  // namespace

Command measure_command() {
  return {
      .name = "measure",
      .summary = "Measure the speed of the links of a machine",
      .description =
          "Starts an MPI program of Cartwright's own with your launcher: give the launcher and its options after --, "
          "and "
          "no program. For each kind of link (between switches, between nodes, between sockets, between NUMA domains, "
          "in "
          "a domain) it measures pairs of processes: latency, bandwidth by message size, and the rate of small "
          "messages; and rings: "
          "the bytes that all processes of a node send per second, with 1, 2, 4, ... communicating processes in each "
          "domain, in both directions at once or in turn (toggled).\n\n"
          "All experiments are repeated in rounds, one after the other. The tables have medians with their 95 % "
          "confidence intervals. The levels are found as for MPI_Cart_create, with those of a network that the nodes "
          "know "
          "or --network names. Processes should be bound to cores.",
      .examples = {{"Two nodes with all their cores", "cartwright measure -o links.json -- mpirun -n 96"},
                   {"The same under Slurm, with Open MPI", "cartwright measure --mpi openmpi -- srun -N 2 -n 96"},
                   {"A picture of earlier results", "cartwright measure --from links.json --svg links.svg"},
                   {"Use them for a prediction",
                    "cartwright network loads percs:supernodes=4 --ranks-per-node 32 --measured links.json"}},
      .add = add_measure,
  };
}

}  // namespace cartwright::cli
