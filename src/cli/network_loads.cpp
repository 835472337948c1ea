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

traffic::LinkLoads loads_of(const PlacedJob& job, const network::Network& network, std::span<const network::Node> node_of_rank,
                   const traffic::Routing& routing) {
  return traffic::link_loads(network, traffic::flows_between(*job.traffic, node_of_rank, network.wiring().nodes()), routing);
}

/// "BDM:valiant" as a mapping and a routing.
struct Contender {
  std::string mapping;
  traffic::Routing routing;
};
std::vector<Contender> parse_contenders(const NetworkCommandOptions& options) {
  std::vector<Contender> contenders;
  for (const std::string_view text : base::split(options.compare, ',')) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    contenders.push_back({std::string(base::trim(text.substr(0, colon))), make_routing(options)});
    if (colon < text.size()) contenders.back().routing.kind = traffic::parse_routing(base::trim(text.substr(colon + 1)));
  }
  return contenders;
}

std::string job_line(const report::Json& job, const report::Style& style) {
  const std::string name = job.contains("name") ? job["name"].get<std::string>() + ": " : "";
  const std::string policy = job["policy"];
  return style.bold(fmt::format("{}{} ranks", name, job["ranks"].get<std::int64_t>())) +
         fmt::format(" ({}) of {}, on {} nodes {}{}, mapping {}, routing {}\n",
                     fmt::join(job["grid"]["dims"].get<std::vector<std::int64_t>>(), "x"),
                     job["pattern"].get<std::string>(), job["nodes"].get<std::int64_t>(),
                     policy == "given" ? "" : "chosen by ", policy, job["mapping"].get<std::string>(),
                     job["routing"].get<std::string>());
}

std::string network_line(const report::Json& network, const report::Style& style) {
  return style.bold(network["kind"].get<std::string>()) + fmt::format(": {} nodes, {} links\n",
                                                                      network["nodes"].get<std::int64_t>(),
                                                                      network["links"].get<std::int64_t>());
}

/// One job, or several mappings of it.
void add_job(report::Json& report, const network::Network& network, const NetworkCommandOptions& options) {
  const inventory::NodeTable table = make_node_table(options, network);
  std::vector<Contender> contenders = {{options.mapping, make_routing(options)}};
  if (!options.compare.empty()) contenders = parse_contenders(options);
  NetworkOptions first = options;
  first.mapping = contenders.front().mapping;
  first.routing = traffic::to_string(contenders.front().routing.kind);
  PlacedJob job = place_job(first, network, table);
  report["jobs"] = report::Json::array({placed_job_json(job, first)});
  std::vector<report::NamedLoads> all;
  for (const auto& [mapping, routing] : contenders) {
    const bool placed = all.empty();
    job.routing = routing;
    std::string name = mapping;
    if (routing.kind != traffic::Routing::Kind::minimal) name.append(":").append(traffic::to_string(routing.kind));
    all.push_back(
        {name, loads_of(job, network, placed ? job.node_of_rank : map_ranks(job, network, mapping, options), routing)});
  }
  report["loads"] = report::loads_json(network.wiring(), all);
  if (options.top > 0)
    report["hottest"] =
        report::hottest_json(network, all.front().loads, *job.traffic, job.node_of_rank, job.routing.paths, options.top);
}

/// Several jobs: each alone, and all together.
void add_jobs(report::Json& report, const network::Network& network, const NetworkCommandOptions& options) {
  inventory::NodeTable table = make_node_table(options, network);
  const network::Wiring& wiring = network.wiring();
  const traffic::Routing routing = make_routing(options);
  report["jobs"] = report::Json::array();
  std::vector<report::NamedLoads> all;
  std::vector<std::vector<traffic::Flow>> flows;
  std::set<network::Node> used;
  for (const NamedJob& named : read_jobs(options.jobs, options)) {
    const PlacedJob job = place_job(named.options, network, table);
    for (const network::Node node : job.nodes) {
      table.state[static_cast<std::size_t>(node)] = inventory::NodeState::taken;
      if (!used.insert(node).second)
        base::fail(base::Status::invalid_argument, "node {} of {} is one of another job of the file, too",
             base::quote(network.wiring().node_name(node)), base::quote(named.name));
    }
    report["jobs"].push_back({{"name", named.name}});
    report["jobs"].back().update(placed_job_json(job, named.options));
    flows.push_back(traffic::flows_between(*job.traffic, job.node_of_rank, wiring.nodes()));
    all.push_back({named.name, traffic::link_loads(network, flows.back(), routing)});
  }
  std::vector<const traffic::LinkLoads*> loads;
  for (const report::NamedLoads& job : all) loads.push_back(&job.loads);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double alone = traffic::bottleneck(wiring, all[i].loads).seconds();
    const double shared = traffic::shared_seconds(wiring, loads, i);
    report["jobs"][i]["alone_seconds"] = alone;
    report["jobs"][i]["together_seconds"] = shared;
    report["jobs"][i]["slowdown"] = report::json_number(alone > 0 ? shared / alone : 1);
  }
  all.push_back({"together", traffic::link_loads(network, traffic::merged_flows(flows), routing)});
  report["loads"] = report::loads_json(wiring, all);
}

std::string report_text(const report::Json& report, const report::Style& style) {
  const report::Json& jobs = report["jobs"];
  const report::Json& rows = report["loads"];
  std::string out = network_line(report["network"], style);
  for (const report::Json& job : jobs) out += job_line(job, style);
  out.append("\n").append(report::loads_text(rows, style));
  if (jobs.size() > 1 || jobs[0].contains("slowdown")) {
    report::Table table(
        {{"job", report::Table::Align::left}, {"nodes", report::Table::Align::right, 1}, {"alone"}, {"together"}, {"slow-down"}});
    for (const report::Json& job : jobs)
      table.add_row({job["name"], report::number_text(job["nodes"]), report::short_time_text(job["alone_seconds"]),
                     report::short_time_text(job["together_seconds"]), fmt::format("{:.2f}", job["slowdown"].get<double>())});
    out.append("\n").append(table.text(style));
  } else if (rows.size() == 1) {
    out += report::histograms_text(rows[0], style);
  }
  if (report.contains("hottest")) out.append("\n").append(report::hottest_text(report["hottest"], style));
  if (rows.size() == 1)
    out += fmt::format("\nNo iteration takes less than {}: so long the busiest link needs for its bytes.\n",
                       report::short_time_text(rows[0]["bound_seconds"]));
  return out;
}

}  // namespace

int network_loads(const NetworkCommandOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  if (!options.svg.empty()) base::check_writable(options.svg, existing);
  if (!options.jobs.empty() && (!options.compare.empty() || options.top > 0))
    base::fail(base::Status::invalid_argument, "--jobs goes with neither --compare nor --top: they are about one job");
  const auto network = network::read_network(options.network);
  report::Json report = report::report_head("network");
  report["action"] = "loads";
  report["network"] = network_json(*network, options.network);
  options.jobs.empty() ? add_job(report, *network, options) : add_jobs(report, *network, options);
  if (!options.svg.empty())
    base::write_file(options.svg, report::histograms_svg(fmt::format("Loads of the links of {}", network->kind()), report["loads"]),
               existing);
  present(report, report_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
