// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"
#include "cli/open_page.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "cli/targets.hpp"
#include "machine/this_machine.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct MapOptions : Options {
  bool open = false;
};

/// The file of the page that is to be opened. Adds one to the files to write if none was asked for.
std::string page_of(std::vector<Target>& targets) {
  const report::Writer* const html = &report::find_writer("html");
  const auto given = std::ranges::find(targets, html, &Target::writer);
  const bool none = given == targets.end();
  const std::string page = page_to_open(none ? "" : given->path, "--write html=-", "map.html");
  if (none) targets.push_back({html, page});
  return page;
}

int map(const MapOptions& options) {
  std::vector<Target> targets = parse_targets(options);
  const std::string page = options.open ? page_of(targets) : "";
  std::string weights_note;
  const mapping::Problem problem = make_problem(options, &weights_note);
  const std::vector<double> bounds = choose::level_bounds(problem);
  const choose::Result result = solve_with_progress(problem, make_request(options), bounds, options.quiet);

  report::Json report = problem_report("map", problem, options);
  report["baseline"] = report::baseline_json(problem, bounds);
  report["mappings"] = report::Json::array({report::mapping_json(problem, result, bounds)});
  for (const std::string& note : {weights_note, machine::hardware_thread_note(problem.machine())})
    if (!note.empty()) report["mappings"][0]["notes"].push_back(note);
  const report::Placement placement = report::make_placement(problem, result.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["mappings"][0]["notes"].push_back(note);
  write_targets(targets, placement, options);
  if (!fills_stdout(targets)) present_mapping(placement, options);
  if (options.open) open_page(page);
  return 0;
}

Action add_map(CLI::App& app) {
  auto options = std::make_shared<MapOptions>();
  add_problem_options(app, *options);
  add_measured_option(app, *options);
  add_mapping_option(app, *options);
  add_effort_options(app, *options);
  add_write_options(app, *options);
  add_open_option(app, options->open);
  add_picture_option(app, *options);
  add_output_options(app, *options);
  return [options] { return map(*options); };
}

}  // namespace

Command map_command() {
  return {
      .name = "map",
      .summary = "Find a mapping and write it for a launcher",
      .description =
          "Places the processes of a grid on nodes, sockets and cores. Prints the resulting communication between "
          "nodes, compared with the blocked mapping and with a proven lower bound, and writes the mapping in the "
          "formats of launchers.",
      .examples = {{"The best mapping of 2400 processes on 50 nodes of 48",
                    "cartwright map --dims 50x48 --machine 50x48"},
                   {"A rank file for Open MPI, for the hosts of a host list",
                    "cartwright map --machine hosts.txt --write rankfile=ranks.txt"},
                   {"A picture, and an interactive page for a browser",
                    "cartwright map --dims 20x15x8 --machine 50x48 --write svg=grid.svg --write html=grid.html"},
                   {"The same page, opened in the browser", "cartwright map --dims 20x15x8 --machine 50x48 --open"},
                   {"The dims and the mapping for the halo exchange of an array",
                    "cartwright map --machine 8x2x12 --data 4800x2400x1200 --halo 2"},
                   {"Ten seconds of refinement for a custom stencil",
                    "cartwright map --dims 75x64 --machine 100x48 --stencil '1,0;-1,0;0,1:4;0,-1:4' --budget 10"}},
      .add = add_map,
  };
}

}  // namespace cartwright::cli
