// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network.hpp"

#include "base/text.hpp"
#include "cli/command.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::cli {

namespace {

int network(const NetworkCommandOptions& options) {
  if (options.action == "study") return network_study(options);
  if (options.action != "info" && options.action != "loads")
    base::fail(base::Status::invalid_argument, "unknown action {}: give info, loads or study", base::quote(options.action));
  if (options.network.empty())
    base::fail(base::Status::invalid_argument, "give a network: percs:supernodes=64, torus:dims=8x8x8, a file, ...");
  return options.action == "info" ? network_info(options) : network_loads(options);
}

Action add(CLI::App& app) {
  auto options = std::make_shared<NetworkCommandOptions>();
  app.add_option("action", options->action, "What to do with it")->type_name("info|loads|study")->required();
  app.add_option("spec", options->network, "The network, as --network takes it")->type_name("NETWORK");
  add_network_option(app, *options);
  app.get_option("--network")->required(false);
  add_job_options(app, *options);
  add_state_options(app, *options);
  add_routing_options(app, *options);
  app.add_option("--compare", options->compare,
                 "Of loads: several mappings of the job, each with a routing of its own after a colon")
      ->type_name("NAME,NAME:ROUTING,...");
  app.add_option("--jobs", options->jobs, "Of loads: several jobs at once, as JSON")->type_name("FILE");
  app.add_option("--top", options->top, "Of loads: so many of the busiest links, and the ranks that load them")
      ->type_name("N");
  app.add_option("--supernodes", options->supernodes, "Of study: how large the network is (default 64)")
      ->type_name("N");
  app.add_option("--point-time", options->point_nanoseconds,
                 "Of study: ns to compute with one of the values that a point is made from (default 5.71)")
      ->type_name("NS");
  app.add_option("--svg", options->svg, "Draw the loads; of study: figures 6, 7 and 8, into files whose names begin so")
      ->type_name("FILE");
  app.add_option("--write", options->writes, "Of info: json=FILE writes the network as JSON, to be read again")
      ->type_name("json=FILE")
      ->allow_extra_args(false);
  app.add_flag("--force", options->force, "Replace files that exist");
  add_output_options(app, *options);
  return [options] { return network(*options); };
}

}  // namespace

Command network_command() {
  return {
      .name = "network",
      .summary = "Show a network, and what a job puts on each of its links",
      .description =
          "info prints what a network is made of. loads lays the ranks of a job on nodes, routes every byte that they "
          "send in one iteration, and prints how much the links bear: per class of links how many are used, the least, "
          "average and most, and how long the busiest takes, which bounds the time of an iteration from below. study "
          "reruns a published study of mappings and of direct and indirect routing on a two-level direct network.\n\n"
          "Routing is minimal, over all shortest paths alike or over one of them; valiant, by a random place in "
          "between; or ugal, where each pair of nodes divides its bytes so that neither way would be quicker.\n\n"
          "A file of jobs is a JSON list of objects with the members name, dims, ndims, stencil, periodic, pattern, "
          "bytes, ranks_per_node, nodes, policy, count, mapping and seed, which mean what the options of these names "
          "do; each takes its nodes from those that the jobs before it left.",
      .examples = {{"A network by numbers", "cartwright network info percs:supernodes=64"},
                   {"The published 4-D stencil under three mappings, one of them with both routings",
                    "cartwright network loads percs:supernodes=64 --dims 16x16x16x16 --periodic 1,1,1,1 "
                    "--ranks-per-node 32 --bytes 2MiB --compare DEF,DEF:valiant,BSM,network"},
                   {"The links to blame, and a picture",
                    "cartwright network loads percs:supernodes=4 --ranks-per-node 32 --top 5 --svg loads.svg"},
                   {"What Open MPI's monitoring saw of a program",
                    "cartwright network loads percs:supernodes=1 --pattern messages.prof --ranks-per-node 4"},
                   {"The published study, with its figures", "cartwright network study --svg study-"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
