// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/network.hpp"
#include "cli/network_jobs.hpp"
#include "cli/present.hpp"
#include "traffic/shared_time.hpp"
#include "network/networks.hpp"
#include "report/link_report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

namespace cartwright::cli {

namespace {

LinkLoads loads_of(const PlacedJob& job, const Network& network, std::span<const Node> node_of_rank,
                   const Routing& routing) {
  return link_loads(network, flows_between(*job.traffic, node_of_rank, network.wiring().nodes()), routing);
}

/// "BDM:valiant" as a mapping and a routing.
struct Contender {
  std::string mapping;
  Routing routing;
};
std::vector<Contender> parse_contenders(const NetworkCommandOptions& options) {
  std::vector<Contender> contenders;
  for (const std::string_view text : split(options.compare, ',')) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    contenders.push_back({std::string(trim(text.substr(0, colon))), make_routing(options)});
    if (colon < text.size()) contenders.back().routing.kind = parse_routing(trim(text.substr(colon + 1)));
  }
  return contenders;
}

std::string job_line(const Json& job, const Style& style) {
  const std::string name = job.contains("name") ? job["name"].get<std::string>() + ": " : "";
  const std::string policy = job["policy"];
  return style.bold(fmt::format("{}{} ranks", name, job["ranks"].get<std::int64_t>())) +
         fmt::format(" ({}) of {}, on {} nodes {}{}, mapping {}, routing {}\n",
                     fmt::join(job["grid"]["dims"].get<std::vector<std::int64_t>>(), "x"),
                     job["pattern"].get<std::string>(), job["nodes"].get<std::int64_t>(),
                     policy == "given" ? "" : "chosen by ", policy, job["mapping"].get<std::string>(),
                     job["routing"].get<std::string>());
}

std::string network_line(const Json& network, const Style& style) {
  return style.bold(network["kind"].get<std::string>()) + fmt::format(": {} nodes, {} links\n",
                                                                      network["nodes"].get<std::int64_t>(),
                                                                      network["links"].get<std::int64_t>());
}

/// One job, or several mappings of it.
void add_job(Json& report, const Network& network, const NetworkCommandOptions& options) {
  const NodeTable table = make_node_table(options, network);
  std::vector<Contender> contenders = {{options.mapping, make_routing(options)}};
  if (!options.compare.empty()) contenders = parse_contenders(options);
  NetworkOptions first = options;
  first.mapping = contenders.front().mapping;
  first.routing = to_string(contenders.front().routing.kind);
  PlacedJob job = place_job(first, network, table);
  report["jobs"] = Json::array({placed_job_json(job, first)});
  std::vector<NamedLoads> all;
  for (const auto& [mapping, routing] : contenders) {
    const bool placed = all.empty();
    job.routing = routing;
    std::string name = mapping;
    if (routing.kind != Routing::Kind::minimal) name.append(":").append(to_string(routing.kind));
    all.push_back(
        {name, loads_of(job, network, placed ? job.node_of_rank : map_ranks(job, network, mapping, options), routing)});
  }
  report["loads"] = loads_json(network.wiring(), all);
  if (options.top > 0)
    report["hottest"] =
        hottest_json(network, all.front().loads, *job.traffic, job.node_of_rank, job.routing.paths, options.top);
}

/// Several jobs: each alone, and all together.
void add_jobs(Json& report, const Network& network, const NetworkCommandOptions& options) {
  NodeTable table = make_node_table(options, network);
  const Wiring& wiring = network.wiring();
  const Routing routing = make_routing(options);
  report["jobs"] = Json::array();
  std::vector<NamedLoads> all;
  std::vector<std::vector<Flow>> flows;
  std::set<Node> used;
  for (const NamedJob& named : read_jobs(options.jobs, options)) {
    const PlacedJob job = place_job(named.options, network, table);
    for (const Node node : job.nodes) {
      table.state[static_cast<std::size_t>(node)] = NodeState::taken;
      if (!used.insert(node).second)
        fail(Status::invalid_argument, "node {} of {} is one of another job of the file, too",
             quote(network.wiring().node_name(node)), quote(named.name));
    }
    report["jobs"].push_back({{"name", named.name}});
    report["jobs"].back().update(placed_job_json(job, named.options));
    flows.push_back(flows_between(*job.traffic, job.node_of_rank, wiring.nodes()));
    all.push_back({named.name, link_loads(network, flows.back(), routing)});
  }
  std::vector<const LinkLoads*> loads;
  for (const NamedLoads& job : all) loads.push_back(&job.loads);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double alone = bottleneck(wiring, all[i].loads).seconds();
    const double shared = shared_seconds(wiring, loads, i);
    report["jobs"][i]["alone_seconds"] = alone;
    report["jobs"][i]["together_seconds"] = shared;
    report["jobs"][i]["slowdown"] = json_number(alone > 0 ? shared / alone : 1);
  }
  all.push_back({"together", link_loads(network, merged_flows(flows), routing)});
  report["loads"] = loads_json(wiring, all);
}

std::string report_text(const Json& report, const Style& style) {
  const Json& jobs = report["jobs"];
  const Json& rows = report["loads"];
  std::string out = network_line(report["network"], style);
  for (const Json& job : jobs) out += job_line(job, style);
  out.append("\n").append(loads_text(rows, style));
  if (jobs.size() > 1 || jobs[0].contains("slowdown")) {
    Table table(
        {{"job", Table::Align::left}, {"nodes", Table::Align::right, 1}, {"alone"}, {"together"}, {"slow-down"}});
    for (const Json& job : jobs)
      table.add_row({job["name"], number_text(job["nodes"]), short_time_text(job["alone_seconds"]),
                     short_time_text(job["together_seconds"]), fmt::format("{:.2f}", job["slowdown"].get<double>())});
    out.append("\n").append(table.text(style));
  } else if (rows.size() == 1) {
    out += histograms_text(rows[0], style);
  }
  if (report.contains("hottest")) out.append("\n").append(hottest_text(report["hottest"], style));
  if (rows.size() == 1)
    out += fmt::format("\nNo iteration takes less than {}: so long the busiest link needs for its bytes.\n",
                       short_time_text(rows[0]["bound_seconds"]));
  return out;
}

}  // namespace

int network_loads(const NetworkCommandOptions& options) {
  const Existing existing = options.force ? Existing::replace : Existing::refuse;
  if (!options.svg.empty()) check_writable(options.svg, existing);
  if (!options.jobs.empty() && (!options.compare.empty() || options.top > 0))
    fail(Status::invalid_argument, "--jobs goes with neither --compare nor --top: they are about one job");
  const auto network = read_network(options.network);
  Json report = report_head("network");
  report["action"] = "loads";
  report["network"] = network_json(*network, options.network);
  options.jobs.empty() ? add_job(report, *network, options) : add_jobs(report, *network, options);
  if (!options.svg.empty())
    write_file(options.svg, histograms_svg(fmt::format("Loads of the links of {}", network->kind()), report["loads"]),
               existing);
  present(report, report_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
