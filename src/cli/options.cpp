// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "bound/lower_bound.hpp"
#include "choose/choose_dims.hpp"
#include "cli/face_costs.hpp"
#include "cli/terminal_width.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "machine/link_speeds.hpp"
#include "machine/readers.hpp"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include <unistd.h>

namespace cartwright::cli {

void add_problem_options(CLI::App& app, Options& options) {
  app.add_option("--dims", options.dims, "Dims of the grid; a 0 is filled in, auto chooses all (default auto)")
      ->type_name("50x48|auto");
  app.add_option("--ndims", options.ndims, "Number of dims that auto chooses (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, static_cast<int>(grid::max_dims)).description(""));
  app.add_option("--machine", options.machine,
                 "The machine: nodes x processes (50x48), nodes x sockets x cores (4x2x6), nodes of different sizes "
                 "(30*48,30*32), or a file: host list, hwloc XML, JSON")
      ->type_name("SPEC|FILE")
      ->required();
  app.add_option(
         "--stencil", options.stencil,
         "The communication stencil: nn, component, hops, moore; rows, columns or transposes (all-to-alls within "
         "the lines of the grid); a file, or offsets such as '1,0;-1,0:2', with a weight after the colon "
         "(default nn)")
      ->type_name("STENCIL|FILE");
  app.add_option("--periodic", options.periodic, "Periodic dimensions, 1 or 0 for each (default none)")
      ->type_name("1,0");
  app.add_option(
         "--data", options.data,
         "Size of the array that the processes share: chooses the dims that minimize the boundary of a process, "
         "and weights the nearest neighbors by the elements sent to them")
      ->type_name("1800x580");
  app.add_option("--halo", options.halo,
                 "With --data: layers of elements that neighbors get, for all dimensions or for each (default 1)")
      ->type_name("H|H,H")
      ->delimiter(',');
  app.add_option(
         "--cost-per-dim", options.cost_per_dim,
         "With --data: cost of an element sent along each dimension, larger where faces are strided; measured for the "
         "time that this machine takes to pack it (default 1)")
      ->type_name("C|C,C|measured")
      ->delimiter(',');
}

void add_measured_option(CLI::App& app, Options& options) {
  app.add_option("--measured", options.measured,
                 "A file of cartwright measure: the bandwidths of its links weight the levels of the machine")
      ->type_name("FILE");
}

void add_mapping_option(CLI::App& app, Options& options) {
  app.add_option("--mapping", options.mapping,
                 "The mapping algorithm, or auto for the best one of the tier (default auto)")
      ->type_name("NAME|auto");
}

void add_effort_options(CLI::App& app, Options& options) {
  app.add_option("--tier", options.tier,
                 "The effort of auto: fast, balanced, or best, which refines until the budget is spent or the lower "
                 "bound is reached (default balanced; best if --budget is given)")
      ->type_name("fast|balanced|best");
  app.add_option("--budget", options.budget, "Time limit of refinement, in seconds (default 1)")->type_name("SECONDS");
  app.add_option("--seed", options.seed, "Random seed (default 0)")->type_name("N");
}

void add_write_options(CLI::App& app, Options& options) {
  app.add_option("--write", options.writes, "Write the mapping to a file (may be repeated)")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false);
  app.add_flag("--force", options.force, "Replace files that exist");
}

void add_picture_option(CLI::App& app, Options& options) {
  app.add_option("--picture", options.picture,
                 "Draw the grid in the terminal; auto draws if the output is colored (default auto)")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->type_name("auto|always|never");
}

void add_output_options(CLI::App& app, Options& options) {
  app.add_flag("--json", options.json, "Print the report as JSON");
  app.add_flag("--quiet,-q", options.quiet, "Print only errors, and the output of --json");
  app.add_option("--color", options.color, "Color the output; auto colors on a terminal (default auto)")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->type_name("auto|always|never");
}

std::optional<grid::Halo> halo_of(const Options& options) {
  if (!options.data.empty()) {
    const bool measured = options.cost_per_dim == std::vector<std::string>{"measured"};
    std::vector<double> costs;
    for (const std::string& cost : options.cost_per_dim)
      if (!measured) costs.push_back(base::parse_number(cost, "--cost-per-dim"));
    grid::Halo halo = grid::parse_halo(options.data, options.halo, costs);
    if (measured) halo.costs = measured_face_costs(halo);
    return halo;
  }
  if (!options.halo.empty() || !options.cost_per_dim.empty())
    base::fail(base::Status::invalid_argument,
               "{} needs the size of the array: give --data, for example --data 1000x1000",
               options.halo.empty() ? "--cost-per-dim" : "--halo");
  return std::nullopt;
}

namespace {

/// The grid and the stencil of a halo exchange.
mapping::Problem halo_problem(const grid::Halo& halo, machine::Machine machine, const Options& options) {
  if (options.stencil != "nn")
    base::fail(base::Status::invalid_argument,
               "--stencil {} has no weights by --data, which are for the nearest neighbors: leave one of them out",
               options.stencil);
  const grid::Coords open = options.dims == "auto" ? grid::Coords(halo.data.size(), 0) : grid::parse_dims(options.dims);
  const auto periods = grid::parse_periods(options.periodic, open.size());
  const grid::Coords dims =
      choose::choose_dims(machine, open, grid::Surface(open.size(), halo.weights(), periods)).dims;
  return {grid::Grid(dims, periods), halo.stencil(dims), std::move(machine)};
}

}  // namespace

std::optional<machine::Measured> read_measured(const Options& options) {
  if (options.measured.empty()) return std::nullopt;
  return machine::read_measured(base::read_file(options.measured), options.measured);
}

mapping::Problem make_problem(const Options& options, std::string* weights_note) {
  machine::Machine machine = machine::read_machine(options.machine);
  if (const std::optional<machine::Measured> measured = read_measured(options)) {
    const std::string note = machine::weigh(machine, {*measured, options.measured});
    if (weights_note != nullptr) *weights_note = note;
  }
  if (const std::optional<grid::Halo> halo = halo_of(options)) return halo_problem(*halo, std::move(machine), options);
  const grid::Coords dims = options.dims == "auto" ? grid::Coords(options.ndims, 0) : grid::parse_dims(options.dims);
  const bool open = std::find(dims.begin(), dims.end(), 0) != dims.end();
  grid::Grid grid(open ? grid::dims_create(machine.size(), dims) : dims,
                  grid::parse_periods(options.periodic, dims.size()));
  grid::Stencil stencil = grid::parse_stencil(options.stencil, grid);
  return {std::move(grid), std::move(stencil), std::move(machine)};
}

choose::Request make_request(const Options& options) {
  choose::Request request;
  request.mapping = options.mapping;
  if (!options.tier.empty())
    request.tier = choose::parse_tier(options.tier);
  else if (options.budget)
    request.tier = choose::Tier::best;
  request.options.seed = options.seed;
  if (options.budget) request.options.budget_seconds = *options.budget;
  if (!(request.options.budget_seconds >= 0))
    base::fail(base::Status::invalid_argument, "--budget {} is not a time: give seconds, 0 or more", *options.budget);
  return request;
}

report::Style make_style(const Options& options, int output) {
  const char* term = std::getenv("TERM");
  const char* colors = std::getenv("COLORTERM");
  const bool terminal =
      isatty(output) == 1 && std::getenv("NO_COLOR") == nullptr && term != nullptr && std::string_view(term) != "dumb";
  report::Style style;
  style.color = options.color == "always" || (options.color == "auto" && terminal);
  style.true_color =
      colors != nullptr && (std::string_view(colors) == "truecolor" || std::string_view(colors) == "24bit");
  style.columns = terminal_width();
  return style;
}

report::Json problem_report(std::string_view command, const mapping::Problem& problem, const Options& options) {
  report::Json report = report::report_head(command);
  report["grid"] = report::grid_json(problem.grid());
  report["stencil"] = report::stencil_json(
      problem.stencil(), options.data.empty() ? options.stencil : fmt::format("nn for {} elements", options.data));
  report["machine"] = report::machine_json(problem.machine(), options.machine);
  return report;
}

}  // namespace cartwright::cli
