// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/simulate.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "launch/smpi.hpp"
#include "report/job_report.hpp"
#include "report/report.hpp"
#include "report/simgrid.hpp"
#include "report/simulation_report.hpp"

#include <CLI/CLI.hpp>

#include <unistd.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace cartwright::cli {

traffic::NodeOfRank as_launched(const placement::PlacedJob& job) {
  traffic::NodeOfRank node_of_rank;
  for (std::int64_t rank = 0; rank < job.grid.size(); ++rank)
    node_of_rank.push_back(job.nodes[placement::Group(rank / job.ranks_per_node)]);
  return node_of_rank;
}

namespace {

/// Makes the folder of --keep, which must be new or empty.
std::filesystem::path make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) base::fail(base::Status::io, "cannot make {}: {}", path, error.message());
  if (!std::filesystem::is_empty(path, error))
    base::fail(base::Status::invalid_argument, "--keep {} is not empty: name another folder", path);
  return path;
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

int simulate_program(SimulateOptions options) {
  if (!(options.timeout > 0))
    base::fail(base::Status::invalid_argument, "--timeout {} is not positive: give a time in seconds", options.timeout);
  for (const std::string& setting : options.settings)
    if (setting.find(':') == std::string::npos || setting.find_first_of(" \t\n*?[") != std::string::npos)
      base::fail(base::Status::invalid_argument, "--cfg {} is not a SimGrid setting: give NAME:VALUE",
                 base::quote(setting));
  launch::check_smpi_program(options.program);
  const std::string version = launch::simgrid_version();
  if (options.ranks_per_node == 0) options.ranks_per_node = 1;
  const NetworkJob job = make_network_job(options);
  if (job.grid.size() > launch::max_simulated_ranks)
    base::fail(base::Status::unsupported,
               "{} ranks are too many: at most {} can be simulated: change --dims or --count", job.grid.size(),
               launch::max_simulated_ranks);
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
  std::vector<report::SimulatedRun> runs;
  for (const Order& order : orders) {
    const std::vector<traffic::Flow> flows =
        traffic::flows_between(*job.traffic, order.node_of_rank, job.network->wiring().nodes());
    const double predicted =
        traffic::bottleneck(job.network->wiring(), traffic::link_loads(*job.network, flows, job.routing)).seconds();
    launch::SmpiJob run{.platform = file("platform.xml"),
                        .hosts = file(order.hosts),
                        .output = file(order.output),
                        .ranks = job.grid.size(),
                        .settings = settings_of(options),
                        .program = options.program,
                        .timeout_seconds = options.timeout};
    base::write_file(run.hosts, report::simgrid_hosts(order.node_of_rank), base::Existing::refuse);
    const double share = 0.1 + 0.45 * static_cast<double>(runs.size());
    const launch::SmpiRun done = launch::run_under_smpi(run, [&] { progress.show(share); });
    runs.push_back({.order = order.name,
                    .mapping = order.mapping,
                    .predicted_seconds = predicted,
                    .simulated_seconds = done.simulated_seconds,
                    .seconds = done.seconds});
  }

  report::Json report = report::report_head("simulate");
  report["network"] = report::network_json(*job.network, options.network);
  report["jobs"] = report::Json::array({report::job_json(job, job.spec)});
  report["simulation"] = {{"program", launch::shell_text(options.program)},
                          {"simgrid", version},
                          {"settings", settings_of(options)},
                          {"platform", platform_json(platform, options.latency)}};
  report::add_runs(report["simulation"], runs);
  present(report, report::simulation_text(report, make_style(options)), options);
  return 0;
}

/// Whether the only argument is a file that is not a program.
bool is_record(const launch::CommandLine& program) {
  if (program.size() != 1) return false;
  const std::string& path = program.front();
  if (std::filesystem::is_regular_file(path)) return access(path.c_str(), X_OK) != 0;
  return std::filesystem::is_directory(path) || std::filesystem::is_directory(path + ".parts");
}

/// Options for only one of the two kinds of simulation.
using SomeOptions = std::vector<const CLI::Option*>;

void check_none_given(const SomeOptions& some, const char* text) {
  for (const CLI::Option* option : some)
    if (option->count() > 0)
      base::fail(base::Status::invalid_argument, "{} {}: leave it out", option->get_name(), text);
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
  app.get_option("--ranks-per-node")
      ->description(
          "Number of ranks on each node; the last may have fewer (default 1; those of a record are divided "
          "evenly)");
  app.add_option("--latency", options->latency, "Latency of each link, in seconds (default 1e-7)")
      ->type_name("SECONDS");
  add_routing_options(app, *options);
  app.get_option("--paths")->description(
      "With several minimal paths: shared splits evenly, single uses one (default single)");
  SomeOptions for_messages = {app.get_option("--routing"), app.get_option("--paths"), app.get_option("--samples")};
  for_messages.push_back(app.add_option("--sharing", options->sharing,
                                        "Without a program: messages divide a busy link by their round-trip times, as "
                                        "in SimGrid, or equally (default round-trip)")
                             ->type_name("round-trip|equal"));
  for_messages.push_back(app.add_option("--overhead", options->overhead,
                                        "Without a program: seconds between the starts of two messages of a process "
                                        "(default 0)")
                             ->type_name("SECONDS"));
  for_messages.push_back(app.add_option("--copy-bandwidth", options->copy_bandwidth,
                                        "Without a program: bytes per second that all messages within a node share: "
                                        "100GB (default: no limit)")
                             ->type_name("BYTES"));
  for_messages.push_back(app.add_option("--measured", options->measured,
                                        "Without a program: take latency, overhead, and the bandwidths of nodes from "
                                        "a file of `cartwright measure`")
                             ->type_name("FILE"));
  for_messages.push_back(app.add_option("--tolerance", options->tolerance,
                                        "Without a program: messages that end within this part of the time of the "
                                        "busiest link end together (default 0.01)")
                             ->type_name("PART"));
  for_messages.push_back(app.add_option("--collective", options->collective,
                                        "Compare the algorithms of this collective for each block size of --bytes "
                                        "(8,1KiB,64KiB)")
                             ->type_name("alltoall|allgather"));
  const CLI::Option* bytes = app.get_option("--bytes");
  SomeOptions not_for_collectives;
  for (const char* name : {"--dims", "--ndims", "--stencil", "--periodic", "--pattern", "--mapping", "--tier",
                           "--budget", "--sharing", "--tolerance"})
    not_for_collectives.push_back(app.get_option(name));
  SomeOptions for_programs;
  for_programs.push_back(app.add_flag("--compute", options->compute,
                                      "Also simulate compute time, as measured on this machine; results then vary. "
                                      "Without it, only messages take time"));
  for_programs.push_back(app.add_option("--cfg", options->settings, "A setting of SimGrid (may be repeated)")
                             ->type_name("NAME:VALUE")
                             ->allow_extra_args(false));
  for_programs.push_back(app.add_option("--keep", options->keep,
                                        "Keep the platform, the host files and the output of the program in this "
                                        "folder")
                             ->type_name("DIR"));
  for_programs.push_back(
      app.add_option("--timeout", options->timeout, "Time limit of one simulation, in seconds (default 600)")
          ->type_name("SECONDS"));
  add_output_options(app, *options);
  app.add_option("program", options->program,
                 "The program, compiled with SimGrid's smpicc, and its arguments, after --; or a record of cartwright "
                 "record; without either, the messages of --pattern are simulated")
      ->type_name("RECORD|-- ./app ...");
  return [options, bytes, for_messages, not_for_collectives, for_programs] {
    if (!(options->latency >= 0) || options->latency > 1)
      base::fail(base::Status::invalid_argument, "--latency {} is out of range: give 0 to 1 seconds", options->latency);
    if (!options->collective.empty()) {
      check_none_given(not_for_collectives, "does not apply to --collective");
      check_none_given(for_programs, "applies to a program");
      if (!options->program.empty())
        base::fail(base::Status::invalid_argument, "--collective takes no program and no record: leave {} out",
                   base::quote(options->program.front()));
      if (bytes->count() == 0) options->bytes = "8,32,128,512,2KiB,8KiB,32KiB";
      return simulate_collective(*options);
    }
    if (options->program.empty() || is_record(options->program)) {
      check_none_given(for_programs, "applies to a program");
      return simulate_messages(*options);
    }
    check_none_given(for_messages, "does not apply to a program");
    return simulate_program(*options);
  };
}

}  // namespace

Command simulate_command() {
  return {
      .name = "simulate",
      .summary = "Simulate messages or an MPI program on a network with both rank orders",
      .description =
          "Simulates one iteration over time: first with the launcher's rank order, then with Cartwright's. Prints "
          "both "
          "times beside those of the busiest link, which are lower bounds.\n\n"
          "Without a program, it simulates the messages of --pattern, or all messages of a record, at any number of "
          "ranks. All processes begin together. Messages are flows along the routes of `cartwright network`, and "
          "divide "
          "busy links fairly until the next one ends.\n\n"
          "With --collective, it compares algorithms of an all-to-all or allgather, also those that join the blocks of "
          "a node, and finds the block sizes where another one becomes the fastest.\n\n"
          "With a program, it runs the program under SimGrid's smpirun on the same routes. Give the dims that the "
          "program "
          "passes to MPI_Cart_create. Compile it with smpicc (Debian: libsimgrid-dev). At most 1024 ranks can be "
          "simulated. docs/simulate.md lists the MPI functions that SimGrid lacks, such as neighborhood collectives.",
      .examples = {{"A stencil of 65,536 ranks on a two-level direct network",
                    "cartwright simulate --network percs:supernodes=64 --dims 16x16x16x16 --periodic 1,1,1,1 "
                    "--ranks-per-node 32 --bytes 2MiB"},
                   {"A recorded program on 64 nodes of a torus",
                    "cartwright simulate traffic.record --network torus:dims=8x8x8 --count 64"},
                   {"An all-to-all of 1,024 processes, which send a message every 0.5 us",
                    "cartwright simulate --network dragonfly:routers=8,nodes=4,global=2,groups=8 --collective alltoall "
                    "--bytes 8,1KiB,64KiB --count 64 --ranks-per-node 16 --overhead 5e-7"},
                   {"A halo exchange on 256 nodes of a torus",
                    "cartwright simulate --network torus:dims=8x8x4 --dims 16x16 -- ./halo"},
                   {"A machine from a file, four ranks on each node; keep SimGrid's input and output",
                    "cartwright simulate --machine m.json --dims 8x8x4 --ranks-per-node 4 --keep sim -- ./halo"}},
      .add = add_simulate,
  };
}

}  // namespace cartwright::cli
