// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "choose/choose.hpp"
#include "cli/command.hpp"
#include "cli/full_paths.hpp"
#include "cli/launch_program.hpp"
#include "cli/options.hpp"
#include "cli/present.hpp"
#include "cli/run_report.hpp"
#include "cli/traffic_options.hpp"
#include "cli/verify.hpp"
#include "inventory/job_nodes.hpp"
#include "launch/script_launchers.hpp"
#include "launch/slurm_topology.hpp"
#include "launch/standard_input.hpp"
#include "machine/measured.hpp"
#include "record/rank_order.hpp"
#include "record/record_file.hpp"
#include "report/traffic_report.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

namespace cartwright::cli {

namespace {

struct RunOptions {
  Options shared;
  std::string nodes;
  std::string network;
  std::string measured;
  std::string stencil;
  std::string report_file;
  std::string report;  ///< the stream, or empty
  bool no_reorder = false;
  bool keep_rank_0 = false;
  bool move_rank_0 = false;
  bool partial = false;
  std::string order;
  bool learn = false;
  bool verify = false;
  LaunchOptions launch;
};

/// Passes the options to the interposer in environment variables, files by their full paths.
void set_environment(const RunOptions& options) {
  const Options& shared = options.shared;
  if (!shared.tier.empty()) choose::parse_tier(shared.tier);  // fails here instead of in every process
  if (shared.mapping != "auto") mapping::find_algorithm(shared.mapping);
  // Errors in these files end the command here.
  if (!options.network.empty() && options.network != "off") inventory::check_network(options.network);
  if (!options.measured.empty()) machine::read_measured(base::read_file(options.measured), options.measured);
  set_variable("CARTWRIGHT_NODES", with_full_paths(options.nodes));
  set_variable("CARTWRIGHT_NETWORK", with_full_paths(options.network));
  set_variable("CARTWRIGHT_MEASURED", full_path(options.measured));
  set_variable("CARTWRIGHT_STENCIL", with_full_paths(options.stencil));
  set_variable("CARTWRIGHT_MAPPING", shared.mapping == "auto" ? "" : shared.mapping);
  set_variable("CARTWRIGHT_TIER", shared.tier);
  if (shared.budget) set_variable("CARTWRIGHT_BUDGET", fmt::format("{}", *shared.budget));
  if (shared.seed != 0) set_variable("CARTWRIGHT_SEED", std::to_string(shared.seed));
  if (options.no_reorder) set_variable("CARTWRIGHT_REORDER", "off");
  if (options.keep_rank_0) set_variable("CARTWRIGHT_KEEP_RANK_0", "1");
  if (options.move_rank_0) set_variable("CARTWRIGHT_KEEP_RANK_0", "off");
  if (!options.order.empty()) {
    // An error ends the command here instead of a line from the program.
    const bool is_order = record::is_rank_order(options.order);
    if (is_order && options.verify)
      base::fail(base::Status::invalid_argument,
                 "{} is an order, which predicts no bytes: --verify needs a record, as written by cartwright record",
                 options.order);
    if (!is_order)
      if (const record::Record record = record::read_record(options.order); !options.partial)
        record::expect_complete(record, options.order);
    if (options.partial) set_variable("CARTWRIGHT_PARTIAL", "1");
    set_variable("CARTWRIGHT_ORDER", full_path(options.order));
  }
  if (options.learn) {
    const std::string cache = base::cache_folder(std::getenv);
    if (cache.empty())
      base::fail(base::Status::invalid_argument, "--learn keeps records in a cache: set XDG_CACHE_HOME or HOME");
    set_variable("CARTWRIGHT_LEARN", cache + "/records");
  }
}

/// Whether --report-file is a file, and not standard error.
bool writes_events(const RunOptions& options) {
  return !options.report_file.empty() && options.report_file != "stderr" && options.report_file != "1";
}

/// The part of a file from `begin` on.
std::string contents(const std::filesystem::path& file, std::uintmax_t begin) {
  std::ifstream in(file);
  in.seekg(static_cast<std::streamoff>(begin));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The events of this run: in the file of --report-file, or in one that is removed.
struct EventFile {
  std::string path;
  std::uintmax_t begin = 0;  ///< behind those of earlier runs
};
EventFile event_file(const RunOptions& options, launch::RunFolder& folder) {
  if (options.report != "stderr" && options.report != "stdout")
    base::fail(base::Status::invalid_argument, "--report={0}: give stderr or stdout, or --report-file {0}",
               options.report);
  if (options.report_file.empty()) return {empty_file(folder, "report")};
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(options.report_file, none);
  return {full_path(options.report_file), none ? 0 : size};
}

void print_report(const std::string& text, const RunOptions& options) {
  if (options.report == "stdout") return print_text(text, options.shared);
  fmt::print(stderr, "{}", make_style(options.shared, STDERR_FILENO).color ? text : base::printable_lines(text));
}

/// What another order of the ranks would save, by the record of this run.
std::string order_advice(const std::string& record, const RunOptions& options) try {
  if (record.empty()) return "";
  const RecordedTraffic read = read_traffic_record(record);
  const choose::RankLocations locations = locations_of(read.record, "");
  const record::RankOrder order =
      record::order_ranks(read.pairs, read.structure, locations, place_options(options.shared), read.parts);
  const report::Json advice = report::traffic_advice({.record = read.record,
                                                      .pairs = read.pairs,
                                                      .pattern = read.pattern,
                                                      .parts = read.parts,
                                                      .locations = locations,
                                                      .order = order});
  std::string text;
  for (const report::Json& line : advice) text += line.get<std::string>() + "\n";
  if (order.placement.new_rank.empty()) return text;
  const std::string command = launch::shell_text(options.launch.command);
  return text + fmt::format("  cartwright record -- {0}\n  cartwright run --order traffic.record -- {0}\n", command);
} catch (const base::Error&) {
  return "cartwright record and cartwright order find out whether another order of the ranks sends less between nodes: "
         "most likely if each process sends to few others\n";
}

/// Whether the program sent what the record predicts.
bool print_verified(const RunOptions& options, const std::string& counted) try {
  const report::Json verified = verify(options.order, counted);
  print_text(verified_text(verified, make_style(options.shared)), options.shared);
  if (writes_events(options) && !base::append_line(options.report_file, report::line_of(verified)))
    base::print_message(fmt::format("cannot write the report to {}: {}", options.report_file, std::strerror(errno)));
  return verified["equal"];
} catch (const base::Error& error) {
  base::print_message(error.what());
  return false;
}

int run(const RunOptions& options) {
  const LaunchOptions& launched = options.launch;
  if (!launched.in_script.empty()) launch::become_launcher(launched.command, launched.mpi, launched.in_script);
  launch::RunFolder folder;
  set_environment(options);
  if (!launched.dry_run) launch::note_standard_input();
  const char* const network = std::getenv("CARTWRIGHT_NETWORK");
  if (network == nullptr && !launched.dry_run) set_variable("CARTWRIGHT_TOPOLOGY", launch::save_slurm_topology(folder));
  const bool to_stderr = !options.report_file.empty() && !writes_events(options);
  if (!options.report.empty() && to_stderr)
    base::fail(base::Status::invalid_argument,
               "--report-file {} is the report on standard error: give it without --report", options.report_file);
  const bool report = !options.report.empty() && !launched.dry_run;
  const EventFile events = report ? event_file(options, folder) : EventFile{};
  set_variable("CARTWRIGHT_REPORT", report      ? events.path
                                    : to_stderr ? options.report_file
                                                : full_path(options.report_file));
  const bool advises = report && options.order.empty() && !options.learn && !options.no_reorder &&
                       std::getenv("CARTWRIGHT_RECORD") == nullptr;
  const std::string counted = options.verify || advises ? (folder.path() / "record").string() : "";
  set_variable("CARTWRIGHT_RECORD", counted);
  if (advises) {
    set_variable("CARTWRIGHT_RECORD_INTERVAL", "0");
    set_variable("CARTWRIGHT_RECORD_KEEP_RANKS", "off");
  }
  bool equal = true;
  const int status = launch_program(launched, folder, [&](bool loaded) {
    const std::string text = report ? contents(events.path, events.begin) : "";
    if (!text.empty())
      print_report(
          run_report_text(text, make_style(options.shared, options.report == "stdout" ? STDOUT_FILENO : STDERR_FILENO),
                          [&] { return order_advice(advises ? counted : "", options); }),
          options);
    else if (loaded && report)
      base::print_message("process 0 wrote no report: does it run on another host, or not use MPI?");
    if (options.verify && loaded) equal = print_verified(options, counted);
    return loaded || !text.empty();
  });
  return status == 0 && !equal ? 1 : status;
}

Action add_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("--nodes", options->nodes,
                 "Pretend that the processes run on these nodes: 8x6, or cyclic:8x6 for a round-robin distribution")
      ->type_name("SPEC");
  app.add_option(
         "--network", options->network,
         "The network above the nodes: a file or a kind of network as for cartwright network, in which the nodes "
         "are found by their names, or topology.conf or topology.yaml of Slurm; off for none (default: what the "
         "nodes know, such as SLURM_TOPOLOGY_ADDR)")
      ->type_name("NETWORK");
  app.add_option("--measured", options->measured,
                 "A file of cartwright measure: its links weigh the levels of the machine, and predict FFTs")
      ->type_name("FILE");
  app.add_option(
         "--stencil", options->stencil,
         "The communication stencil of the program: nn, component, hops, moore, offsets '1,0;-1,0'; rows, columns or "
         "transposes for all-to-alls within lines of the grid; off to keep all ranks (default nn)")
      ->type_name("STENCIL");
  add_mapping_option(app, options->shared);
  add_effort_options(app, options->shared);
  app.add_flag(
      "--report{stderr}", options->report,
      "Print a report at the end, on standard error or with --report=stdout on standard output: the mappings, the "
      "savings, and what could save more");
  app.add_option("--report-file", options->report_file, "Write the report to a file, one line of JSON per event")
      ->type_name("FILE");
  app.add_flag("--no-reorder", options->no_reorder, "Keep all ranks; only count and report, for comparison");
  app.add_flag("--keep-rank-0", options->keep_rank_0,
               "Keep rank 0 on its process, with a mapping of the same cost if there is one (default with --order and "
               "--learn, unless standard input is a terminal or /dev/null)");
  app.add_flag("--move-rank-0", options->move_rank_0,
               "With --order and --learn, let rank 0 be another process, which does not get the standard input")
      ->excludes("--keep-rank-0");
  app.add_option(
         "--order", options->order,
         "Run in another order of the ranks: FILE is a record, for which the best order on the nodes of the job "
         "is found, or an order that cartwright order --write ranks=FILE wrote")
      ->type_name("FILE");
  app.add_flag("--partial", options->partial, "Take a record that lacks processes for --order")->needs("--order");
  app.add_flag("--learn", options->learn,
               "Record the first run of this program with these arguments and processes, and run the next ones in the "
               "order for that record; it is kept in ~/.cache/cartwright")
      ->excludes("--order");
  app.add_flag("--verify", options->verify,
               "Count what the program sends between nodes, and compare it with what the record of --order predicts; "
               "the exit status is 1 if they differ")
      ->needs("--order");
  app.add_option("--in-script", options->launch.in_script)->group("");  // for the wrappers of script_launchers.cpp
  add_launch_options(app, options->launch);
  return [options] { return run(*options); };
}

}  // namespace

Command run_command() {
  return {
      .name = "run",
      .summary = "Run an MPI program with reordering of Cartesian communicators",
      .description =
          "Runs an unmodified MPI program with the interposer: MPI_Cart_create with reorder then places its processes "
          "according to their nodes. Give the launcher and its arguments after --. Supported are mpirun and mpiexec of "
          "Open MPI, MPICH, Intel MPI and Cray PALS, srun, aprun, jsrun and flux run, also after commands such as "
          "timeout, env or gdb --args. A script may replace the launcher: the launchers that it finds in PATH then "
          "start their processes with the interposer. Only MPI processes load it, not the launcher or the script.\n\n"
          "The exit status is that of the launcher, 127 if the launcher does not exist, or 2 if the launcher or the "
          "MPI "
          "is not recognized. If no process on this host loaded the interposer, a line on standard error says so.",
      .examples = {{"Run a program with Cartwright", "cartwright run -- mpirun -n 4800 ./app"},
                   {"Run a job script; its launchers start processes with the interposer",
                    "cartwright run -- ./job.sh"},
                   {"Try it on one machine that pretends to be 8 nodes, and print the savings",
                    "cartwright run --nodes 8x6 --report -- mpirun --oversubscribe -n 48 ./app"},
                   {"Count the communication between nodes without reordering",
                    "cartwright run --nodes 8x6 --no-reorder --report -- mpirun --oversubscribe -n 48 ./app"}},
      .add = add_run,
  };
}

}  // namespace cartwright::cli
