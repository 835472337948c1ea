// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/network_study.hpp"

#include "grid/dims.hpp"
#include "placement/network_map.hpp"
#include "report/link_report.hpp"
#include "report/rank_correlation.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

using Kind = traffic::Routing::Kind;

constexpr std::int64_t tasks_per_node = 32;
constexpr std::int64_t tasks_per_supernode = 32 * tasks_per_node;
constexpr double points_per_task = 64.0 * 64 * 64 * 64;

/// A mapping with a routing, abbreviated as in [PERCS]; CW is Cartwright's own mapping. Direct routing comes first.
struct Contender {
  const char* name;
  const char* mapping;
  Kind routing;
  double table4_ms = 0;  ///< published time of an iteration of the 2-D stencil on 64 supernodes; 0 if not published
};
// clang-format off
constexpr std::array contenders = {
    Contender{"DEF", "DEF", Kind::minimal, 481.70}, Contender{"BNM", "BNM", Kind::minimal, 481.74},
    Contender{"BDM", "BDM", Kind::minimal, 480.07}, Contender{"BSM", "BSM", Kind::minimal, 480.90},
    Contender{"RNM", "RNM", Kind::minimal, 480.71}, Contender{"RDM", "RDM", Kind::minimal, 481.03},
    Contender{"CW", "network", Kind::minimal},
    Contender{"DFI", "DEF", Kind::valiant, 480.07}, Contender{"RDI", "RDM", Kind::valiant, 479.74},
    Contender{"CWI", "network", Kind::valiant}};
// clang-format on
constexpr std::int64_t table4_supernodes = 64;
constexpr std::size_t table4_ndims = 2;

struct Case {
  const char* title;
  std::size_t ndims;
  double message_bytes;
};
constexpr std::array cases = {Case{"4-D 9-point", 4, 64 * 64 * 64 * 8}, Case{"2-D 5-point", 2, 64 * 64 * 8}};

/// Dims for all tasks: the multiples of a supernode's block that are closest to each other, with larger dims first.
grid::Coords study_dims(std::int64_t supernodes, std::size_t ndims) {
  const grid::Coords block = grid::dims_create(tasks_per_supernode, ndims);
  grid::Coords best;
  double least = std::numeric_limits<double>::infinity();
  grid::Coords dims = block;
  const auto search = [&](const auto& self, std::size_t dim, std::int64_t left) -> void {
    if (dim + 1 == ndims) {
      dims[dim] = block[dim] * left;
      double spread = 0;
      for (const std::int64_t length : dims) spread += 1 / static_cast<double>(length);
      if (spread < least - 1e-12) {
        least = spread;
        best = dims;
      }
      return;
    }
    for (std::int64_t factor = left; factor >= 1; --factor) {
      if (left % factor != 0) continue;
      dims[dim] = block[dim] * factor;
      self(self, dim + 1, left / factor);
    }
  };
  search(search, 0, supernodes);
  return best;
}

placement::NetworkProblem study_problem(const network::Network& network, const NetworkStudy& study, const Case& one) {
  placement::NetworkProblem problem;
  problem.network = &network;
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes())) problem.nodes.push_back(node);
  problem.ranks_per_node = tasks_per_node;
  problem.grid =
      grid::Grid(study_dims(study.supernodes, one.ndims), base::FixedVector<bool, grid::max_dims>(one.ndims, true));
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(one.ndims).offsets();
  for (grid::Offset& offset : offsets) offset.weight = one.message_bytes;
  problem.stencil = grid::Stencil(one.ndims, std::move(offsets));
  return problem;
}

traffic::NodeOfRank place_contender(const Contender& contender, placement::NetworkProblem problem,
                                    const NetworkStudy& study, const std::function<void(double)>& progress) {
  problem.routing.kind = contender.routing;
  const auto blocks = std::ranges::find(placement::block_mappings(), contender.mapping, &placement::BlockMapping::name);
  if (blocks != placement::block_mappings().end()) return blocks->place(problem, study.seed);
  return placement::map_onto_network(problem, study.budget_seconds, study.seed, progress).node_of_rank;
}

Json blocks_json(const placement::NetworkProblem& problem) {
  constexpr std::array levels = {"node", "drawer", "supernode"};
  Json rows = Json::array();
  for (const placement::BlockMapping& mapping : placement::block_mappings()) {
    Json row = {{"mapping", mapping.name}};
    const std::vector<grid::Coords> dims = placement::block_dims(mapping, problem);
    for (std::size_t i = 0; i < dims.size(); ++i) row[levels[i]] = std::vector(dims[i].begin(), dims[i].end());
    rows.push_back(row);
  }
  return rows;
}

/// Compares with the published times: the difference between the slowest and the fastest, and the rank correlation.
Json beside_published(const Json& rows) {
  std::vector<double> published, here;
  for (const Json& row : rows)
    if (row.contains("published_seconds")) {
      published.push_back(row["published_seconds"]);
      here.push_back(row["simulated_seconds"]);  // the compute time is the same for all
    }
  const auto spread = [](const std::vector<double>& seconds) {
    const auto [least, most] = std::ranges::minmax(seconds);
    return most - least;
  };
  const std::optional<double> correlation = rank_correlation(published, here);
  return {{"spread_seconds", spread(here)},
          {"published_spread_seconds", spread(published)},
          {"rank_correlation", correlation ? Json(*correlation) : Json()}};
}

}  // namespace

Json run_network_study(const network::Network& network, const NetworkStudy& study) {
  Json studies = Json::array();
  double done = 0;
  const auto report_progress = [&](double share) {
    if (study.progress) study.progress((done + share) / (contenders.size() * cases.size()));
  };
  for (const Case& one : cases) {
    const placement::NetworkProblem problem = study_problem(network, study, one);
    const auto traffic = traffic::stencil_traffic(problem.grid, problem.stencil);
    std::vector<NamedLoads> all;
    std::vector<double> simulated;
    for (const Contender& contender : contenders) {
      report_progress(0);
      const traffic::NodeOfRank node_of_rank = place_contender(contender, problem, study, report_progress);
      traffic::Routing routing;
      routing.kind = contender.routing;
      all.push_back({contender.name,
                     traffic::link_loads(
                         network, traffic::flows_between(*traffic, node_of_rank, network.wiring().nodes()), routing)});
      simulated.push_back(fluid::simulate(fluid::transfers_of(network, *traffic, node_of_rank, routing, fluid::Model{}),
                                          study.tolerance)
                              .seconds);
      ++done;
    }
    const double compute = points_per_task * static_cast<double>(problem.stencil.size() + 1) * study.point_seconds;
    // Each routing has its own bins: small loads of indirect routing would all be in the first bin of direct routing.
    const auto direct = std::ranges::count(contenders, Kind::minimal, &Contender::routing);
    Json rows = loads_json(network.wiring(), std::span(all).first(static_cast<std::size_t>(direct)));
    for (Json& row : loads_json(network.wiring(), std::span(all).subspan(static_cast<std::size_t>(direct))))
      rows.push_back(std::move(row));
    const bool published = study.supernodes == table4_supernodes && one.ndims == table4_ndims;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      rows[i]["mapping"] = contenders[i].mapping;
      rows[i]["routing"] = traffic::to_string(contenders[i].routing);
      rows[i]["simulated_seconds"] = simulated[i];
      rows[i]["iteration_seconds"] = compute + simulated[i];
      if (published && contenders[i].table4_ms > 0) rows[i]["published_seconds"] = contenders[i].table4_ms / 1e3;
    }
    studies.push_back({{"stencil", one.title},
                       {"grid", grid_json(problem.grid)},
                       {"bytes", json_number(one.message_bytes)},
                       {"compute_seconds", compute},
                       {"blocks", blocks_json(problem)},
                       {"loads", rows}});
    if (published) studies.back()["beside_published"] = beside_published(rows);
  }
  return studies;
}

Json rows_of(const Json& rows, traffic::Routing::Kind routing) {
  Json found = Json::array();
  for (const Json& row : rows)
    if (row["routing"] == traffic::to_string(routing)) found.push_back(row);
  return found;
}

namespace {

using Align = Table::Align;

std::string dims_text(const Json& row, const char* level) {
  if (!row.contains(level)) return "at random";
  return fmt::format("{}", fmt::join(row[level].get<std::vector<std::int64_t>>(), " x "));
}

std::string blocks_table(const Json& study, const Style& style) {
  Table table({{"mapping", Align::left}, {"node", Align::left}, {"drawer", Align::left}, {"supernode", Align::left}});
  for (const Json& row : study["blocks"])
    table.add_row({row["mapping"], dims_text(row, "node"), dims_text(row, "drawer"), dims_text(row, "supernode")});
  return table.text(style);
}

std::string times_table(const Json& study, const Style& style) {
  const bool published = study.contains("beside_published");
  std::vector<Table::Column> columns = {
      {"mapping", Align::left}, {"routing", Align::left}, {"busiest link", Align::left}, {"its ms"},
      {"simulated ms"},         {"iteration ms"}};
  if (published) columns.push_back({"published ms"});
  Table table(columns);
  const auto milliseconds = [](const Json& seconds) { return fmt::format("{:.2f}", 1e3 * seconds.get<double>()); };
  for (const Json& row : study["loads"]) {
    std::vector<std::string> cells = {row["name"],
                                      row["routing"] == "valiant" ? "indirect" : "direct",
                                      row["busiest"]["class"],
                                      milliseconds(row["bound_seconds"]),
                                      milliseconds(row["simulated_seconds"]),
                                      milliseconds(row["iteration_seconds"])};
    if (published) cells.push_back(row.contains("published_seconds") ? milliseconds(row["published_seconds"]) : "-");
    table.add_row(cells);
  }
  if (!published) return table.text(style);
  const Json& beside = study["beside_published"];
  const Json& correlation = beside["rank_correlation"];
  return table.text(style) +
         fmt::format(
             "Spread of the published mappings, fastest to slowest: {} ms here, {} ms published; rank correlation {}.\n"
             "The compute time was fitted to the published times (--point-time).\n",
             milliseconds(beside["spread_seconds"]), milliseconds(beside["published_spread_seconds"]),
             correlation.is_null() ? "-" : fmt::format("{:.2f}", correlation.get<double>()));
}

std::string averages_table(const Json& study, const Style& style) {
  double highest = 0;
  for (const Json& row : study["loads"])
    for (const Json& one : row["classes"]) highest = std::max(highest, one["most"].get<double>());
  const ByteUnit unit = byte_unit(highest / 1024);  // keeps small loads distinguishable
  std::vector<Table::Column> columns = {{std::string(unit.name), Align::left}};
  for (const Json& one : study["loads"][0]["classes"]) {
    const std::string name = one["class"];
    columns.push_back({name + " used", Align::right, 2});
    columns.push_back({name + " least", Align::right, 1});
    columns.push_back({name + " average", Align::right, 3});
    columns.push_back({name + " most"});
  }
  Table table(columns);
  for (const Json& row : study["loads"]) {
    std::vector<std::string> cells = {row["name"]};
    for (const Json& one : row["classes"]) {
      cells.push_back(number_text(one["used"]));
      for (const char* what : {"least", "average", "most"}) cells.push_back(unit.text(one[what]));
    }
    table.add_row(cells);
  }
  return table.text(style);
}

}  // namespace

std::string network_study_text(const Json& report, const Style& style) {
  std::string out;
  for (const Json& study : report["studies"]) {
    const std::string name = study["stencil"];
    const auto heading = [&](std::string_view text) {
      out.append(out.empty() ? "" : "\n").append(style.bold(text)).append("\n");
    };
    heading(fmt::format("{} stencil: {} tasks, messages of {} KiB", name,
                        fmt::join(study["grid"]["dims"].get<std::vector<std::int64_t>>(), " x "),
                        study["bytes"].get<std::int64_t>() / 1024));
    heading("Blocks (table 5)");
    out += blocks_table(study, style);
    heading(fmt::format("Time of an iteration (table 4): {:.1f} ms of computation, and the simulated messages",
                        1e3 * study["compute_seconds"].get<double>()));
    out += times_table(study, style);
    heading("Bytes over links in use (figure 8)");
    out += averages_table(study, style);
  }
  return out + "\nCW and CWI: Cartwright's own mapping, with direct and with indirect routing.\n";
}

}  // namespace cartwright::report
