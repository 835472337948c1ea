// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/network.hpp"
#include "cli/present.hpp"
#include "network/json_network.hpp"
#include "network/networks.hpp"
#include "report/job_report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace cartwright::cli {

namespace {

/// The number of links on the longest shortest path; nothing if the search would take long.
std::optional<std::int64_t> diameter(const network::Wiring& wiring) {
  constexpr double max_steps = 3e8;
  if (wiring.switches() * static_cast<double>(wiring.links().size()) > max_steps) return std::nullopt;
  std::int64_t longest = 0;
  for (const network::Switch root : base::ids<network::Switch>(wiring.switches())) {
    base::IndexVector<network::Switch, std::int64_t> distance(wiring.switches(), -1);
    std::vector<network::Switch> reached = {root};
    distance[root] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const network::LinkId link : wiring.links_from(reached[i])) {
        const network::Switch to = wiring.links()[link].to;
        std::int64_t& there = distance[to];
        if (there >= 0) continue;
        there = distance[reached[i]] + 1;
        longest = std::max(longest, there);
        reached.push_back(to);
      }
  }
  return longest;
}

std::string bandwidth_text(double bytes_per_second) { return fmt::format("{:.5g} GB/s", bytes_per_second / 1e9); }

std::string info_text(const report::Json& network, const report::Style& style) {
  using Align = report::Table::Align;
  std::string out = style.bold(network["kind"].get<std::string>()) +
                    fmt::format(": {} nodes on {} switches, {} links", network["nodes"].get<std::int64_t>(),
                                network["switches"].get<std::int64_t>(), network["links"].get<std::int64_t>());
  if (!network["diameter"].is_null()) out += fmt::format(", diameter {}", network["diameter"].get<std::int64_t>());
  out += "\n";
  std::string levels;
  for (const report::Json& level : network["levels"]) {
    const std::string name = level["level"];
    levels += fmt::format("{}{} {}{}", levels.empty() ? "levels: " : ", ", level["domains"].get<std::int64_t>(), name,
                          name.ends_with('s') ? "" : "s");
  }
  if (!levels.empty()) out += levels + "\n";
  report::Table table(
      {{"links", Align::left}, {"count"}, {"bandwidth"}, {"in total", Align::right, 2}, {"", Align::left, 1}});
  for (const report::Json& one : network["classes"]) {
    const double bandwidth = one["bandwidth"];
    table.add_row({one["class"], report::number_text(one["links"]), bandwidth_text(bandwidth),
                   bandwidth_text(bandwidth * one["links"].get<double>()), one["title"]});
  }
  if (const double terminal = network["terminal_bandwidth"]; terminal > 0)
    table.add_row({"terminal", report::number_text(network["nodes"]), bandwidth_text(terminal),
                   bandwidth_text(terminal * network["nodes"].get<double>()), "between nodes and their switches"});
  return out + "\n" + table.text(style);
}

}  // namespace

int network_info(const NetworkCommandOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  std::vector<std::string> files;
  for (const std::string& text : options.writes) {
    constexpr std::string_view format = "json=";
    if (!text.starts_with(format) || text.size() == format.size())
      base::fail(base::Status::invalid_argument, "--write {}: the only format is JSON: give json=FILE",
                 base::quote(text));
    files.push_back(text.substr(format.size()));
    base::check_writable(files.back(), existing);
  }
  const auto network = network::read_network(options.network);
  for (const std::string& file : files) base::write_file(file, network::network_to_json(*network), existing);
  if (std::ranges::find(files, "-") != files.end()) return 0;
  report::Json report = report::report_head("network");
  report["action"] = "info";
  report["network"] = report::network_json(*network, options.network);
  const std::optional<std::int64_t> longest = diameter(network->wiring());
  report["network"]["diameter"] = longest ? report::Json(*longest) : report::Json(nullptr);
  present(report, info_text(report["network"], make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
