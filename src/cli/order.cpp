// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/order.hpp"

#include "base/error.hpp"
#include "base/say_bytes.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "grid/parse.hpp"
#include "machine/readers.hpp"
#include "record/record_file.hpp"
#include "record/rescale.hpp"
#include "report/link_report.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "report/traffic_report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

report::Json levels_json(const std::vector<cost::LevelCut>& before, const std::vector<cost::LevelCut>& after) {
  report::Json rows = report::Json::array();
  for (std::size_t i = 0; i < after.size(); ++i)
    rows.push_back({{"level", after[i].level},
                    {"j_sum_before", report::json_number(before[i].j_sum)},
                    {"j_max_before", report::json_number(before[i].j_max)},
                    {"j_sum", report::json_number(after[i].j_sum)},
                    {"j_max", report::json_number(after[i].j_max)}});
  return rows;
}

namespace {

std::string order_text(const report::Json& order, const report::Style& style) {
  report::Table table({{"bytes", report::Table::Align::left},
                       {"as launched"},
                       {"ordered"},
                       {"less"},
                       {"busiest, as launched", report::Table::Align::right, 1},
                       {"busiest, ordered", report::Table::Align::right, 1}});
  const auto bytes = [](const report::Json& value) { return base::say_bytes(value.get<double>()); };
  for (const report::Json& level : order["levels"]) {
    const double before = level["j_sum_before"];
    const double after = level["j_sum"];
    table.add_row({fmt::format("between {}s", level["level"].get<std::string>()), bytes(level["j_sum_before"]),
                   bytes(level["j_sum"]), report::percent_text(before > 0 ? 1 - after / before : 0),
                   bytes(level["j_max_before"]), bytes(level["j_max"])});
  }
  std::string out =
      style.bold("order") + fmt::format(": {}\n", order["mapping"].get<std::string>()) + table.text(style);
  out += report::amounts_text(order["amounts"], style) + report::bound_text(order);
  if (order.contains("loads")) out.append("\n").append(report::loads_text(order["loads"], style));
  for (const report::Json& note : order["notes"]) out += style.bold("note") + ": " + note.get<std::string>() + "\n";
  return out;
}

void order_on_machine(const OrderOptions& options, const RecordedTraffic& read, const std::vector<Target>& targets,
                      report::Json& report) {
  const machine::Machine machine = machine::read_machine(options.machine);
  const choose::RankLocations locations = locations_on(machine, read.pairs.ranks);
  choose::PlaceOptions place = place_options(options);
  place.keep_rank_0 = options.keep_rank_0;
  const record::RankOrder found = record::order_ranks(read.pairs, read.structure, locations, place, read.parts);
  std::vector<std::int64_t> new_rank;
  for (const grid::Cell cell : found.placement.order) new_rank.push_back(cell.number());
  report["machine"] = report::machine_json(machine, options.machine);
  report["order"] = {{"mapping", found.placement.mapping},
                     {"levels", levels_json(found.placement.before, found.placement.after)},
                     {"bound", report::json_number(found.bound)},
                     {"bound_source", found.bound_source},
                     {"bound_proven", found.proven},
                     {"new_rank", new_rank},
                     {"notes", found.placement.notes}};
  // For the writers, the ranks are the cells of a grid with one dimension.
  const mapping::Problem problem(grid::Grid({read.pairs.ranks}), grid::Stencil::nearest_neighbor(1), machine);
  const report::Placement placement = report::make_placement(problem, found.placement.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["order"]["notes"].push_back(note);
  write_targets(targets, placement, options);
}

/// Takes the place of the recorded traffic by that of another number of processes. Returns notes.
std::vector<std::string> rescale(const OrderOptions& options, RecordedTraffic& read) {
  if (!read.parts.empty())
    base::fail(
        base::Status::unsupported,
        "{}: the program has {} parts, and the record does not show how many of {} processes each would get: record "
        "the program with {} processes",
        options.file, read.parts.size(), options.processes, options.processes);
  if (!read.structure)
    base::fail(
        base::Status::unsupported,
        "{}: no grid explains half of the bytes, so the traffic of {} processes cannot be derived from it: record "
        "the program with {} processes",
        options.file, options.processes, options.processes);
  record::Rescaled made = record::rescale(*read.structure, options.processes,
                                          options.dims == "auto" ? grid::Coords() : grid::parse_dims(options.dims));
  made.notes.insert(
      made.notes.begin(),
      fmt::format("the grid {} of the record becomes {}: the program must choose these dims, too; give "
                  "others with --dims",
                  grid::to_string(read.structure->grid.dims()), grid::to_string(made.structure.grid.dims())));
  read.structure = std::move(made.structure);
  read.pairs = std::move(made.pairs);
  return made.notes;
}

void check(const OrderOptions& options) {
  const auto fail = [](const char* text) { base::fail(base::Status::invalid_argument, "{}", text); };
  if (options.machine.empty() && options.network.empty())
    fail("give the nodes: --machine NODES, or --network NETWORK with --nodes LIST");
  if (!options.machine.empty() && !options.network.empty()) fail("give --machine or --network, not both");
  if (options.network.empty() && (!options.nodes.empty() || !options.state.empty() || options.count > 0))
    fail("--nodes, --state and --count need --network");
  if (options.processes < 0)
    base::fail(base::Status::invalid_argument, "--processes {}: give at least 1", options.processes);
  if (options.processes == 0 && options.dims != "auto") fail("--dims needs --processes");
}

int order(const OrderOptions& options) {
  check(options);
  const std::vector<Target> targets = parse_targets(options);
  for (const Target& target : targets)
    if (target.writer->needs_costs)
      base::fail(base::Status::unsupported, "--write {} shows a grid: cartwright traffic --svg draws a record",
                 target.writer->name);
  RecordedTraffic read = read_traffic_record(options.file);
  if (!options.partial) record::expect_complete(read.record, options.file);
  std::vector<std::string> notes;
  if (options.processes > 0 && options.processes != read.pairs.ranks) notes = rescale(options, read);
  if (const std::string missing = record::missing_ranks(read.record); !missing.empty()) notes.push_back(missing);

  report::Json report = report::report_head("order");
  report["record"] = {{"program", read.record.header.program}, {"ranks", read.record.header.ranks}};
  if (options.network.empty())
    order_on_machine(options, read, targets, report);
  else
    order_on_network(options, read, targets, report);
  report["order"]["amounts"] = report::amounts_json(read.pairs);
  for (const report::Json& note : report["order"]["notes"]) notes.push_back(note);
  report["order"]["notes"] = notes;
  if (!fills_stdout(targets)) present(report, order_text(report["order"], make_style(options)), options);
  return 0;
}

Action add_order(CLI::App& app) {
  auto options = std::make_shared<OrderOptions>();
  options->ranks_per_node = 0;
  app.add_option("file", options->file, "The record, as written by cartwright record")->type_name("FILE")->required();
  app.add_option("--machine", options->machine,
                 "The nodes: 4x8, a host list, or a file, as in cartwright map; the launcher fills them in order")
      ->type_name("MACHINE");
  add_network_option(app, *options);
  app.get_option("--network")->required(false);
  add_state_options(app, *options);
  app.get_option("--nodes")->description("The nodes of the job; the launcher fills them in the order of their names");
  app.get_option("--count")->description("Number of nodes, if --nodes is not given");
  app.add_option("--ranks-per-node", options->ranks_per_node,
                 "Number of ranks on each node of the network (default: they are divided evenly)")
      ->type_name("N");
  app.add_option("--processes", options->processes,
                 "Order this number of processes of the same program, by the grid of the record")
      ->type_name("N");
  app.add_option("--dims", options->dims,
                 "Dims of the grid for --processes; a 0 is filled in (default: as in the record)")
      ->type_name("16x8x8|auto");
  app.add_flag("--keep-rank-0", options->keep_rank_0, "Keep rank 0 on its process");
  app.add_flag("--partial", options->partial, "Use a record that lacks processes");
  add_effort_options(app, *options);
  add_routing_options(app, *options);
  add_write_options(app, *options);
  add_output_options(app, *options);
  return [options] { return order(*options); };
}

}  // namespace

Command order_command() {
  return {
      .name = "order",
      .summary = "Find the best order of ranks for a recorded program",
      .description =
          "Reads a record and finds the order of the ranks with the fewest bytes between nodes, and then within them. "
          "It "
          "prints the bytes as launched and in the new order, with a lower bound, and writes the order in the "
          "formats of launchers. If no order is better, the ranks stay as they are.\n\n"
          "With --network, it finds the order in which the busiest link needs the least time. With --processes, it "
          "takes "
          "the grid of the record for another number of processes.",
      .examples =
          {{"A rank file for Open MPI on the hosts of a host list",
            "cartwright order traffic.record --machine hosts.txt --write rankfile=ranks.txt"},
           {"An order for Cray MPICH on 4 nodes of 8 processes",
            "cartwright order traffic.record --machine 4x8 --write cray=MPICH_RANK_ORDER"},
           {"The order that relieves the busiest link of a torus",
            "cartwright order traffic.record --network torus:dims=8x8x8 --nodes 't[0-3]-0-0' --write slurm=hosts"},
           {"The same program with 512 processes", "cartwright order traffic.record --machine 16x32 --processes 512"}},
      .add = add_order,
  };
}

}  // namespace cartwright::cli
