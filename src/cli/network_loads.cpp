// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/network.hpp"
#include "cli/network_jobs.hpp"
#include "cli/present.hpp"
#include "machine/measured.hpp"
#include "network/networks.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "traffic/predicted_time.hpp"
#include "traffic/shared_time.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

namespace cartwright::cli {

namespace {

/// One job for each mapping of --compare, where "BDM:valiant" is a mapping with a routing. Without --compare, the job.
std::vector<placement::JobSpec> contenders(const placement::JobSpec& spec, const std::string& compare) {
  if (compare.empty()) return {spec};
  std::vector<placement::JobSpec> specs;
  for (const std::string_view text : base::split(compare, ',')) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    specs.push_back(spec);
    specs.back().mapping = base::trim(text.substr(0, colon));
    if (colon < text.size()) specs.back().routing.kind = traffic::parse_routing(base::trim(text.substr(colon + 1)));
  }
  return specs;
}

std::string job_line(const report::Json& job, const report::Style& style) {
  const std::string name = job.contains("name") ? job["name"].get<std::string>() + ": " : "";
  const std::string policy = job["policy"];
  return style.bold(fmt::format("{}{} ranks", name, job["ranks"].get<std::int64_t>())) +
         fmt::format(" ({}) of {}, on {} nodes {}{}, mapping {}, routing {}\n",
                     fmt::join(job["grid"]["dims"].get<std::vector<std::int64_t>>(), "x"),
                     job["pattern"].get<std::string>(), job["nodes"].get<std::int64_t>(),
                     policy == "given" ? "" : "selected by ", policy, job["mapping"].get<std::string>(),
                     job["routing"].get<std::string>());
}

std::string network_line(const report::Json& network, const report::Style& style) {
  return style.bold(network["kind"].get<std::string>()) + fmt::format(": {} nodes, {} links\n",
                                                                      network["nodes"].get<std::int64_t>(),
                                                                      network["links"].get<std::int64_t>());
}

/// Adds one job, or several mappings of it on the same nodes.
void add_job(report::Json& report, const network::Network& network, const NetworkCommandOptions& options) {
  const std::vector<placement::JobSpec> specs = contenders(make_job_spec(options), options.compare);
  const placement::JobProgress progress = job_progress(options);
  const std::optional<machine::Measured> measured = read_measured(options);
  placement::PlacedJob job = placement::place_job(specs.front(), network, make_node_table(options, network), progress);
  report["jobs"] = report::Json::array({report::job_json(job, specs.front())});
  report::Json hottest;
  std::vector<report::NamedLoads> all;
  for (const placement::JobSpec& spec : specs) {
    if (!all.empty()) {
      job.routing.kind = spec.routing.kind;
      job.node_of_rank = placement::map_ranks(job, network, spec, progress);
    }
    std::string name = spec.mapping;
    if (spec.routing.kind != traffic::Routing::Kind::minimal)
      name.append(":").append(traffic::to_string(spec.routing.kind));
    all.push_back({name, placement::link_loads(job, network)});
    if (measured)
      all.back().predicted_seconds =
          traffic::predicted_seconds(traffic::node_traffic(*job.traffic, job.node_of_rank),
                                     traffic::bottleneck(network.wiring(), all.back().loads).seconds(), *measured);
    if (all.size() == 1 && options.top > 0)
      hottest = report::hottest_json(network, all.front().loads, *job.traffic, job.node_of_rank, job.routing.paths,
                                     options.top);
  }
  report["loads"] = report::loads_json(network.wiring(), all);
  if (options.top > 0) report["hottest"] = std::move(hottest);
}

/// Adds several jobs: each alone, and all together.
void add_jobs(report::Json& report, const network::Network& network, const NetworkCommandOptions& options) {
  inventory::NodeTable table = make_node_table(options, network);
  const network::Wiring& wiring = network.wiring();
  report["jobs"] = report::Json::array();
  std::vector<report::NamedLoads> all;
  std::vector<std::vector<traffic::Flow>> flows;
  std::set<network::Node> used;
  const traffic::Routing routing = make_routing(options);
  for (const NamedJob& named : read_jobs(options.jobs, options)) {
    const placement::PlacedJob job = placement::place_job(named.spec, network, table, job_progress(options));
    for (const network::Node node : job.nodes) {
      table.state[node] = inventory::NodeState::taken;
      if (!used.insert(node).second)
        base::fail(base::Status::invalid_argument, "node {} of {} also belongs to an earlier job of the file",
                   base::quote(network.wiring().node_name(node)), base::quote(named.name));
    }
    report["jobs"].push_back({{"name", named.name}});
    report["jobs"].back().update(report::job_json(job, named.spec));
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
    report::Table table({{"job", report::Table::Align::left},
                         {"nodes", report::Table::Align::right, 1},
                         {"alone"},
                         {"together"},
                         {"slow-down"}});
    for (const report::Json& job : jobs)
      table.add_row({job["name"], report::number_text(job["nodes"]), report::short_time_text(job["alone_seconds"]),
                     report::short_time_text(job["together_seconds"]),
                     fmt::format("{:.2f}", job["slowdown"].get<double>())});
    out.append("\n").append(table.text(style));
  } else if (rows.size() == 1) {
    out += report::histograms_text(rows[0], style);
  }
  if (report.contains("hottest")) out.append("\n").append(report::hottest_text(report["hottest"], style));
  if (rows.size() == 1)
    out += fmt::format("\nNo iteration takes less than {}: the time of the busiest link for its bytes.\n",
                       report::short_time_text(rows[0]["bound_seconds"]));
  if (rows.size() == 1 && rows[0].contains("predicted_seconds"))
    out += fmt::format("With the latencies of messages and copies in a node, as measured: {}.\n",
                       report::short_time_text(rows[0]["predicted_seconds"]));
  return out;
}

}  // namespace

int network_loads(const NetworkCommandOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  if (!options.svg.empty()) base::check_writable(options.svg, existing);
  if (!options.jobs.empty() && (!options.compare.empty() || options.top > 0 || !options.measured.empty()))
    base::fail(base::Status::invalid_argument,
               "--compare, --top and --measured apply to one job: leave them out, or leave out --jobs");
  const auto network = network::read_network(options.network);
  report::Json report = report::report_head("network");
  report["action"] = "loads";
  report["network"] = report::network_json(*network, options.network);
  options.jobs.empty() ? add_job(report, *network, options) : add_jobs(report, *network, options);
  if (!options.svg.empty())
    base::write_file(options.svg,
                     report::histograms_svg(fmt::format("Loads of the links of {}", network->kind()), report["loads"]),
                     existing);
  present(report, report_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
