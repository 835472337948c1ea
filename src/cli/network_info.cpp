// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network.hpp"
#include "cli/present.hpp"
#include "network/networks.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <nlohmann/json.hpp>
#include <optional>

namespace cartwright::cli {

namespace {

/// Links on the longest shortest path, found from every switch; nothing where that would take long.
std::optional<std::int64_t> diameter(const Wiring& wiring) {
  constexpr double most_steps = 3e8;
  const auto switches = static_cast<std::size_t>(wiring.switches());
  if (static_cast<double>(switches) * static_cast<double>(wiring.links().size()) > most_steps) return std::nullopt;
  std::int64_t longest = 0;
  for (Switch root = 0; root < wiring.switches(); ++root) {
    std::vector<std::int64_t> distance(switches, -1);
    std::vector<Switch> reached = {root};
    distance[static_cast<std::size_t>(root)] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const LinkId link : wiring.links_from(reached[i])) {
        const Switch to = wiring.links()[static_cast<std::size_t>(link)].to;
        std::int64_t& there = distance[static_cast<std::size_t>(to)];
        if (there >= 0) continue;
        there = distance[static_cast<std::size_t>(reached[i])] + 1;
        longest = std::max(longest, there);
        reached.push_back(to);
      }
  }
  return longest;
}

std::string bandwidth_text(double bytes_per_second) { return fmt::format("{:g} GB/s", bytes_per_second / 1e9); }

std::string info_text(const Json& network, const Style& style) {
  using Align = Table::Align;
  std::string out = style.bold(network["kind"].get<std::string>()) +
                    fmt::format(": {} nodes on {} switches, {} links", network["nodes"].get<std::int64_t>(),
                                network["switches"].get<std::int64_t>(), network["links"].get<std::int64_t>());
  if (!network["diameter"].is_null()) out += fmt::format(", diameter {}", network["diameter"].get<std::int64_t>());
  out += "\n";
  std::string levels;
  for (const Json& level : network["levels"])
    levels += fmt::format("{}{} {}s", levels.empty() ? "levels: " : ", ", level["domains"].get<std::int64_t>(),
                          level["level"].get<std::string>());
  if (!levels.empty()) out += levels + "\n";
  Table table({{"links", Align::left}, {"there are"}, {"each"}, {"all together"}, {"", Align::left}});
  for (const Json& one : network["classes"]) {
    const double bandwidth = one["bandwidth"];
    table.add_row({one["class"], number_text(one["links"]), bandwidth_text(bandwidth),
                   bandwidth_text(bandwidth * one["links"].get<double>()), one["title"]});
  }
  if (const double terminal = network["terminal_bandwidth"]; terminal > 0)
    table.add_row({"terminal", number_text(network["nodes"]), bandwidth_text(terminal),
                   bandwidth_text(terminal * network["nodes"].get<double>()), "between nodes and their switches"});
  return out + "\n" + table.text(style);
}

}  // namespace

int network_info(const NetworkCommandOptions& options) {
  const auto network = read_network(options.network);
  Json report = report_head("network");
  report["action"] = "info";
  report["network"] = network_json(*network, options.network);
  const std::optional<std::int64_t> longest = diameter(network->wiring());
  report["network"]["diameter"] = longest ? Json(*longest) : Json(nullptr);
  present(report, info_text(report["network"], make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
