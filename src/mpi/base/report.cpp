// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/report.hpp"

#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "jit/executable.hpp"
#include "mpi/base/program_world.hpp"
#include "report/order_report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <set>

#include <nlohmann/json.hpp>

namespace cartwright::mpi {

namespace {

void append_line(report::Json event, const std::string& path) {
  std::error_code none;
  if (is_spawned()) event["spawned"] = std::filesystem::read_symlink("/proc/self/exe", none).filename().string();
  if (!base::append_line(path, report::line_of(event)))
    warn_once(fmt::format("cannot write the report to {}: {}", path, std::strerror(errno)));
}

/// A line of the report on standard error.
void print_line(const std::string& text) {
  say(is_spawned() ? "of processes that MPI_Comm_spawn started: " + text : text);
}

/// The setting that avoids the harm of reordering.
std::string cure_of(const TrafficReport& report) {
  const std::int64_t in_lines = report.bytes_in_rows + report.bytes_in_columns + report.bytes_in_other_lines;
  if (in_lines <= report.bytes_to_neighbors) return "CARTWRIGHT_REORDER=off";
  // Nearly all lines are of one kind: a mapping that keeps only these on a node tears the others apart.
  const auto all_in = [&](std::int64_t bytes) { return bytes >= in_lines - in_lines / 20; };
  const std::string_view name = all_in(report.bytes_in_rows)      ? "rows"
                                : all_in(report.bytes_in_columns) ? "columns"
                                                                  : "transposes";
  return fmt::format("CARTWRIGHT_STENCIL={} (or off)", name);
}

double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

/// The event of a communicator. Members of its kind come first.
report::Json event_of(std::string_view kind, const std::string& function, const report::Json& about,
                      std::int64_t processes, bool pretended, const choose::RankPlacement& placement,
                      const cw_cart_report& summary) {
  report::Json levels = report::Json::array();
  for (std::size_t level = 0; level < placement.after.size(); ++level)
    levels.push_back({{"name", placement.after[level].level},
                      {"domains", placement.after[level].per_domain.size()},
                      {"data_before", report::json_number(placement.before[level].j_sum)},
                      {"data", report::json_number(placement.after[level].j_sum)}});
  report::Json event = {{"event", kind}, {"version", report::event_version}, {"function", function}};
  event.update(about);
  event.update({{"processes", processes},
                {"nodes", summary.nodes},
                {"pretended", pretended},
                {"mapping", placement.mapping},
                {"tier", summary.tier},
                {"reordered", summary.reordered != 0},
                {"j_sum_before", report::json_number(summary.j_sum_before)},
                {"j_max_before", report::json_number(summary.j_max_before)},
                {"j_sum", report::json_number(summary.j_sum)},
                {"j_max", report::json_number(summary.j_max)},
                {"lower_bound", report::json_number(summary.lower_bound)},
                {"data_share_before", summary.data_share_before},
                {"data_share", summary.data_share},
                {"data_share_bound", summary.data_share_bound},
                {"levels", levels},
                {"busiest_link_before", report::json_number(summary.busiest_link_before)},
                {"busiest_link", report::json_number(summary.busiest_link)},
                {"seconds", summary.seconds},
                {"notes", placement.notes}});
  return event;
}

}  // namespace

void report_cart(const CartReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  const choose::RankPlacement& placement = report.placement;
  const cw_cart_report& summary = report.summary;
  if (settings.report == "stderr") {
    print_line(
        fmt::format("{} {} on {} {}nodes, stencil {}, mapping {}: {} edges between nodes (at most {} from one node) "
                    "before, {} (at most {}) now, lower bound {}",
                    report.function, grid::to_string(report.grid.dims()), summary.nodes,
                    report.pretended ? "pretended " : "", report.stencil, placement.mapping, summary.j_sum_before,
                    summary.j_max_before, summary.j_sum, summary.j_max, summary.lower_bound));
    for (const std::string& note : placement.notes) print_line(note);
    return;
  }
  std::vector<int> periods;
  for (std::size_t i = 0; i < report.grid.ndims(); ++i) periods.push_back(report.grid.periodic(i));
  const report::Json about = {{"dims", std::vector<std::int64_t>(report.grid.dims().begin(), report.grid.dims().end())},
                              {"periods", periods},
                              {"stencil", report.stencil}};
  append_line(event_of("cart", report.function, about, report.grid.size(), report.pretended, placement, summary),
              settings.report);
}

void report_graph(const GraphReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  const cw_cart_report& summary = report.summary;
  report::Json recognized;
  if (report.recognized)
    recognized = fmt::format("{}, {} offsets", grid::to_string(report.recognized->grid.dims()),
                             report.recognized->stencil.size());
  if (settings.report == "stderr") {
    print_line(fmt::format(
        "{} with {} vertices and {} edges on {} {}nodes, {}, mapping {}: weight {} between nodes (at most {} "
        "from one node) before, {} (at most {}) now, lower bound {}",
        report.function, report.graph.size(), report.graph.edge_count(), summary.nodes,
        report.pretended ? "pretended " : "",
        recognized.is_null() ? "not a stencil" : "stencil " + recognized.get<std::string>(), report.placement.mapping,
        summary.j_sum_before, summary.j_max_before, summary.j_sum, summary.j_max, summary.lower_bound));
    for (const std::string& note : report.placement.notes) print_line(note);
    return;
  }
  const report::Json about = {
      {"edges", report.graph.edge_count()}, {"weighted", report.weighted}, {"recognized", recognized}};
  append_line(
      event_of("graph", report.function, about, report.graph.size(), report.pretended, report.placement, summary),
      settings.report);
}

void report_world_order(const WorldOrderReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  if (settings.report != "stderr") {
    report::Json event = {{"event", "order"},
                          {"version", report::event_version},
                          {"file", report.file},
                          {"processes", report.new_rank.size()},
                          {"reordered", !std::ranges::is_sorted(report.new_rank)},
                          {"mapping", report.mapping.empty() ? report::Json() : report::Json(report.mapping)},
                          {"bytes_between_nodes_before", report::json_number(report.bytes_before)},
                          {"bytes_between_nodes", report::json_number(report.bytes)},
                          {"amounts_between_nodes", report::amounts_json(report.amounts)},
                          {"lower_bound", report::json_number(report.bounds.all.bytes)}};
    event.update(report::bounds_json(report.bounds));
    event.update({{"messages_between_nodes_before", report::json_number(report.messages_before)},
                  {"messages_between_nodes", report::json_number(report.messages)},
                  {"message_seconds_before", report::json_number(report.seconds_before)},
                  {"message_seconds", report::json_number(report.seconds)},
                  {"busiest_link_before", report::json_number(report.busiest_link_before)},
                  {"busiest_link", report::json_number(report.busiest_link)},
                  {"notes", report.notes}});
    append_line(event, settings.report);
  } else if (report.mapping.empty()) {
    print_line(fmt::format("MPI_COMM_WORLD has the order of {}", report.file));
  } else {
    print_line(fmt::format(
        "MPI_COMM_WORLD is in order for {}, mapping {}: {} bytes between nodes before, {} now, at least {}; "
        "{} messages before, {} now",
        report.file, report.mapping, report.bytes_before, report.bytes, report.bounds.all.bytes, report.messages_before,
        report.messages));
  }
}

void report_learning(const LearnReport& report, const Settings& settings) {
  if (!settings.report.empty() && settings.report != "stderr")
    append_line({{"event", "learn"},
                 {"version", report::event_version},
                 {"file", report.file},
                 {"first", report.first},
                 {"difference", report.difference},
                 {"changed", report.changed}},
                settings.report);
  if (report.first)
    say(fmt::format("learned what the program sends: the next run of this command is ordered for {}", report.file));
  else if (report.changed)
    say(fmt::format("the traffic changed by {:.0f} %: the next run of this command is ordered for this one",
                    100 * report.difference));
}

void report_traffic(const TrafficReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  const auto sum = [](const std::vector<std::int64_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
  };
  const std::vector<std::int64_t>& between = report.bytes_of_node_to_other_nodes;
  const auto busiest = std::ranges::max_element(between);
  const bool harmful = sum(between) > report.bytes_between_nodes_before;
  if (settings.report == "stderr") {
    print_line(fmt::format("sent: {} bytes, {} of them ({:.1f} %) to other {}nodes, at most {} from one node",
                           sum(report.bytes_of_node), sum(between),
                           share(static_cast<double>(sum(between)), static_cast<double>(sum(report.bytes_of_node))),
                           report.pretended ? "pretended " : "", *busiest));
    if (harmful)
      print_line(fmt::format("reordering did harm: {} bytes between nodes instead of {}; set {}", sum(between),
                             report.bytes_between_nodes_before, cure_of(report)));
    const std::int64_t over_reordered =
        report.bytes_in_rows + report.bytes_in_columns + report.bytes_in_other_lines + report.bytes_to_neighbors;
    if (sum(between) > 0 && over_reordered == 0 && settings.order.empty() && settings.learn.empty())
      print_line(
          "nothing was sent over a reordered communicator: cartwright record and cartwright order find out whether "
          "another order of the ranks sends less between nodes");
    return;
  }
  append_line({{"event", "traffic"},
               {"version", report::event_version},
               {"processes", report.processes},
               {"nodes", between.size()},
               {"pretended", report.pretended},
               {"messages", report.messages},
               {"messages_between_nodes", report.messages_between_nodes},
               {"bytes", sum(report.bytes_of_node)},
               {"bytes_between_nodes", sum(between)},
               {"bytes_between_nodes_before", report.bytes_between_nodes_before},
               {"cure", harmful ? report::Json(cure_of(report)) : report::Json()},
               {"bytes_in_collectives", report.bytes_in_collectives},
               {"bytes_in_rows", report.bytes_in_rows},
               {"bytes_in_columns", report.bytes_in_columns},
               {"bytes_in_other_lines", report.bytes_in_other_lines},
               {"bytes_to_neighbors", report.bytes_to_neighbors},
               {"bytes_to_corners", report.bytes_to_corners},
               {"busiest_node", busiest - between.begin()},
               {"busiest_node_bytes", *busiest}},
              settings.report);
}

void report_fate(const FateReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  if (settings.report != "stderr") {
    append_line({{"event", "fate"},
                 {"version", report::event_version},
                 {"communicator", report.communicator},
                 {"made", report.made},
                 {"used", report.used},
                 {"freed_asked", report.freed_asked}},
                settings.report);
  } else if (report.used == 0) {
    print_line(fmt::format("{}: no message used it, so reordering gained nothing{}", report.communicator,
                           report.freed_asked > 0 ? ", but it was asked for ranks" : ""));
  }
}

void report_gpu(const GpuReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  if (settings.report != "stderr")
    append_line({{"event", "gpu"},
                 {"version", report::event_version},
                 {"mode", report.mode},
                 {"reason", report.reason},
                 {"by_gpu", report.by_gpu},
                 {"by_gpu_bytes", report.by_gpu_bytes},
                 {"by_host", report.by_host},
                 {"by_host_bytes", report.by_host_bytes},
                 {"by_node", report.by_node},
                 {"by_node_bytes", report.by_node_bytes},
                 {"as_it_is", report.as_it_is}},
                settings.report);
  else
    print_line(
        fmt::format("memory of GPUs, mode {} ({}): {} buffers packed there, {} bytes; {} through the host, {} bytes; "
                    "{} in memory shared on the node, {} bytes; {} left to MPI",
                    report.mode, report.reason, report.by_gpu, report.by_gpu_bytes, report.by_host,
                    report.by_host_bytes, report.by_node, report.by_node_bytes, report.as_it_is));
}

void report_collective(const CollectiveReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  if (settings.report != "stderr")
    append_line({{"event", "collective"},
                 {"version", report::event_version},
                 {"function", report.function},
                 {"calls", report.calls},
                 {"by_node", report.by_node},
                 {"seconds_in_trials", report.seconds_in_trials},
                 {"blocks", report.blocks},
                 {"messages", report.messages}},
                settings.report);
  else
    print_line(
        fmt::format("{}: {} calls, {} of them through the memory of nodes; {} blocks between nodes in {} messages",
                    report.function, report.calls, report.by_node, report.blocks, report.messages));
}

void report_neighbors(const NeighborsReport& report, const Settings& settings) {
  if (settings.report.empty()) return;
  if (settings.report != "stderr")
    append_line({{"event", "neighbors"},
                 {"version", report::event_version},
                 {"calls", report.calls},
                 {"joined", report.joined},
                 {"messages", report.messages},
                 {"blocks", report.blocks},
                 {"bytes", report.bytes}},
                settings.report);
  else
    print_line(
        fmt::format("neighborhood collectives between nodes: {} calls, {} of them joined: {} messages with {} blocks, "
                    "{} bytes",
                    report.calls, report.joined, report.messages, report.blocks, report.bytes));
}

void report_datatypes(const std::vector<DatatypeReport>& reports, const Settings& settings) {
  if (settings.report.empty() || reports.empty()) return;
  const std::string forbidden = jit::why_not_executable();
  const bool to_file = settings.report != "stderr";
  for (const DatatypeReport& report : reports) {
    if (to_file)
      append_line({{"event", "datatype"},
                   {"version", report::event_version},
                   {"layout", report.layout},
                   {"kernel", report.kernel},
                   {"uses", report.uses},
                   {"bytes", report.bytes},
                   {"seconds_saved", report.seconds_saved},
                   {"why_not_generated", forbidden.empty() ? report::Json() : report::Json(forbidden)}},
                  settings.report);
    else
      print_line(fmt::format("datatype {}: {} uses, {} bytes, {} kernel, about {:.3g} ms saved (estimated)",
                             report.layout, report.uses, report.bytes, report.kernel, 1e3 * report.seconds_saved));
  }
  if (!to_file && !forbidden.empty()) print_line(fmt::format("no machine code was generated: {}", forbidden));
}

void say(std::string_view text) { base::print_message(text); }

void warn_once(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::lock_guard lock(mutex);
  if (printed.insert(text).second) say(text);
}

}  // namespace cartwright::mpi
