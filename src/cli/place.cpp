// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/place.hpp"

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/targets.hpp"
#include "network/networks.hpp"
#include "placement/policy.hpp"
#include "report/link_report.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct PlaceOptions : NetworkOptions {
  bool compare = false;
  std::int64_t sockets = 1;
  PlaceOptions() { policy = "predicted"; }
};

Json states_json(const NodeTable& table) {
  Json states;
  for (const NodeState state : {NodeState::free, NodeState::taken, NodeState::down})
    states[std::string(to_string(state))] = std::ranges::count(table.state, state);
  return states;
}

/// The job with the nodes of every policy that is wanted; the one whose nodes are taken comes first.
std::vector<PlacedJob> place_all(const PlaceOptions& options, const Network& network, const NodeTable& table) {
  std::vector<PlacedJob> jobs;
  jobs.push_back(place_job(options, network, table));
  if (!options.compare) return jobs;
  NetworkOptions other = options;
  other.nodes.clear();
  other.count = static_cast<std::int64_t>(jobs.front().nodes.size());
  for (const Policy& policy : policies()) {
    if (policy.name == jobs.front().policy) continue;
    other.policy = policy.name;
    jobs.push_back(place_job(other, network, table));
  }
  return jobs;
}

Json choices_json(const std::vector<PlacedJob>& jobs, const Network& network, const NodeTable& table) {
  std::vector<NamedLoads> loads;
  for (const PlacedJob& job : jobs)
    loads.push_back(
        {job.policy,
         link_loads(network, flows_between(*job.traffic, job.node_of_rank, network.wiring().nodes()), job.routing)});
  const Json rows = loads_json(network.wiring(), loads);
  Json choices = Json::array();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    choices.push_back(choice_json(network, table, jobs[i], rows[i]));
    choices.back()["chosen"] = i == 0;
  }
  const auto baseline = std::ranges::find(jobs, "level-spread", &PlacedJob::policy);
  if (jobs.size() == 1 || baseline == jobs.end()) return choices;
  const double spread = rows[static_cast<std::size_t>(baseline - jobs.begin())]["bound_seconds"];
  for (Json& choice : choices)
    choice["relative"] = spread > 0 ? Json(choice["loads"]["bound_seconds"].get<double>() / spread) : Json(nullptr);
  return choices;
}

std::vector<Target> parse_place_targets(const Options& options) {
  std::vector<Target> targets = parse_targets(options);
  for (const Target& target : targets)
    if (target.writer->needs_costs)
      fail(Status::invalid_argument, "--write {}: it shows the costs of a mapping; `cartwright map` writes it",
           target.writer->name);
  return targets;
}

int place(const PlaceOptions& options) {
  const std::vector<Target> targets = parse_place_targets(options);
  const auto network = read_network(options.network);
  const NodeTable table = make_node_table(options, *network);
  const std::vector<PlacedJob> jobs = place_all(options, *network, table);

  Json report = report_head("place");
  report["network"] = network_json(*network, options.network);
  report["states"] = states_json(table);
  report["jobs"] = Json::array({placed_job_json(jobs.front(), options)});
  report["choices"] = choices_json(jobs, *network, table);
  report["notes"] = Json::array();
  const Launch launch = make_launch(jobs.front(), table, options.sockets);
  const Placement placement = make_placement(launch.problem, launch.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["notes"].push_back(note);
  write_targets(targets, placement, options);
  if (!fills_stdout(targets)) present(report, place_text(report, make_style(options)), options);
  return 0;
}

Action add(CLI::App& app) {
  auto options = std::make_shared<PlaceOptions>();
  add_network_option(app, *options);
  add_state_options(app, *options);
  app.get_option("--policy")->description("What chooses nodes where none are named (default predicted)");
  add_job_options(app, *options);
  add_routing_options(app, *options);
  app.add_flag("--compare", options->compare, "Show beside it what all other policies would choose");
  app.add_option("--sockets", options->sockets,
                 "Sockets of a node, which share its ranks evenly: neighbours share one (default 1)")
      ->type_name("N");
  add_write_options(app, *options);
  add_output_options(app, *options);
  return [options] { return place(*options); };
}

std::string description() {
  std::string text =
      "Reads from what the batch system says which nodes are free, chooses those on which the job's busiest link has "
      "least to do, maps the ranks onto them, and writes both in the form that a launcher takes. What a link has to do "
      "is predicted from the job's own pattern, over every link of the network.\n\nPolicies:";
  for (const Policy& policy : policies())
    text += fmt::format("{} {} ({})", policy.name == policies().front().name ? "" : ";", policy.name, policy.title);
  return text +
         ".\n\nThe file of --state is what one of these prints: scontrol show node, scontrol show topology, sinfo, "
         "xtprocadmin, pbsnodes -avF json, ibnetdiscover; or topology.conf, topology.yaml, or a host list.";
}

}  // namespace

Command place_command() {
  static const std::string text = description();
  return {
      .name = "place",
      .summary = "Choose the nodes of a job on the network, and write them for a launcher",
      .description = text,
      .examples = {{"The transposes of an FFT on 36 free nodes of a Cray XC, as a node list and a host file for Slurm",
                    "cartwright place --network theta.interconnect.xz --state nodes.txt --dims 36x32 "
                    "--ranks-per-node 32 --pattern transposes --write nodelist=nodes --write slurm=hosts"},
                   {"What each policy would choose, and how long its busiest link takes",
                    "cartwright place --network dragonfly:routers=8,global=4,nodes=2 --count 24 --compare"},
                   {"Nodes of PBS",
                    "cartwright place --network fabric.txt --state pbsnodes.json --count 16 --write pbs=-"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
