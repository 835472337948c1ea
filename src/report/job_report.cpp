// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/job_report.hpp"

#include "machine/hosts.hpp"
#include "placement/domains.hpp"
#include "placement/parse_job.hpp"
#include "report/link_report.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace cartwright::report {

Json network_json(const network::Network& network, std::string_view text) {
  const network::Wiring& wiring = network.wiring();
  Json levels = Json::array();
  for (const network::SwitchLevel& level : wiring.levels()) {
    std::set<std::int32_t> domains;  // only those with nodes: the upper switches of a tree have domains without any
    for (const network::Node node : base::ids<network::Node>(wiring.nodes()))
      domains.insert(level.domain_of_switch[wiring.switch_of(node)]);
    levels.push_back({{"level", level.name}, {"domains", domains.size()}});
  }
  std::vector<std::int64_t> links(wiring.classes().size());
  for (const network::Link& link : wiring.links()) ++links[link.link_class];
  Json classes = Json::array();
  for (std::size_t i = 0; i < links.size(); ++i)
    classes.push_back({{"class", wiring.classes()[i].name},
                       {"title", wiring.classes()[i].title},
                       {"links", links[i]},
                       {"bandwidth", json_number(wiring.classes()[i].bandwidth)}});
  Json made = {{"text", text},
               {"kind", network.kind()},
               {"nodes", wiring.nodes()},
               {"switches", wiring.switches()},
               {"links", wiring.links().size()},
               {"levels", levels},
               {"classes", classes},
               {"terminal_bandwidth", json_number(wiring.terminal_bandwidth())}};
  if (!wiring.notes().empty()) made["notes"] = wiring.notes();
  return made;
}

Json job_json(const placement::PlacedJob& job, const placement::JobSpec& spec) {
  return {{"grid", grid_json(job.grid)},
          {"pattern", spec.traffic.pattern_text},
          {"stencil", stencil_json(job.stencil, spec.traffic.stencil_text)},
          {"bytes", json_number(spec.traffic.bytes)},
          {"ranks", job.grid.size()},
          {"ranks_per_node", job.ranks_per_node},
          {"nodes", job.nodes.size()},
          {"policy", job.policy},
          {"mapping", job.mapping},
          {"routing", traffic::to_string(job.routing.kind)},
          {"paths", placement::to_string(job.routing.paths)},
          {"samples", job.routing.samples}};
}

namespace {

Json states_json(const inventory::NodeTable& table) {
  Json states;
  for (const inventory::NodeState state : {inventory::NodeState::free, inventory::NodeState::taken,
                                           inventory::NodeState::down, inventory::NodeState::service})
    states[std::string(inventory::to_string(state))] = std::ranges::count(table.state.items(), state);
  return states;
}

Json choice_json(const network::Network& network, const inventory::NodeTable& table, const placement::PlacedJob& job,
                 const Json& loads) {
  std::vector<network::Node> nodes = job.nodes.items();
  std::ranges::sort(nodes);
  std::size_t runs = 1;
  for (std::size_t i = 1; i < nodes.size(); ++i) runs += nodes[i].number() != nodes[i - 1].number() + 1 ? 1 : 0;
  std::vector<std::string> names;
  for (const network::Node node : nodes) names.push_back(table.name[node]);
  std::ranges::sort(names, machine::host_before);
  return {{"policy", job.policy},
          {"node_list", machine::compress_host_list(names)},
          {"nodes", nodes.size()},
          {"runs", runs},
          {"routers", placement::by_router(network.wiring(), nodes).size()},
          {"groups", placement::by_group(network.wiring(), nodes).size()},
          {"loads", loads}};
}

Json choices_json(std::span<const placement::PlacedJob> jobs, const network::Network& network,
                  const inventory::NodeTable& table) {
  std::vector<NamedLoads> loads;
  for (const placement::PlacedJob& job : jobs) loads.push_back({job.policy, placement::link_loads(job, network)});
  const Json rows = loads_json(network.wiring(), loads);
  Json choices = Json::array();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    choices.push_back(choice_json(network, table, jobs[i], rows[i]));
    choices.back()["chosen"] = i == 0;
  }
  const auto baseline = std::ranges::find(jobs, "level-spread", &placement::PlacedJob::policy);
  if (jobs.size() == 1 || baseline == jobs.end()) return choices;
  const double spread = rows[baseline - jobs.begin()]["bound_seconds"];
  for (Json& choice : choices)
    choice["relative"] = spread > 0 ? Json(choice["loads"]["bound_seconds"].get<double>() / spread) : Json(nullptr);
  return choices;
}

}  // namespace

void add_placed_jobs(Json& report, const network::Network& network, std::string_view text,
                     const inventory::NodeTable& table, std::span<const placement::PlacedJob> jobs,
                     const placement::JobSpec& spec) {
  report["network"] = network_json(network, text);
  report["states"] = states_json(table);
  report["jobs"] = Json::array({job_json(jobs.front(), spec)});
  report["choices"] = choices_json(jobs, network, table);
  report["notes"] = Json::array();
}

namespace {

std::string count_text(const Json& count, std::string_view what) {
  const auto number = count.get<std::int64_t>();
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

/// A table with a column for each class of links: the time of its busiest link.
std::string choices_text(const Json& choices, const Style& style) {
  using Align = Table::Align;
  std::vector<Table::Column> columns = {{"policy", Align::left},
                                        {"nodes", Align::right, 1},
                                        {"runs", Align::right, 2},
                                        {"routers", Align::right, 3},
                                        {"groups"}};
  const Json& classes = choices[0]["loads"]["classes"];
  int importance = 3 + static_cast<int>(classes.size());  // a narrow terminal leaves out the last of them first
  for (const Json& one : classes) columns.push_back({one["class"].get<std::string>(), Align::right, importance--});
  columns.push_back({"busiest link"});
  const bool predicted = choices[0]["loads"].contains("predicted_seconds");
  if (predicted) columns.push_back({"with latency and copies"});
  const bool compared = choices[0].contains("relative");
  if (compared) columns.push_back({"to level-spread"});
  Table table(columns);
  for (const Json& choice : choices) {
    std::vector<std::string> row = {choice["policy"]};
    for (const char* count : {"nodes", "runs", "routers", "groups"}) row.push_back(number_text(choice[count]));
    for (const Json& one : choice["loads"]["classes"]) row.push_back(seconds_text(one["bound_seconds"]));
    row.push_back(seconds_text(choice["loads"]["bound_seconds"]));
    if (predicted) row.push_back(seconds_text(choice["loads"]["predicted_seconds"]));
    if (compared)
      row.push_back(choice["relative"].is_null() ? "" : fmt::format("{:.3f}", choice["relative"].get<double>()));
    table.add_row(std::move(row), choice["chosen"] ? Table::Emphasis::good : Table::Emphasis::none);
  }
  return table.text(style);
}

}  // namespace

std::string place_text(const Json& report, const Style& style) {
  const Json& states = report["states"];
  const Json& job = report["jobs"][0];
  const Json& chosen =
      *std::ranges::find_if(report["choices"], [](const Json& choice) { return choice["chosen"].get<bool>(); });
  std::string out =
      style.bold(report["network"]["kind"].get<std::string>()) +
      fmt::format(": {} free, {} taken, {} down{}\n", count_text(states["free"], "node"), number_text(states["taken"]),
                  number_text(states["down"]),
                  states["service"] == 0 ? "" : fmt::format(", {} service", number_text(states["service"])));
  out += style.bold(count_text(job["ranks"], "rank")) +
         fmt::format(" of {}, {} per node, mapping {}, routing {}\n\n", job["pattern"].get<std::string>(),
                     number_text(job["ranks_per_node"]), job["mapping"].get<std::string>(),
                     job["routing"].get<std::string>());
  out += choices_text(report["choices"], style) + "\n";
  const std::string policy = chosen["policy"];
  out += fmt::format("{} {}: {}\n", count_text(chosen["nodes"], "node"),
                     policy == "given" ? "as given" : "selected by " + policy, chosen["node_list"].get<std::string>());
  for (const Json& note : report["notes"]) out += fmt::format("note: {}\n", note.get<std::string>());
  return out;
}

}  // namespace cartwright::report
