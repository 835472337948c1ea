// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/place.hpp"
#include "machine/hosts.hpp"
#include "placement/domains.hpp"
#include "report/link_report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

report::Json choice_json(const network::Network& network, const inventory::NodeTable& table, const PlacedJob& job, const report::Json& loads) {
  std::vector<network::Node> nodes = job.nodes;
  std::ranges::sort(nodes);
  std::size_t runs = 1;
  for (std::size_t i = 1; i < nodes.size(); ++i) runs += nodes[i] != nodes[i - 1] + 1 ? 1 : 0;
  std::vector<std::string> names;
  for (const network::Node node : nodes) names.push_back(table.name[static_cast<std::size_t>(node)]);
  std::ranges::sort(names, machine::host_before);
  return {{"policy", job.policy},
          {"node_list", machine::compress_host_list(names)},
          {"nodes", nodes.size()},
          {"runs", runs},
          {"routers", placement::by_router(network.wiring(), nodes).size()},
          {"groups", placement::by_group(network.wiring(), nodes).size()},
          {"loads", loads}};
}

namespace {

std::string count_text(const report::Json& count, std::string_view what) {
  const auto number = count.get<std::int64_t>();
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

/// A column for each class of links: how long its hottest takes.
std::string choices_text(const report::Json& choices, const report::Style& style) {
  using Align = report::Table::Align;
  std::vector<report::Table::Column> columns = {{"policy", Align::left},
                                        {"nodes", Align::right, 1},
                                        {"runs", Align::right, 2},
                                        {"routers", Align::right, 3},
                                        {"groups"}};
  const report::Json& classes = choices[0]["loads"]["classes"];
  int importance = 3 + static_cast<int>(classes.size());  // the last of them are left out first
  for (const report::Json& one : classes) columns.push_back({one["class"].get<std::string>(), Align::right, importance--});
  columns.push_back({"busiest link"});
  const bool compared = choices[0].contains("relative");
  if (compared) columns.push_back({"to level-spread"});
  report::Table table(columns);
  for (const report::Json& choice : choices) {
    std::vector<std::string> row = {choice["policy"]};
    for (const char* count : {"nodes", "runs", "routers", "groups"}) row.push_back(report::number_text(choice[count]));
    for (const report::Json& one : choice["loads"]["classes"]) row.push_back(report::seconds_text(one["bound_seconds"]));
    row.push_back(report::seconds_text(choice["loads"]["bound_seconds"]));
    if (compared)
      row.push_back(choice["relative"].is_null() ? "" : fmt::format("{:.3f}", choice["relative"].get<double>()));
    table.add_row(std::move(row), choice["chosen"] ? report::Table::Emphasis::good : report::Table::Emphasis::none);
  }
  return table.text(style);
}

}  // namespace

std::string place_text(const report::Json& report, const report::Style& style) {
  const report::Json& states = report["states"];
  const report::Json& job = report["jobs"][0];
  const report::Json& chosen =
      *std::ranges::find_if(report["choices"], [](const report::Json& choice) { return choice["chosen"].get<bool>(); });
  std::string out = style.bold(report["network"]["kind"].get<std::string>()) +
                    fmt::format(": {} free, {} taken, {} down\n", count_text(states["free"], "node"),
                                report::number_text(states["taken"]), report::number_text(states["down"]));
  out += style.bold(count_text(job["ranks"], "rank")) +
         fmt::format(" of {}, {} a node, mapping {}, routing {}\n\n", job["pattern"].get<std::string>(),
                     report::number_text(job["ranks_per_node"]), job["mapping"].get<std::string>(),
                     job["routing"].get<std::string>());
  out += choices_text(report["choices"], style) + "\n";
  const std::string policy = chosen["policy"];
  out += fmt::format("{} {}: {}\n", count_text(chosen["nodes"], "node"),
                     policy == "given" ? "as given" : "chosen by " + policy, chosen["node_list"].get<std::string>());
  for (const report::Json& note : report["notes"]) out += fmt::format("note: {}\n", note.get<std::string>());
  return out;
}

}  // namespace cartwright::cli
