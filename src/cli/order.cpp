// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/say_bytes.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/targets.hpp"
#include "cli/traffic_options.hpp"
#include "machine/readers.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct OrderOptions {
  Options shared;
  std::string file;
  bool keep_rank_0 = false;
};

report::Json levels_json(const choose::RankPlacement& placement) {
  report::Json rows = report::Json::array();
  for (std::size_t i = 0; i < placement.after.size(); ++i)
    rows.push_back({{"level", placement.after[i].level},
                    {"j_sum_before", report::json_number(placement.before[i].j_sum)},
                    {"j_max_before", report::json_number(placement.before[i].j_max)},
                    {"j_sum", report::json_number(placement.after[i].j_sum)},
                    {"j_max", report::json_number(placement.after[i].j_max)}});
  return rows;
}

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
  out += fmt::format("At least {} go between nodes in any order (proven by the {}).\n", bytes(order["bound"]),
                     order["bound_source"].get<std::string>());
  for (const report::Json& note : order["notes"]) out += style.bold("note") + ": " + note.get<std::string>() + "\n";
  return out;
}

int order(const OrderOptions& options) {
  const std::vector<Target> targets = parse_targets(options.shared);
  for (const Target& target : targets)
    if (target.writer->needs_costs)
      base::fail(base::Status::unsupported, "--write {} shows a grid: cartwright traffic --svg draws a record",
                 target.writer->name);
  const RecordedTraffic read = read_traffic_record(options.file);
  const machine::Machine machine = machine::read_machine(options.shared.machine);
  const choose::RankLocations locations = locations_of(read.record, options.shared.machine);
  choose::PlaceOptions place = place_options(options.shared);
  place.keep_rank_0 = options.keep_rank_0;
  const record::RankOrder found = record::order_ranks(read.pairs, read.structure, locations, place);

  report::Json report = report::report_head("order");
  report["record"] = {{"program", read.record.header.program}, {"ranks", read.record.header.ranks}};
  report["machine"] = report::machine_json(machine, options.shared.machine);
  report["order"] = {{"mapping", found.placement.mapping},        {"levels", levels_json(found.placement)},
                     {"bound", report::json_number(found.bound)}, {"bound_source", found.bound_source},
                     {"new_rank", found.placement.new_rank},      {"notes", found.placement.notes}};
  // For the writers, the ranks are the cells of a grid with one dimension.
  const mapping::Problem problem(grid::Grid({read.record.header.ranks}), grid::Stencil::nearest_neighbor(1), machine);
  const report::Placement placement = report::make_placement(problem, found.placement.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["order"]["notes"].push_back(note);
  write_targets(targets, placement, options.shared);
  if (!fills_stdout(targets)) present(report, order_text(report["order"], make_style(options.shared)), options.shared);
  return 0;
}

Action add(CLI::App& app) {
  auto options = std::make_shared<OrderOptions>();
  app.add_option("file", options->file, "The record, as written by cartwright record")->type_name("FILE")->required();
  app.add_option("--machine", options->shared.machine,
                 "The nodes: 4x8, a host list, or a file, as in cartwright map; the launcher fills them in order")
      ->type_name("MACHINE")
      ->required();
  app.add_flag("--keep-rank-0", options->keep_rank_0, "Keep rank 0 on its process");
  add_effort_options(app, options->shared);
  add_write_options(app, options->shared);
  add_output_options(app, options->shared);
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
          "prints the bytes as launched and in the new order, with a proven lower bound, and writes the order in the "
          "formats of launchers. If no order is better, the ranks stay as they are.",
      .examples = {{"A rank file for Open MPI on the hosts of a host list",
                    "cartwright order traffic.record --machine hosts.txt --write rankfile=ranks.txt"},
                   {"An order for Cray MPICH on 4 nodes of 8 processes",
                    "cartwright order traffic.record --machine 4x8 --write cray=MPICH_RANK_ORDER"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
