// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/view.hpp"

#include "base/error.hpp"
#include "report/page.hpp"
#include "report/view_p.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

void check_size(std::size_t count, std::size_t most, std::string_view what) {
  if (count > most)
    base::fail(base::Status::overflow, "{} {} are too many for a page: the limit is {}", count, what, most);
}

/// Loads rounded to a thousandth of a byte. Shared loads are long fractions, which would double the document.
Json bytes_column(const std::vector<double>& loads) {
  Json column = Json::array();
  for (const double bytes : loads) column.push_back(json_number(std::round(bytes * 1000) / 1000));
  return column;
}

Json network_part(const network::Wiring& wiring, const View& view) {
  Json classes = Json::array();
  for (const network::LinkClass& one : wiring.classes())
    classes.push_back({{"name", one.name}, {"title", one.title}, {"bandwidth", one.bandwidth}});
  Json names = Json::array();
  for (const network::Switch at : base::ids<network::Switch>(wiring.switches()))
    names.push_back(wiring.switch_name(at));
  Json levels = Json::array();
  for (const network::SwitchLevel& level : wiring.levels())
    levels.push_back({{"name", level.name}, {"domain", level.domain_of_switch.items()}});
  Json from = Json::array();
  Json to = Json::array();
  Json link_class = Json::array();
  for (const network::Link& link : wiring.links()) {
    from.push_back(link.from.number());
    to.push_back(link.to.number());
    link_class.push_back(link.link_class);
  }
  return {{"text", view.text},
          {"kind", view.network.kind()},
          {"classes", std::move(classes)},
          {"terminal_bandwidth", wiring.terminal_bandwidth()},
          {"switches", std::move(names)},
          {"levels", std::move(levels)},
          {"links", {{"from", std::move(from)}, {"to", std::move(to)}, {"class", std::move(link_class)}}}};
}

/// The nodes, and the names of the jobs on them.
std::pair<Json, Json> nodes_part(const network::Wiring& wiring, const inventory::NodeTable& table) {
  Json nodes = {{"name", table.name.items()}};
  Json network_names = Json::array();
  Json switches = Json::array();
  Json states = Json::array();
  Json jobs = Json::array();
  Json names_of_jobs = Json::array();
  std::map<std::string_view, std::int64_t> seen;
  bool renamed = false;
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    network_names.push_back(wiring.node_name(node));
    renamed = renamed || wiring.node_name(node) != table.name[node];
    switches.push_back(wiring.switch_of(node).number());
    states.push_back(static_cast<int>(table.state[node]));
    if (table.job[node].empty()) {
      jobs.push_back(-1);
      continue;
    }
    const auto [job, fresh] = seen.emplace(table.job[node], static_cast<std::int64_t>(seen.size()));
    if (fresh) names_of_jobs.push_back(table.job[node]);
    jobs.push_back(job->second);
  }
  if (renamed) nodes["network_name"] = std::move(network_names);
  nodes["switch"] = std::move(switches);
  nodes["state"] = std::move(states);
  nodes["batch_job"] = std::move(jobs);
  return {std::move(nodes), std::move(names_of_jobs)};
}

}  // namespace

Json view_json(const View& view) {
  const network::Wiring& wiring = view.network.wiring();
  check_size(static_cast<std::size_t>(wiring.nodes()), max_nodes_of_a_view, "nodes");
  check_size(wiring.links().size(), max_links_of_a_view, "links");
  if (view.job) check_size(view.job->node_of_rank.size(), max_ranks_of_a_view, "ranks");

  auto [nodes, batch_jobs] = nodes_part(wiring, view.table);
  Json cabinets = add_locations(nodes, wiring, view.table);
  Json document = {
      {"schema", view_schema},     {"version", CARTWRIGHT_VERSION},       {"network", network_part(wiring, view)},
      {"nodes", std::move(nodes)}, {"batch_jobs", std::move(batch_jobs)}, {"cabinets", std::move(cabinets)}};
  if (view.job) {
    Json node_of_rank = Json::array();
    for (const network::Node node : view.job->node_of_rank) node_of_rank.push_back(node.number());
    document["job"] = {{"dims", view.job->dims},
                       {"pattern", view.job->pattern},
                       {"mapping", view.job->mapping},
                       {"routing", view.job->routing},
                       {"node_of_rank", std::move(node_of_rank)}};
  }
  if (view.loads)
    document["loads"] = {{"links", bytes_column(view.loads->links.items())},
                         {"injection", bytes_column(view.loads->injection.items())},
                         {"ejection", bytes_column(view.loads->ejection.items())}};
  return document;
}

std::string view_page(std::string_view document) { return fill_page(view_template, "/*MODEL*/", document); }

}  // namespace cartwright::report
