// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/dims.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "choose/choose_dims.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "grid/all_dims.hpp"
#include "grid/parse.hpp"
#include "machine/readers.hpp"
#include "report/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

constexpr std::size_t max_candidates = 2000;

struct DimsOptions : Options {
  std::string processes;
  std::vector<double> weights;
  std::size_t top = 10;
  double aspect = 4;
};

/// The dims with a 0 for each one to choose, from --dims or --ndims.
grid::Coords template_of(const DimsOptions& options) {
  return options.dims == "auto" ? grid::Coords(options.ndims, 0) : grid::parse_dims(options.dims);
}

/// True if no dim is more than `aspect` times another. A grid of 1 x p often cuts the fewest edges, but its processes
/// then hold thin slices of the domain and send long messages.
bool compact(const grid::Coords& dims, double aspect) {
  return dims.empty() ||
         static_cast<double>(std::ranges::max(dims)) <= aspect * static_cast<double>(std::ranges::min(dims));
}

/// The possible dims with their costs under the fast tier, best first.
report::Json candidates(const machine::Machine& machine, const DimsOptions& options, const grid::Coords& balanced) {
  const grid::Coords open = template_of(options);
  const std::vector<grid::Coords> all = grid::all_dims(machine.size(), open, max_candidates);
  choose::Request request = make_request(options);
  if (options.tier.empty() && !options.budget) request.tier = choose::Tier::fast;
  const Progress progress(options.quiet, "costing dims");
  std::vector<report::Json> rows;
  for (const grid::Coords& dims : all) {
    progress.show(static_cast<double>(rows.size()) / static_cast<double>(all.size()));
    if (dims != balanced && !compact(dims, options.aspect)) continue;
    const grid::Grid grid(dims, grid::parse_periods(options.periodic, dims.size()));
    const mapping::Problem problem(grid, grid::parse_stencil(options.stencil, grid), machine);
    const std::vector<double> bounds = choose::level_bounds(problem);
    report::Json row = {{"dims", std::vector(dims.begin(), dims.end())}, {"dims_create", dims == balanced}};
    row.update(report::mapping_json(problem, choose::solve(problem, request, bounds), bounds));
    row["blocked"] = report::baseline_json(problem, bounds)["j_sum"];
    rows.push_back(std::move(row));
  }
  const auto key = [](const report::Json& row) {
    return std::tuple(row["j_sum"].get<double>(), row["j_max"].get<double>(), !row["dims_create"].get<bool>());
  };
  std::ranges::stable_sort(rows, [&](const report::Json& a, const report::Json& b) { return key(a) < key(b); });
  report::Json best = report::Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i < options.top || rows[i]["dims_create"].get<bool>()) best.push_back(rows[i]);
  return best;
}

report::Json cuts_json(const machine::Machine& machine, const grid::LevelDims& cuts) {
  report::Json levels = report::Json::array();
  for (std::size_t level = 0; level < cuts.size(); ++level)
    levels.push_back({{"level", level < machine.levels().size() ? machine.levels()[level].name : "process"},
                      {"domains", grid::Grid(cuts[level]).size()},
                      {"cuts", std::vector(cuts[level].begin(), cuts[level].end())}});
  return levels;
}

/// The communication volume along each dimension, from --data or --weights.
std::vector<double> weights_of(const DimsOptions& options) {
  const std::optional<grid::Halo> halo = halo_of(options);
  if (!halo) return options.weights;
  if (!options.weights.empty()) base::fail(base::Status::invalid_argument, "give either --data or --weights");
  return halo->weights();
}

/// Chooses dims by weights and, for a machine, how each of its levels is cut.
int weighted_dims(const DimsOptions& options, const std::vector<double>& weights) {
  const grid::Coords open = options.dims == "auto" ? grid::Coords(weights.size(), 0) : grid::parse_dims(options.dims);
  const grid::Surface surface(open.size(), weights, grid::parse_periods(options.periodic, open.size()));
  const bool on_machine = !options.machine.empty();
  const machine::Machine machine = on_machine ? machine::read_machine(options.machine)
                                              : machine::Machine::nodes(machine::Sizes::equal(
                                                    1, base::parse_count(options.processes, "number of processes")));
  const choose::DimsChoice choice =
      on_machine ? choose::choose_dims(machine, open, surface)
                 : choose::DimsChoice{grid::weighted_dims_create(machine.size(), open, surface), std::nullopt};
  report::Json report = report::report_head("dims");
  report["processes"] = machine.size();
  report["weights"] = weights;
  report["dims"] = std::vector(choice.dims.begin(), choice.dims.end());
  if (on_machine) report["machine"] = report::machine_json(machine, options.machine);
  if (choice.cuts) report["cuts"] = cuts_json(machine, *choice.cuts);
  present(report,
          grid::to_string(choice.dims) + "\n" + (choice.cuts ? report::cuts_text(report, make_style(options)) : ""),
          options);
  return 0;
}

int dims(const DimsOptions& options) {
  if (options.processes.empty() == options.machine.empty())
    base::fail(base::Status::invalid_argument, "give either a number of processes or --machine");
  if (const std::vector<double> weights = weights_of(options); !weights.empty()) return weighted_dims(options, weights);
  const report::Style style = make_style(options);
  report::Json report = report::report_head("dims");
  std::string text;
  if (options.machine.empty()) {
    const std::int64_t processes = base::parse_count(options.processes, "number of processes");
    const grid::Coords chosen = grid::dims_create(processes, template_of(options));
    report["processes"] = processes;
    report["dims"] = std::vector(chosen.begin(), chosen.end());
    text = grid::to_string(chosen) + "\n";
  } else {
    const machine::Machine machine = machine::read_machine(options.machine);
    const grid::Coords chosen = grid::dims_create(machine.size(), template_of(options));
    report["processes"] = machine.size();
    report["dims"] = std::vector(chosen.begin(), chosen.end());
    report["machine"] = report::machine_json(machine, options.machine);
    const grid::Grid grid(chosen, grid::parse_periods(options.periodic, chosen.size()));
    report["stencil"] = report::stencil_json(grid::parse_stencil(options.stencil, grid), options.stencil);
    report["candidates"] = candidates(machine, options, chosen);
    text = report::dims_text(report, style);
  }
  present(report, text, options);
  return 0;
}

Action add_dims(CLI::App& app) {
  auto options = std::make_shared<DimsOptions>();
  app.add_option("processes", options->processes, "Number of processes, if no machine is given")->type_name("N");
  add_problem_options(app, *options);
  app.get_option("--machine")->required(false);
  app.add_option("--top", options->top, "Number of candidates to list (default 10)")->type_name("N");
  app.add_option("--aspect", options->aspect, "Largest ratio between two dims of a candidate (default 4)")
      ->type_name("R");
  app.add_option("--weights", options->weights,
                 "Choose the dims by the communication volume along each dimension (--data 1800x580 is the same as "
                 "--weights 580,1800)")
      ->type_name("W,W")
      ->delimiter(',');
  add_effort_options(app, *options);
  add_output_options(app, *options);
  return [options] { return dims(*options); };
}

}  // namespace

Command dims_command() {
  return {
      .name = "dims",
      .summary = "Choose the dims of a grid",
      .description =
          "For a number of processes, prints the dims of MPI_Dims_create: as close to each other as possible, largest "
          "first. For a machine, tries the possible dims with the stencil and lists those with the least communication "
          "between nodes. With --data or --weights, minimizes the data that a process sends, and shows how each level "
          "of the machine is cut, outermost first.",
      .examples =
          {{"Two dims for 2400 processes", "cartwright dims 2400"},
           {"Three dims, one of them fixed", "cartwright dims 4800 --dims 0x0x8"},
           {"Dims for 12 processes that share 1800 x 580 points", "cartwright dims 12 --data 1800x580"},
           {"The same for halos of two layers, and faces that cost three times as much along the last dimension",
            "cartwright dims 12 --data 1800x580 --halo 2 --cost-per-dim 1,3"},
           {"Dims and cuts for nodes, sockets and cores", "cartwright dims --machine 625x2x12 --data 1000x1100x950"},
           {"The best dims for a machine and a stencil", "cartwright dims --machine 50x48 --stencil hops --ndims 2"}},
      .add = add_dims,
  };
}

}  // namespace cartwright::cli
