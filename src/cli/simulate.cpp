// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/network_job.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "launch/smpi.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"
#include "report/report.hpp"
#include "report/simgrid.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace cartwright::cli {

namespace {

struct SimulateOptions : NetworkOptions {
  SimulateOptions() {
    mapping = "network";
    paths = "single";  // SimGrid sends each message along one path
  }
  double latency = 1e-7;
  bool compute = false;
  std::vector<std::string> settings;
  std::string keep;
  double timeout = 600;
  launch::CommandLine program;
};

/// Makes the folder of --keep, which must be new or empty.
std::filesystem::path make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) base::fail(base::Status::io, "cannot make {}: {}", path, error.message());
  if (!std::filesystem::is_empty(path, error))
    base::fail(base::Status::invalid_argument, "--keep {} is not empty: name another folder", path);
  return path;
}

/// The node of each rank in the order of launchers: ranks fill the nodes one after the other.
traffic::NodeOfRank as_launched(const NetworkJob& job) {
  traffic::NodeOfRank node_of_rank;
  for (std::int64_t rank = 0; rank < job.grid.size(); ++rank)
    node_of_rank.push_back(job.nodes[placement::Group(rank / job.ranks_per_node)]);
  return node_of_rank;
}

/// Replaces SimGrid's correction factors, which were fitted to MPI over TCP on one cluster: here the bandwidth of the
/// links alone determines the time of a message.
std::vector<std::string> settings_of(const SimulateOptions& options) {
  std::vector<std::string> settings = {"smpi/bw-factor:0:1", "smpi/lat-factor:0:1", "network/crosstraffic:no",
                                       "network/TCP-gamma:0"};
  if (options.compute)
    settings.emplace_back("smpi/host-speed:1Gf");  // the speed of the hosts: computing takes as long as here
  else
    settings.emplace_back("smpi/simulate-computation:no");
  settings.insert(settings.end(), options.settings.begin(), options.settings.end());
  return settings;
}

report::SimgridPlatform write_platform(const NetworkJob& job, double latency, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  const report::SimgridPlatform platform =
      report::write_simgrid_platform(*job.network, job.nodes.items(), latency, file);
  file.close();
  if (!file) base::fail(base::Status::io, "cannot write {}: is the disk full?", path);
  return platform;
}

report::Json platform_json(const report::SimgridPlatform& platform, double latency) {
  return {{"links", platform.links}, {"crossed", platform.crossed}, {"latency", latency}};
}

std::string simulation_text(const report::Json& report, const report::Style& style) {
  const report::Json& simulation = report["simulation"];
  const report::Json& job = report["jobs"][0];
  const auto bytes = job["bytes"].get<double>();
  const report::ByteUnit unit = report::byte_unit(bytes);
  const std::string text = fmt::format(
      "{}, {} ranks on {} nodes of {}, SimGrid {}\nbusiest link: for one iteration of {}, {} {} per message\n\n",
      simulation["program"].get<std::string>(), job["ranks"].get<std::int64_t>(), job["nodes"].get<std::int64_t>(),
      report["network"]["text"].get<std::string>(), simulation["simgrid"].get<std::string>(),
      job["pattern"].get<std::string>(), unit.text(bytes), unit.name);
  report::Table table({{"order", report::Table::Align::left},
                       {"mapping", report::Table::Align::left, 1},
                       {"busiest link"},
                       {"simulated"}});
  for (const report::Json& run : simulation["runs"])
    table.add_row({run["order"], run["mapping"], report::seconds_text(run["predicted_seconds"]),
                   report::seconds_text(run["simulated_seconds"])});
  const auto ratio = [&](const char* name) {
    return simulation[name].is_null() ? std::string("-") : fmt::format("{:.2f}", simulation[name].get<double>());
  };
  table.add_row({"ratio", "", ratio("predicted_ratio"), ratio("ratio")}, report::Table::Emphasis::good);
  return text + table.text(style);
}

report::Json ratio_of(double launched, double mapped) {
  return mapped > 0 ? report::Json(launched / mapped) : report::Json();
}

int simulate(const SimulateOptions& options) {
  if (!(options.latency >= 0) || options.latency > 1)
    base::fail(base::Status::invalid_argument, "--latency {} is out of range: give 0 to 1 seconds", options.latency);
  if (!(options.timeout > 0))
    base::fail(base::Status::invalid_argument, "--timeout {} is not positive: give a time in seconds", options.timeout);
  for (const std::string& setting : options.settings)
    if (setting.find(':') == std::string::npos || setting.find_first_of(" \t\n*?[") != std::string::npos)
      base::fail(base::Status::invalid_argument, "--cfg {} is not a SimGrid setting: give NAME:VALUE",
                 base::quote(setting));
  launch::check_smpi_program(options.program);
  const std::string version = launch::simgrid_version();
  const NetworkJob job = make_network_job(options);
  if (job.grid.size() > launch::most_simulated_ranks)
    base::fail(base::Status::unsupported,
               "{} ranks are too many: at most {} can be simulated: change --dims or --count", job.grid.size(),
               launch::most_simulated_ranks);
  std::optional<base::TemporaryFolder> temporary;
  const std::filesystem::path folder = options.keep.empty() ? temporary.emplace().path() : make_folder(options.keep);
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const Progress progress(options.quiet, "simulating");

  const report::SimgridPlatform platform = write_platform(job, options.latency, file("platform.xml"));
  struct Order {
    const char* name;
    std::string mapping;
    traffic::NodeOfRank node_of_rank;
    const char* hosts;
    const char* output;
  };
  const std::array orders = {Order{"as launched", "blocked", as_launched(job), "launched.hosts", "launched.out"},
                             Order{"Cartwright", job.mapping, job.node_of_rank, "cartwright.hosts", "cartwright.out"}};
  report::Json runs = report::Json::array();
  std::vector<double> predicted, simulated;
  for (const Order& order : orders) {
    const std::vector<traffic::Flow> flows =
        traffic::flows_between(*job.traffic, order.node_of_rank, job.network->wiring().nodes());
    predicted.push_back(
        traffic::bottleneck(job.network->wiring(), traffic::link_loads(*job.network, flows, job.routing)).seconds());
    launch::SmpiJob run{.platform = file("platform.xml"),
                        .hosts = file(order.hosts),
                        .output = file(order.output),
                        .ranks = job.grid.size(),
                        .settings = settings_of(options),
                        .program = options.program,
                        .timeout_seconds = options.timeout};
    base::write_file(run.hosts, report::simgrid_hosts(order.node_of_rank), base::Existing::refuse);
    const double share = 0.1 + 0.45 * static_cast<double>(simulated.size());
    const launch::SmpiRun done = launch::run_under_smpi(run, [&] { progress.show(share); });
    simulated.push_back(done.simulated_seconds);
    runs.push_back({{"order", order.name},
                    {"mapping", order.mapping},
                    {"predicted_seconds", report::json_number(predicted.back())},
                    {"simulated_seconds", report::json_number(simulated.back())},
                    {"seconds", done.seconds}});
  }

  report::Json report = report::report_head("simulate");
  report["network"] = report::network_json(*job.network, options.network);
  report["jobs"] = report::Json::array({report::job_json(job, job.spec)});
  report["simulation"] = {{"program", launch::shell_text(options.program)},
                          {"simgrid", version},
                          {"settings", settings_of(options)},
                          {"platform", platform_json(platform, options.latency)},
                          {"runs", runs},
                          {"predicted_ratio", ratio_of(predicted[0], predicted[1])},
                          {"ratio", ratio_of(simulated[0], simulated[1])}};
  present(report, simulation_text(report, make_style(options)), options);
  return 0;
}

Action add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  app.add_option("--machine,--network", options->network,
                 "The network: KIND:NAME=VALUE,... (percs:supernodes=4, torus:dims=8x8x8), or a file")
      ->type_name("SPEC|FILE")
      ->required();
  add_state_options(app, *options);
  add_job_options(app, *options);
  app.get_option("--mapping")
      ->description(
          "The mapping of the second run: network, which minimizes the load of the busiest link, any mapping of "
          "`cartwright map`, or DEF, BNM, BDM, BSM, RNM, RDM (default network)");
  app.add_option("--latency", options->latency, "Latency of each link, in seconds (default 1e-7)")
      ->type_name("SECONDS");
  app.add_flag("--compute", options->compute,
               "Also simulate compute time, as measured on this machine; results then vary. Without it, only messages "
               "take time");
  app.add_option("--cfg", options->settings, "A setting of SimGrid (may be repeated)")
      ->type_name("NAME:VALUE")
      ->allow_extra_args(false);
  app.add_option("--keep", options->keep,
                 "Keep the platform, the host files and the output of the program in this folder")
      ->type_name("DIR");
  app.add_option("--timeout", options->timeout, "Time limit of one simulation, in seconds (default 600)")
      ->type_name("SECONDS");
  add_output_options(app, *options);
  app.add_option("program", options->program,
                 "The program, compiled with SimGrid's smpicc, and its arguments, after --")
      ->type_name("-- ./app ...")
      ->required();
  app.positionals_at_end();
  return [options] { return simulate(*options); };
}

}  // namespace

Command simulate_command() {
  return {
      .name = "simulate",
      .summary = "Simulate an MPI program on a network with both rank orders",
      .description =
          "Writes the network as a SimGrid platform, with the routes that `cartwright network` uses for link loads. "
          "Then "
          "runs the program twice under SimGrid's smpirun, first with the launcher's rank order, then with "
          "Cartwright's, and prints both simulated times. Give the dims that the program passes to MPI_Cart_create.\n\n"
          "Compile the program with smpicc (Debian: libsimgrid-dev). At most 1024 ranks can be simulated. "
          "docs/simulate.md lists the MPI functions that SimGrid lacks, such as neighborhood collectives.",
      .examples = {{"A halo exchange on 256 nodes of a torus",
                    "cartwright simulate --network torus:dims=8x8x4 --dims 16x16 -- ./halo"},
                   {"A machine from a file, four ranks on each node; keep SimGrid's input and output",
                    "cartwright simulate --machine m.json --dims 8x8x4 --ranks-per-node 4 --keep sim -- ./halo"}},
      .add = add_simulate,
  };
}

}  // namespace cartwright::cli
