// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/network_job.hpp"
#include "cli/present.hpp"
#include "cli/targets.hpp"
#include "network/networks.hpp"
#include "placement/job_launch.hpp"
#include "placement/policy.hpp"
#include "report/job_report.hpp"
#include "traffic/predicted_time.hpp"

#include <CLI/CLI.hpp>

#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct PlaceOptions : NetworkOptions {
  bool compare = false;
  std::int64_t sockets = 1;
  PlaceOptions() { policy = "predicted"; }
};

/// The job on the nodes of its policy, and with `compare` on those of every other policy after it.
std::vector<placement::PlacedJob> place_all(placement::JobSpec spec, bool compare, const network::Network& network,
                                            const inventory::NodeTable& table, const placement::JobProgress& progress) {
  std::vector<placement::PlacedJob> jobs;
  jobs.push_back(placement::place_job(spec, network, table, progress));
  if (!compare) return jobs;
  spec.nodes.clear();
  spec.node_count = static_cast<std::int64_t>(jobs.front().nodes.size());
  for (const placement::Policy& policy : placement::policies()) {
    if (policy.name == jobs.front().policy) continue;
    spec.policy = policy.name;
    jobs.push_back(placement::place_job(spec, network, table, progress));
  }
  return jobs;
}

std::vector<Target> parse_place_targets(const Options& options) {
  std::vector<Target> targets = parse_targets(options);
  for (const Target& target : targets)
    if (target.writer->needs_costs)
      base::fail(base::Status::invalid_argument,
                 "--write {}: this format shows the costs of a mapping: use `cartwright map`", target.writer->name);
  return targets;
}

int place(const PlaceOptions& options) {
  const std::vector<Target> targets = parse_place_targets(options);
  const placement::JobSpec spec = make_job_spec(options);
  const auto network = network::read_network(options.network);
  const inventory::NodeTable table = make_node_table(options, *network);
  const std::vector<placement::PlacedJob> jobs =
      place_all(spec, options.compare, *network, table, job_progress(options));

  report::Json report = report::report_head("place");
  report::add_placed_jobs(report, *network, options.network, table, jobs, spec);
  if (const std::optional<machine::Measured> measured = read_measured(options))
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      report::Json& loads = report["choices"][i]["loads"];
      loads["predicted_seconds"] =
          traffic::predicted_seconds(traffic::node_traffic(*jobs[i].traffic, jobs[i].node_of_rank),
                                     loads["bound_seconds"].get<double>(), *measured);
    }
  const placement::JobLaunch launch = placement::make_launch(jobs.front(), table, options.sockets);
  const report::Placement placement = report::make_placement(launch.problem, launch.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["notes"].push_back(note);
  write_targets(targets, placement, options);
  if (!fills_stdout(targets)) present(report, report::place_text(report, make_style(options)), options);
  return 0;
}

Action add_place(CLI::App& app) {
  auto options = std::make_shared<PlaceOptions>();
  add_network_option(app, *options);
  add_state_options(app, *options);
  app.get_option("--policy")->description("How nodes are selected without --nodes (default predicted)");
  add_job_options(app, *options);
  add_routing_options(app, *options);
  app.add_flag("--compare", options->compare, "Compare with the nodes that every other policy selects");
  app.add_option("--sockets", options->sockets,
                 "Number of sockets of a node; ranks that send each other most share one (default 1)")
      ->type_name("N");
  app.add_option("--measured", options->measured,
                 "Also predict the time of an iteration with the latencies, the injection and the copies that "
                 "cartwright measure found")
      ->type_name("FILE");
  add_write_options(app, *options);
  add_output_options(app, *options);
  return [options] { return place(*options); };
}

std::string description() {
  std::string text =
      "Selects the nodes of a job among those that the batch system has free, maps the ranks onto them, and writes "
      "both for a launcher. The policy predicted minimizes the load of the busiest link, which it computes from the "
      "job's own traffic over every link of the network.\n\nPolicies:";
  for (const placement::Policy& policy : placement::policies())
    text += fmt::format("{} {} ({})", policy.name == placement::policies().front().name ? "" : ";", policy.name,
                        policy.title);
  return text +
         ".\n\n--state reads the output of scontrol show node, scontrol show topology, sinfo, xtprocadmin, pbsnodes "
         "-avF json or ibnetdiscover; or topology.conf, topology.yaml, a host list, or a node file of PBS. In a job, "
         "--state job takes the nodes that Slurm, PBS, LSF or PALS has given to it.";
}

}  // namespace

Command place_command() {
  static const std::string text = description();
  return {
      .name = "place",
      .summary = "Select the nodes of a job, and write them for a launcher",
      .description = text,
      .examples = {{"The transposes of an FFT on 36 free nodes of a Cray XC, as a node list and a host file for Slurm",
                    "cartwright place --network aries:groups=9 --state nodes.txt --dims 36x32 "
                    "--ranks-per-node 32 --pattern transposes --write nodelist=nodes --write slurm=hosts"},
                   {"The nodes that each policy selects, and the time of the busiest link",
                    "cartwright place --network dragonfly:routers=8,global=4,nodes=2 --count 24 --compare"},
                   {"In a batch job: its ranks on its own nodes",
                    "cartwright place --network fabric.txt --state job --dims 32x32 --write slurm=hosts"},
                   {"Nodes for PBS",
                    "cartwright place --network fabric.txt --state pbsnodes.json --count 16 --write pbs=-"}},
      .add = add_place,
  };
}

}  // namespace cartwright::cli
