// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/order.hpp"

#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "base/grouped.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "grid/parse.hpp"
#include "machine/readers.hpp"
#include "record/record_file.hpp"
#include "record/rescale.hpp"
#include "report/link_report.hpp"
#include "report/order_report.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "report/traffic_report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
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

void add_messages(report::Json& order, const record::NodeTraffic& before, const record::NodeTraffic& after,
                  const record::MessageTime& time) {
  order["messages"] = {{"before", report::json_number(before.messages)},
                       {"after", report::json_number(after.messages)},
                       {"seconds_before", report::json_number(before.seconds(time))},
                       {"seconds", report::json_number(after.seconds(time))},
                       {"latency", report::json_number(time.latency)},
                       {"bandwidth", report::json_number(time.bandwidth)},
                       {"source", time.source},
                       {"obtained", to_string(time.obtained)}};
}

void add_amounts(report::Json& order, const RecordedTraffic& read, const machine::Machine& machine,
                 const mapping::Order& before, const mapping::Order& after) {
  order["amounts"] = report::amounts_json(read.pairs);
  if (!read.pairs.derived)
    report::add_between_nodes(order["amounts"], record::between_nodes(read.record, machine, before),
                              record::between_nodes(read.record, machine, after));
}

namespace {

/// "Messages between nodes: 544 as launched, 384 ordered, 29.4 % less. Time by ..."
std::string messages_text(const report::Json& messages) {
  const auto less = [&](const char* before, const char* after) {
    const double from = messages[before];
    const double saved = from > 0 ? 1 - messages[after].get<double>() / from : 0;
    return report::percent_text(std::abs(saved)) + (saved < 0 ? " more" : " less");
  };
  const auto count = [&](const char* name) { return base::grouped(std::llround(messages[name].get<double>())); };
  return fmt::format(
      "Messages between nodes: {} as launched, {} ordered, {}. Time by {:.3g} us a message and {:.3g} GB/s ({}): "
      "{} as launched, {} ordered, {}.\n",
      count("before"), count("after"), less("before", "after"), 1e6 * messages["latency"].get<double>(),
      messages["bandwidth"].get<double>() / 1e9,
      (messages["obtained"] == to_string(base::Obtained::measured) ? "measured, " : "") +
          messages["source"].get<std::string>(),
      report::seconds_text(messages["seconds_before"]), report::seconds_text(messages["seconds"]),
      less("seconds_before", "seconds"));
}

std::string order_text(const report::Json& order, const report::Style& style) {
  report::Table table({{"bytes", report::Table::Align::left},
                       {"as launched"},
                       {"ordered"},
                       {"less"},
                       {"busiest, as launched", report::Table::Align::right, 1},
                       {"busiest, ordered", report::Table::Align::right, 1}});
  const auto bytes = [](const report::Json& value) { return base::format_bytes(value.get<double>()); };
  for (const report::Json& level : order["levels"]) {
    const double before = level["j_sum_before"];
    const double after = level["j_sum"];
    table.add_row({fmt::format("between {}s", level["level"].get<std::string>()), bytes(level["j_sum_before"]),
                   bytes(level["j_sum"]), report::percent_text(before > 0 ? 1 - after / before : 0),
                   bytes(level["j_max_before"]), bytes(level["j_max"])});
  }
  std::string out =
      style.bold("order") + fmt::format(": {}\n", order["mapping"].get<std::string>()) + table.text(style);
  out += report::amounts_text(order["amounts"], style) + report::bounds_text(order);
  if (order.contains("pattern")) out += style.bold("pattern") + ": " + report::pattern_text(order["pattern"]) + "\n";
  out += messages_text(order["messages"]);
  if (order.contains("loads")) out.append("\n").append(report::loads_text(order["loads"], style));
  for (const report::Json& note : order["notes"]) out += style.bold("note") + ": " + note.get<std::string>() + "\n";
  return out;
}

/// The best order. It must save about as much time in each case that the record leaves open.
record::RankOrder find_order(const OrderOptions& options, const RecordedTraffic& read,
                             const choose::RankLocations& locations, choose::PlaceOptions place) {
  const auto order = [&] {
    return record::order_ranks(read.pairs, read.structure, locations, place, read.parts, options.time);
  };
  record::RankOrder found = order();
  const double otherwise = 1 - found.after.seconds(options.time) / found.before.seconds(options.time);
  std::vector<std::string> notes;
  for (const record::Alternative& one : read.alternatives) {
    if (found.placement.new_rank.empty()) return found;
    const auto seconds = [&](const mapping::Order& ranks) {
      return record::between_nodes(one.pairs, locations.machine(), ranks).seconds(options.time);
    };
    const double saved = 1 - seconds(found.placement.order) / seconds(locations.original_order());
    notes.push_back(fmt::format("if {}, the best order that was found takes {} {} time", one.condition,
                                report::percent_text(std::abs(saved)), saved < 0 ? "more" : "less"));
    if (saved >= 0.01 && std::abs(saved - otherwise) <= 0.05) continue;
    notes = {notes.back() + fmt::format(", and otherwise {} less", report::percent_text(otherwise)) +
             ": the ranks stay; give a second record with another number of processes"};
    place.reorder = false;
    found = order();
    break;
  }
  found.placement.notes.insert(found.placement.notes.end(), notes.begin(), notes.end());
  return found;
}

void order_on_machine(const OrderOptions& options, const RecordedTraffic& read, const std::vector<Target>& targets,
                      report::Json& report) {
  const machine::Machine machine = machine::read_machine(options.machine);
  const choose::RankLocations locations = locations_on(machine, read.pairs.ranks);
  choose::PlaceOptions place = place_options(options);
  place.keep_rank_0 = options.keep_rank_0;
  const record::RankOrder found = find_order(options, read, locations, place);
  std::vector<std::int64_t> new_rank;
  for (const grid::Cell cell : found.placement.order) new_rank.push_back(cell.number());
  report["machine"] = report::machine_json(machine, options.machine);
  report::Json& order = report["order"];
  order = {{"mapping", found.placement.mapping},
           {"levels", levels_json(found.placement.before, found.placement.after)}};
  order.update(report::bounds_json(found.bounds));
  order.update({{"new_rank", new_rank}, {"notes", found.placement.notes}});
  add_messages(order, found.before, found.after, options.time);
  add_amounts(order, read, machine, locations.original_order(), found.placement.order);
  // For the writers, the ranks are the cells of a grid with one dimension.
  const mapping::Problem problem(grid::Grid({read.pairs.ranks}), grid::Stencil::nearest_neighbor(1), machine);
  const report::Placement placement = report::make_placement(problem, found.placement.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["order"]["notes"].push_back(note);
  write_targets(targets, placement, options);
}

/// All grids that may be that of a record.
std::vector<record::Structure> grids_of(const OrderOptions& options, const std::string& file,
                                        const RecordedTraffic& read) {
  if (!read.parts.empty())
    base::fail(
        base::Status::unsupported,
        "{}: the program has {} parts, and the record does not show how many of {} processes each would get: record "
        "the program with {} processes",
        file, read.parts.size(), options.processes, options.processes);
  if (!read.structure)
    base::fail(base::Status::unsupported,
               "{}: {}, so the traffic of {} processes cannot be derived from it: record the program with {} processes",
               file,
               read.pattern.kind.empty() ? "no grid explains half of the bytes"
                                         : fmt::format("the messages are {}, no grid", read.pattern.candidates()),
               options.processes, options.processes);
  std::vector<record::Structure> grids = read.pattern.other_grids;
  grids.insert(grids.begin(), *read.structure);
  return grids;
}

record::Rescaled rescaled(const OrderOptions& options, const RecordedTraffic& read, const grid::Coords& dims) {
  const std::vector<record::Structure> grids = grids_of(options, options.files[0], read);
  if (options.files.size() == 2) {
    const RecordedTraffic second = read_traffic_record(options.files[1]);
    if (!options.partial) record::expect_complete(second.record, options.files[1]);
    if (second.pairs.ranks == read.pairs.ranks)
      base::fail(base::Status::invalid_argument,
                 "{} and {} both have {} processes: give records with different numbers of processes", options.files[0],
                 options.files[1], read.pairs.ranks);
    const std::vector<record::Structure> others = grids_of(options, options.files[1], second);
    return read.pairs.ranks < second.pairs.ranks ? record::rescale(grids, others, options.processes, dims)
                                                 : record::rescale(others, grids, options.processes, dims);
  }
  if (!read.pattern.others.empty())
    base::fail(base::Status::unsupported,
               "{}: the messages of {} processes may be {}, and each would be another pattern with {}: record the "
               "program with {} processes, or give a second record with another number of processes as well",
               options.files[0], read.pairs.ranks, read.pattern.candidates(), options.processes, options.processes);
  return record::rescale(*read.structure, options.processes, dims);
}

/// Takes the place of the recorded traffic by that of another number of processes. Returns notes.
std::vector<std::string> rescale(const OrderOptions& options, RecordedTraffic& read) {
  if (read.pattern.kind == "all-to-all") {
    read.pairs = record::all_to_all(read.pairs, options.processes);
    return {"the record is an all-to-all: no order of the ranks changes its bytes between nodes"};
  }
  record::Rescaled made =
      rescaled(options, read, options.dims == "auto" ? grid::Coords() : grid::parse_dims(options.dims));
  made.notes.insert(made.notes.begin(),
                    fmt::format("the grid of {} becomes {}: the program must choose these dims, too; give others with "
                                "--dims",
                                read.pattern.candidates(), grid::to_string(made.structure.grid.dims())));
  read.structure = std::move(made.structure);
  read.pairs = std::move(made.pairs);
  read.alternatives = std::move(made.alternatives);
  return made.notes;
}

/// The time of a message between nodes: as given, as measured, or as assumed.
record::MessageTime message_time(const OrderOptions& options, const std::optional<double>& latency,
                                 const std::optional<double>& bandwidth) {
  record::MessageTime time;
  if (const std::optional<machine::Measured> measured = read_measured(options))
    time = record::message_time({*measured, options.measured});
  if (latency) time.latency = *latency;
  if (bandwidth) time.bandwidth = *bandwidth;
  if (latency || bandwidth) time.obtained = base::Obtained::given;
  if (latency && bandwidth)
    time.source = "given";
  else if (latency || bandwidth)
    time.source = fmt::format("{} given, otherwise {}", latency ? "latency" : "bandwidth", time.source);
  if (!(time.latency >= 0) || !std::isfinite(time.latency))
    base::fail(base::Status::invalid_argument, "--latency {}: give seconds, 0 or more", time.latency);
  if (!(time.bandwidth > 0) || !std::isfinite(time.bandwidth))
    base::fail(base::Status::invalid_argument, "--bandwidth {}: give bytes per second, above 0", time.bandwidth);
  return time;
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
  if (options.processes == 0 && options.files.size() > 1) fail("a second record needs --processes");
}

int order(OrderOptions& options) {
  check(options);
  options.time = message_time(options, options.latency, options.bandwidth);
  const std::vector<Target> targets = parse_targets(options);
  for (const Target& target : targets)
    if (target.writer->needs_costs)
      base::fail(base::Status::unsupported, "--write {} shows a grid: cartwright traffic --svg draws a record",
                 target.writer->name);
  RecordedTraffic read = read_traffic_record(options.files[0]);
  if (!options.partial) record::expect_complete(read.record, options.files[0]);
  std::vector<std::string> notes;
  if (options.processes > 0 && options.processes != read.pairs.ranks) notes = rescale(options, read);
  if (const std::string missing = record::missing_ranks(read.record); !missing.empty()) notes.push_back(missing);

  report::Json report = report::report_head("order");
  report["record"] = {{"program", read.record.header.program}, {"ranks", read.record.header.ranks}};
  if (options.network.empty())
    order_on_machine(options, read, targets, report);
  else
    order_on_network(options, read, targets, report);
  if (!read.parts.empty()) {
    read.pattern = {};
    read.pattern.kind = "parts";
    read.pattern.text = base::grouped(static_cast<std::int64_t>(read.parts.size()), "part");
    read.pattern.explained = record::explained_by(read.parts, read.pairs);
  }
  report["order"]["pattern"] = report::pattern_json(read.pattern);
  for (const report::Json& note : report["order"]["notes"]) notes.push_back(note);
  report["order"]["notes"] = notes;
  if (!fills_stdout(targets)) present(report, order_text(report["order"], make_style(options)), options);
  return 0;
}

Action add_order(CLI::App& app) {
  auto options = std::make_shared<OrderOptions>();
  options->ranks_per_node = 0;
  app.add_option(
         "file", options->files,
         "The record, as written by cartwright record; for --processes also a second one, with another number of "
         "processes")
      ->type_name("FILE")
      ->expected(1, 2)
      ->required();
  app.add_option("--machine", options->machine,
                 "The nodes: 4x8, a host list, or a file, as in cartwright map; the launcher fills them in order")
      ->type_name("MACHINE");
  add_network_option(app, *options);
  app.get_option("--network")->required(false);
  add_state_options(app, *options);
  app.get_option("--nodes")->description("The nodes of the job; the launcher fills them in the order of their names");
  app.get_option("--count")->description("Number of nodes, if --nodes is not given");
  app.add_option("--ranks-per-node", options->ranks_per_node,
                 "Number of ranks on each node of the network; the last may have fewer (default: they are divided "
                 "evenly)")
      ->type_name("N");
  app.add_option("--processes", options->processes,
                 "Order this number of processes of the same program, by the grid of the record")
      ->type_name("N");
  app.add_option("--dims", options->dims,
                 "Dims of the grid for --processes; a 0 is filled in (default: as in the record)")
      ->type_name("16x8x8|auto");
  app.add_option("--latency", options->latency, "Seconds of a message between nodes (default: as measured, or 1e-6)")
      ->type_name("SECONDS");
  app.add_option("--bandwidth", options->bandwidth, "Bytes per second between nodes (default: as measured, or 1e10)")
      ->type_name("BYTES");
  app.add_option("--measured", options->measured, "A file of cartwright measure: the time of a message between nodes")
      ->type_name("FILE");
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
          "Reads a record and finds the order of the ranks in which the messages between nodes take the least time: "
          "a latency for each message, and the bytes by the bandwidth. It prints messages and bytes as launched and in "
          "the new order, with a lower bound of the bytes, and writes the order in the formats of launchers. If "
          "no order takes at least 1 % less time, the ranks stay as they are.\n\n"
          "With --network, it finds the order in which the busiest link needs the least time. With --processes, it "
          "takes the grid of the record for another number of processes; a second record shows how dims and bytes "
          "change with it.",
      .examples =
          {{"A rank file for Open MPI on the hosts of a host list",
            "cartwright order traffic.record --machine hosts.txt --write rankfile=ranks.txt"},
           {"An order for Cray MPICH on 4 nodes of 8 processes",
            "cartwright order traffic.record --machine 4x8 --write cray=MPICH_RANK_ORDER"},
           {"The order that relieves the busiest link of a torus",
            "cartwright order traffic.record --network torus:dims=8x8x8 --nodes 't[0-3]-0-0' --write slurm=hosts"},
           {"The same program with 512 processes", "cartwright order traffic.record --machine 16x32 --processes 512"},
           {"The same by two records", "cartwright order 8.record 64.record --machine 16x32 --processes 512"}},
      .add = add_order,
  };
}

}  // namespace cartwright::cli
