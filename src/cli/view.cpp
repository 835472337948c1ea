// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/view.hpp"

#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/output_file.hpp"
#include "cli/command.hpp"
#include "cli/network_job.hpp"
#include "cli/open_page.hpp"
#include "network/networks.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct ViewOptions : NetworkOptions {
  std::string output;
  std::string from;
  bool open = false;
  bool job = false;  ///< whether any of job_options was given
};

/// The options that describe a job. Without any of them, only the machine is shown.
constexpr std::array job_options = {"--dims",    "--ndims",   "--stencil", "--periodic", "--ranks-per-node",
                                    "--pattern", "--bytes",   "--mapping", "--nodes",    "--count",
                                    "--policy",  "--routing", "--paths",   "--samples"};

std::string job_view(const ViewOptions& options) {
  const NetworkJob job = make_network_job(options);
  const traffic::LinkLoads loads = placement::link_loads(job, *job.network);
  const report::View view{.network = *job.network,
                          .text = options.network,
                          .table = job.table,
                          .job = report::ViewJob{.dims = {job.grid.dims().begin(), job.grid.dims().end()},
                                                 .pattern = options.pattern,
                                                 .mapping = job.mapping,
                                                 .routing = traffic::to_string(job.routing.kind),
                                                 .node_of_rank = job.node_of_rank},
                          .loads = &loads};
  return report::line_of(report::view_json(view));
}

std::string machine_view(const ViewOptions& options) {
  const auto network = network::read_network(options.network);
  const inventory::NodeTable table = make_node_table(options, *network);
  return report::line_of(report::view_json({.network = *network, .text = options.network, .table = table}));
}

std::string saved_view(const ViewOptions& options) {
  const nlohmann::json document = base::parse_json(base::read_file(options.from), options.from);
  report::check_view(document);
  return document.dump();
}

int view(ViewOptions& options) {
  if (options.network.empty() == options.from.empty())
    base::fail(base::Status::invalid_argument, "give either --network, or --from with a file written by --json");
  if (options.open) options.output = page_to_open(options.output, "--output -", "view.html");
  if (options.output.empty() && !options.json)
    base::fail(base::Status::invalid_argument,
               "give --output machine.html for a page, --open to see it, or --json for its data");
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  if (!options.output.empty()) base::check_writable(options.output, existing);
  const std::string document = !options.from.empty() ? saved_view(options)
                               : options.job         ? job_view(options)
                                                     : machine_view(options);
  if (!options.output.empty()) base::write_file(options.output, report::view_page(document), existing);
  if (options.json)
    base::write_file("-", document + "\n", base::Existing::replace);
  else if (!options.quiet && !options.open && options.output != "-")
    base::write_file("-", fmt::format("{}: open this page in a browser\n", options.output), base::Existing::replace);
  if (options.open) open_page(options.output);
  return 0;
}

Action add_view(CLI::App& app) {
  auto options = std::make_shared<ViewOptions>();
  add_network_option(app, *options);
  app.get_option("--network")->required(false);
  app.add_option("--from", options->from, "Data saved from --json, instead of a network")->type_name("FILE");
  app.add_option("--output,-o", options->output, "The page to write")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  add_open_option(app, options->open);
  add_state_options(app, *options);
  add_job_options(app, *options);
  add_routing_options(app, *options);
  app.add_flag("--json", options->json, "Print the data of the page as JSON");
  app.add_flag("--quiet,-q", options->quiet, "Print only errors, and the output of --json");
  return [options, &app] {
    options->job = std::ranges::any_of(job_options, [&app](const char* name) { return app.count(name) > 0; });
    return view(*options);
  };
}

}  // namespace

Command view_command() {
  return {
      .name = "view",
      .summary = "Show a machine, a job and its link loads in a browser",
      .description =
          "Writes one self-contained HTML file that shows the machine as cabinets, chassis, blades and nodes, or as "
          "groups and links. Nodes are colored by state, job, rank or load; links are colored by load. Nodes can be "
          "selected with the mouse and copied as a host list; pasting a host list selects its nodes. The process grid "
          "shows the node of each rank, and histograms show the link loads.\n\n"
          "Without options that describe a job, the page shows only the machine.",
      .examples =
          {{"A machine in the browser", "cartwright view --network aries:groups=9 --open"},
           {"A machine and the jobs on its nodes",
            "cartwright view --network aries:groups=9 --state nodes.txt --output theta.html"},
           {"A job and its link loads",
            "cartwright view --network percs:supernodes=64 --dims 16x16x16x16 --ranks-per-node 32 --mapping BSM "
            "--output percs.html"},
           {"Save the data of a page, and make the page later",
            "cartwright view --network percs:supernodes=4 --json > view.json && cartwright view --from "
            "view.json --output view.html"}},
      .add = add_view,
  };
}

}  // namespace cartwright::cli
