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
    base::fail(base::Status::invalid_argument, "unknown action {}: give info, loads or study",
               base::quote(options.action));
  if (options.network.empty())
    base::fail(base::Status::invalid_argument, "give a network: percs:supernodes=64, torus:dims=8x8x8, a file, ...");
  return options.action == "info" ? network_info(options) : network_loads(options);
}

Action add_network(CLI::App& app) {
  auto options = std::make_shared<NetworkCommandOptions>();
  app.add_option("action", options->action, "Describe the network, compute link loads, or rerun the study")
      ->type_name("info|loads|study")
      ->required();
  app.add_option("spec", options->network, "The network, in any form that --network accepts")->type_name("NETWORK");
  add_network_option(app, *options);
  app.get_option("--network")->required(false);
  add_job_options(app, *options);
  add_state_options(app, *options);
  add_routing_options(app, *options);
  app.add_option("--compare", options->compare,
                 "loads: compare several mappings of the job; a routing may follow each after a colon")
      ->type_name("NAME,NAME:ROUTING,...");
  app.add_option("--jobs", options->jobs, "loads: place several jobs, described in JSON")->type_name("FILE");
  app.add_option("--measured", options->measured,
                 "loads: also predict the time of an iteration with the latencies, the injection and the copies that "
                 "cartwright measure found")
      ->type_name("FILE");
  app.add_option("--top", options->top, "loads: list the N busiest links and the ranks that load them most")
      ->type_name("N");
  app.add_option("--supernodes", options->supernodes, "study: number of supernodes (default 64)")->type_name("N");
  app.add_option("--point-time", options->point_nanoseconds,
                 "study: compute time per point and stencil value, in ns (default 5.71)")
      ->type_name("NS");
  app.add_option("--svg", options->svg,
                 "loads: draw histograms into FILE; study: PREFIX of the files for figures 6, 7 and 8")
      ->type_name("PREFIX|FILE");
  app.add_option("--write", options->writes, "info: write the network as JSON, which --network reads")
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
      .summary = "Show a network and the link loads of a job",
      .description =
          "info describes a network. loads places the ranks of a job on nodes, routes every byte that they send in one "
          "iteration, and prints the load of the links. For each class of links it shows how many are used, their "
          "least, average and greatest load, and the time of the busiest link, which is a lower bound on the time of "
          "an iteration. study reruns a published study of mappings and of direct and indirect routing on a two-level "
          "direct network.\n\n"
          "Routing is minimal (over all shortest paths evenly, or over one), valiant (over a random intermediate "
          "switch), or ugal (each pair of nodes splits its bytes between both until both take equally long).\n\n"
          "A file of jobs is a JSON list of objects with the members name, dims, ndims, stencil, periodic, pattern, "
          "bytes, ranks_per_node, nodes, policy, count, mapping and seed. They mean the same as the options of these "
          "names. Each job takes its nodes from those that earlier jobs left free.",
      .examples = {{"Describe a network", "cartwright network info percs:supernodes=64"},
                   {"The published 4-D stencil under three mappings, one of them with both routings",
                    "cartwright network loads percs:supernodes=64 --dims 16x16x16x16 --periodic 1,1,1,1 "
                    "--ranks-per-node 32 --bytes 2MiB --compare DEF,DEF:valiant,BSM,network"},
                   {"The busiest links, and a picture",
                    "cartwright network loads percs:supernodes=4 --ranks-per-node 32 --top 5 --svg loads.svg"},
                   {"Messages recorded by Open MPI's monitoring",
                    "cartwright network loads percs:supernodes=1 --pattern messages.prof --ranks-per-node 4"},
                   {"The published study, with its figures", "cartwright network study --svg study-"}},
      .add = add_network,
  };
}

}  // namespace cartwright::cli
