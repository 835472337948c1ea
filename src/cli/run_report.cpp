// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/run_report.hpp"

#include "base/error.hpp"
#include "base/grouped.hpp"
#include "report/json.hpp"
#include "report/order_report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace cartwright::cli {

namespace {

constexpr const char* columns_elsewhere = "--report-file FILE has all";

/// Events in the order of their first line. A program may make the same communicator a thousand times.
struct Events {
  std::vector<report::Json> communicators;
  std::map<std::string, int> repeats;
  std::vector<report::Json> datatypes;
  report::Json gpu;
  report::Json neighbors;
  std::vector<report::Json> collectives;
  std::vector<report::Json> fates;
  report::Json traffic;
  report::Json order;             ///< of MPI_COMM_WORLD
  std::set<std::string> spawned;  ///< programs that MPI_Comm_spawn started: their events are not here
};

/// Identifies equal communicators: all members except the time of the mapping, which differs from call to call.
std::string key_of(report::Json communicator) {
  communicator.erase("seconds");
  return communicator.dump();
}

Events parse(const std::string& text) {
  Events events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) try {
      report::Json event = report::Json::parse(line);
      if (event.contains("spawned"))
        events.spawned.insert(event["spawned"]);
      else if (event.at("event") == "traffic")
        events.traffic = std::move(event);
      else if (event["event"] == "order")
        events.order = std::move(event);
      else if (event["event"] == "learn" || event["event"] == "verify")
        continue;  // printed already
      else if (event["event"] == "fate")
        events.fates.push_back(std::move(event));
      else if (event["event"] == "datatype")
        events.datatypes.push_back(std::move(event));
      else if (event["event"] == "gpu")
        events.gpu = std::move(event);
      else if (event["event"] == "neighbors")
        events.neighbors = std::move(event);
      else if (event["event"] == "collective")
        events.collectives.push_back(std::move(event));
      else if (events.repeats[key_of(event)]++ == 0)
        events.communicators.push_back(std::move(event));
    } catch (const report::Json::exception&) {
      base::fail(base::Status::parse, "the report of the program contains a line that is not an event: {}",
                 line.substr(0, 200));
    }
  return events;
}

std::string saved(double before, double after) { return before > 0 ? report::percent_text(1 - after / before) : "-"; }

/// A Cartesian communicator has dims and a stencil. A graph has edges, and a stencil if one was recognized.
void add_communicator(report::Table& table, const report::Json& made, int times) {
  const bool graph = made["event"] == "graph";
  std::string name =
      fmt::format("{} {}", made["function"].get<std::string>(),
                  graph ? fmt::format("{} edges", made["edges"].get<std::int64_t>())
                        : fmt::format("{}", fmt::join(made["dims"].get<std::vector<std::int64_t>>(), "x")));
  const report::Json known = made.value(graph ? "recognized" : "stencil", report::Json());
  const std::string stencil = known.is_null() ? "none" : known.get<std::string>();
  if (times > 1) name += fmt::format(" ({} times)", times);
  const double before = made["j_sum_before"];
  const double after = made["j_sum"];
  const bool weighted = graph ? made["weighted"].get<bool>() : stencil.find(':') != std::string::npos;
  const char* const unit = weighted ? " (weight)" : "";
  table.add_row({name, stencil, made["mapping"].get<std::string>(),
                 report::number_text(report::json_number(before)) + unit,
                 report::number_text(report::json_number(after)) + unit, saved(before, after),
                 report::number_text(report::json_number(made["lower_bound"])) + unit,
                 fmt::format("{} -> {}{}", report::number_text(report::json_number(made["j_max_before"])),
                             report::number_text(report::json_number(made["j_max"])), unit),
                 report::seconds_text(made["seconds"])});
}

std::string traffic_text(const report::Json& traffic) {
  const std::int64_t all = traffic["bytes"];
  const std::int64_t between = traffic["bytes_between_nodes"];
  const std::int64_t collective = traffic["bytes_in_collectives"];
  std::string text = fmt::format(
      "sent: {} bytes in {} messages; between nodes: {} bytes ({}) in {} messages; most from node {}: {} bytes\n",
      base::grouped(all), base::grouped(traffic["messages"]), base::grouped(between),
      report::percent_text(all > 0 ? static_cast<double>(between) / static_cast<double>(all) : 0),
      base::grouped(traffic["messages_between_nodes"]), traffic["busiest_node"].get<std::int64_t>(),
      base::grouped(traffic["busiest_node_bytes"]));
  if (collective > 0)
    text += fmt::format(
        "{} of these bytes are what processes have for others in collectives; the MPI may send more or fewer: "
        "cartwright record counts its messages\n",
        base::grouped(collective));
  return text;
}

/// Compares the expected effect of reordering with the counted one. Empty if no process moved.
std::string reordering_text(const Events& events) {
  double before = 0;
  double after = 0;
  for (const report::Json& made : events.communicators)
    if (made["reordered"].get<bool>()) {
      before += made["j_sum_before"].get<double>() * events.repeats.at(key_of(made));
      after += made["j_sum"].get<double>() * events.repeats.at(key_of(made));
    }
  const std::int64_t bytes = events.traffic["bytes_between_nodes"];
  const std::int64_t bytes_before = events.traffic["bytes_between_nodes_before"];
  if (before == after && (bytes == bytes_before || !events.order.is_null())) return "";
  const report::Json& cure = events.traffic["cure"];
  std::string text = fmt::format("reordering: expected to save {} of the edges between nodes; ", saved(before, after));
  if (!cure.is_null())
    return text + fmt::format("it increased the bytes: {} instead of {}; {}\n", base::grouped(bytes),
                              base::grouped(bytes_before), cure.get<std::string>());
  return text + fmt::format("it saved {} of the bytes: {} instead of {}\n",
                            saved(static_cast<double>(bytes_before), static_cast<double>(bytes)), base::grouped(bytes),
                            base::grouped(bytes_before));
}

/// The busiest link of the network before and after; empty if the wiring is not known.
std::string link_text(const report::Json& made) {
  const double before = made["busiest_link_before"];
  if (before == 0) return "";
  const double after = made["busiest_link"];
  const bool bytes_known = made["event"] == "order";
  return fmt::format("busiest link of the network{}: {} before, {} now (saved {})\n",
                     bytes_known ? "" : ", for messages of 1 MiB", report::seconds_text(before),
                     report::seconds_text(after), saved(before, after));
}

std::string exact_bytes(double bytes) { return base::grouped(std::llround(bytes)) + " B"; }

/// " (80 B counted at calls; 16 B collectives, by a model)"
std::string parts_text(const report::Json& amounts) {
  std::string text;
  for (const report::Json& row : amounts)
    text +=
        fmt::format("{}{} {}", text.empty() ? " (" : "; ", exact_bytes(row["bytes"]), row["source"].get<std::string>());
  return text.empty() ? "" : text + ")";
}

/// The order of MPI_COMM_WORLD: the bytes between nodes that were expected of it, and those that were counted.
std::string order_text(const Events& events) {
  const report::Json& order = events.order;
  const std::string file = order["file"];
  const double before = order["bytes_between_nodes_before"];
  const double after = order["bytes_between_nodes"];
  const std::string parts = parts_text(order["amounts_between_nodes"]);
  const std::string proven = order["mapping"].is_null() ? "" : report::proven_text(order);
  const std::string bound = exact_bytes(order["lower_bound"]) +
                            (order["bound_proven"].get<bool>() ? "" : ", under a model") +
                            (proven.empty() ? "" : fmt::format(" (proven: {})", proven));
  std::string text;
  if (order["mapping"].is_null())
    text = fmt::format("MPI_COMM_WORLD has the order of {}", file);
  else if (!order["reordered"].get<bool>())
    text = fmt::format(
        "MPI_COMM_WORLD keeps its order: for {}, no better one was found than {} between nodes{}; at least {}", file,
        exact_bytes(before), parts, bound);
  else
    text = fmt::format(
        "MPI_COMM_WORLD is in order for {}: expected are {} between nodes{} instead of {} (saved {}); at least {}; {} "
        "messages instead of {}, and {} less time for both",
        file, exact_bytes(after), parts, exact_bytes(before), saved(before, after), bound,
        base::grouped(std::llround(order["messages_between_nodes"].get<double>())),
        base::grouped(std::llround(order["messages_between_nodes_before"].get<double>())),
        saved(order["message_seconds_before"], order["message_seconds"]));
  if (!events.traffic.is_null())
    text += "; counted at calls were " + exact_bytes(events.traffic["bytes_between_nodes"]);
  return text + "\n";
}

/// Proposes the stencil of a program that also sends to edges and corners of its grids.
std::string corners_text(const Events& events) {
  constexpr double few = 0.1;
  const double corners = events.traffic.value("bytes_to_corners", 0.0);
  const double neighbors = events.traffic["bytes_to_neighbors"];
  const bool faces = std::ranges::any_of(events.communicators,
                                         [](const report::Json& made) { return made.value("stencil", "") == "nn"; });
  if (!faces || corners <= few * neighbors) return "";
  return fmt::format(
      "{} of the bytes to neighbors go to edges and corners of the grid, which the stencil nn leaves out: try "
      "--stencil moore\n",
      report::percent_text(corners / neighbors));
}

/// Whether a communicator was reordered. Then the order of MPI_COMM_WORLD is not all that decides.
bool reordered(const Events& events) {
  return std::ranges::any_of(events.communicators,
                             [](const report::Json& made) { return made["reordered"].get<bool>(); });
}

/// Lists reordered communicators that no message used.
std::string fates_text(const std::vector<report::Json>& fates) {
  std::string text;
  for (const report::Json& fate : fates) {
    if (fate["used"] != 0) continue;
    const std::string name = fate["communicator"];
    if (fate["freed_asked"] != 0)
      text += fmt::format(
          "{}: the program queried its ranks and freed it before any message used it. A program that sends to these "
          "ranks in another communicator hangs: set CARTWRIGHT_REORDER=off (LAMMPS: processors ... map cart)\n",
          name);
    else
      text += fmt::format("{}: no message used it, so it saved nothing\n", name);
  }
  return text;
}

/// Lists the first layouts. The interposer reports them by bytes packed and unpacked, largest first.
std::string datatypes_text(const std::vector<report::Json>& datatypes, const report::Style& style) {
  constexpr std::size_t most = 20;
  report::Table table({{"layout", report::Table::Align::left},
                       {"kernel", report::Table::Align::left, 1},
                       {"uses"},
                       {"bytes"},
                       {"saved (estimated)"}},
                      columns_elsewhere);
  for (const report::Json& one : datatypes)
    if (&one - datatypes.data() < static_cast<std::ptrdiff_t>(most))
      table.add_row({one["layout"].get<std::string>(), one["kernel"].get<std::string>(), base::grouped(one["uses"]),
                     base::grouped(one["bytes"]), report::seconds_text(one["seconds_saved"])});
  std::string text = style.bold("datatypes") + "\n" + table.text(style);
  if (datatypes.size() > most) text += fmt::format("and {} more\n", datatypes.size() - most);
  const report::Json& forbidden = datatypes.front()["why_not_generated"];
  if (!forbidden.is_null())
    text += style.dim(fmt::format("note: no machine code was generated: {}", forbidden.get<std::string>())) + "\n";
  return text;
}

std::string gpu_text(const report::Json& gpu) {
  return fmt::format(
      "memory of GPUs, mode {} ({}): {} buffers packed there, {} bytes; {} through the host, {} bytes; {} in memory "
      "shared "
      "on the node, {} bytes; {} left to MPI\n",
      gpu["mode"].get<std::string>(), gpu["reason"].get<std::string>(), base::grouped(gpu["by_gpu"]),
      base::grouped(gpu["by_gpu_bytes"]), base::grouped(gpu["by_host"]), base::grouped(gpu["by_host_bytes"]),
      base::grouped(gpu["by_node"]), base::grouped(gpu["by_node_bytes"]), base::grouped(gpu["as_it_is"]));
}

std::string neighbors_text(const report::Json& neighbors) {
  return fmt::format(
      "neighborhood collectives between nodes: {} calls, {} of them joined: {} messages with {} blocks, {} bytes\n",
      base::grouped(neighbors["calls"]), base::grouped(neighbors["joined"]), base::grouped(neighbors["messages"]),
      base::grouped(neighbors["blocks"]), base::grouped(neighbors["bytes"]));
}

std::string collectives_text(const std::vector<report::Json>& collectives, const report::Style& style) {
  report::Table table({{"collective", report::Table::Align::left},
                       {"calls"},
                       {"by memory of nodes"},
                       {"blocks between nodes", report::Table::Align::right, 2},
                       {"their messages", report::Table::Align::right, 2},
                       {"in trials", report::Table::Align::right, 1}},
                      columns_elsewhere);
  for (const report::Json& one : collectives)
    table.add_row({one["function"], base::grouped(one["calls"]), base::grouped(one["by_node"]),
                   base::grouped(one["blocks"]), base::grouped(one["messages"]),
                   report::seconds_text(one["seconds_in_trials"])});
  return table.text(style);
}

}  // namespace

std::string run_report_text(const std::string& events_text, const report::Style& style,
                            const std::function<std::string()>& order_advice) try {
  const Events events = parse(events_text);
  std::string text = events.order.is_null() ? "" : order_text(events) + link_text(events.order);
  if (events.communicators.empty() && !events.order.is_null()) {
    // Nothing else needs a place.
  } else if (events.communicators.empty()) {
    text = "The program created no Cartesian or graph communicator with reorder, so no process was placed.\n";
  } else {
    const report::Json& first = events.communicators.front();
    const auto nodes = first["nodes"].get<std::int64_t>();
    text += style.bold(fmt::format("{} processes on {} {}node{}", first["processes"].get<std::int64_t>(), nodes,
                                   first["pretended"].get<bool>() ? "pretended " : "", nodes == 1 ? "" : "s")) +
            "\n";
    report::Table table({{"communicator", report::Table::Align::left},
                         {"stencil", report::Table::Align::left, 3},
                         {"mapping", report::Table::Align::left, 5},
                         {"J_sum before (edges)"},
                         {"after"},
                         {"saved"},
                         {"bound", report::Table::Align::right, 2},
                         {"J_max (edges)", report::Table::Align::right, 4},
                         {"time", report::Table::Align::right, 1}},
                        columns_elsewhere);
    for (const report::Json& made : events.communicators)
      add_communicator(table, made, events.repeats.at(key_of(made)));
    text += table.text(style);
    for (const report::Json& made : events.communicators) text += link_text(made);
    std::set<std::string> notes;
    for (const report::Json& made : events.communicators)
      for (const report::Json& note : made["notes"])
        if (notes.insert(note).second) text += style.dim(fmt::format("note: {}", note.get<std::string>())) + "\n";
  }
  if (!events.traffic.is_null()) {
    text += traffic_text(events.traffic) + reordering_text(events) + corners_text(events);
    if (events.order.is_null() && !reordered(events) && events.traffic["bytes_between_nodes"] > 0)
      text += order_advice();
  }
  text += fates_text(events.fates);
  if (!events.datatypes.empty()) text += datatypes_text(events.datatypes, style);
  if (!events.collectives.empty()) text += collectives_text(events.collectives, style);
  if (!events.neighbors.is_null()) text += neighbors_text(events.neighbors);
  if (!events.gpu.is_null()) text += gpu_text(events.gpu);
  if (!events.spawned.empty())
    text +=
        fmt::format("not in this report: processes of {} that MPI_Comm_spawn started; --report-file FILE has them\n",
                    fmt::join(events.spawned, ", "));
  return text;
} catch (const report::Json::exception& error) {
  base::fail(base::Status::parse, "the report of the program cannot be read: {}", error.what());
}

}  // namespace cartwright::cli
