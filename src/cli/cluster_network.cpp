// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cluster_network.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

constexpr std::int32_t max_namespaces = 256;  // of hosts, and of switches: more take minutes to make
constexpr std::size_t max_links = 10000;

/// Ethernet 14, IP 20, TCP 20 with 12 for timestamps.
constexpr double header_bytes = 66;

bool is_host_name(std::string_view name) {
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || base::is_digit(c) || c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= 63 && name.front() != '-' && name.front() != '.' &&
         std::ranges::all_of(name, fine);
}

/// The reverse of each link. The k-th of parallel links belongs to the k-th one back.
base::IndexVector<network::LinkId, std::size_t> reverse_links(const network::Wiring& wiring) {
  std::map<std::pair<network::Switch, network::Switch>, std::vector<network::LinkId>> between;
  for (const network::LinkId id : wiring.links().ids())
    between[{wiring.links()[id].from, wiring.links()[id].to}].push_back(id);
  base::IndexVector<network::LinkId, std::size_t> reverse(wiring.links().size());
  for (const auto& [ends, links] : between) {
    const std::vector<network::LinkId>& back = between.at({ends.second, ends.first});
    if (back.size() != links.size())
      base::fail(base::Status::unsupported,
                 "{} links lead from switch {} to {}, but {} back: only networks of cables can be emulated",
                 links.size(), base::quote(wiring.switch_name(ends.first)),
                 base::quote(wiring.switch_name(ends.second)), back.size());
    for (std::size_t i = 0; i < links.size(); ++i) reverse[links[i]] = back[i].index();
  }
  return reverse;
}

/// The part of a link as a whole number up to 256. The smallest part gets 12, a multiple of 2, 3 and 4.
launch::Fabric::Route::Way way_of(const network::Share& share, const network::Route& out) {
  double least = 1;
  for (const network::Share& other : out) least = std::min(least, other.part);
  return {share.link.index(), static_cast<int>(std::clamp(std::round(12 * share.part / least), 1.0, 256.0))};
}

launch::Fabric::Table table_of(const traffic::ForwardingTable& table) {
  launch::Fabric::Table out;
  if (table.from) out.from_host = table.from->index();
  if (table.in) out.in_link = *table.in == network::LinkId(-1) ? launch::Fabric::no_link : table.in->index();
  for (const traffic::ForwardingTable::Entry& entry : table.entries) {
    launch::Fabric::Route route{entry.to.index(), {}};
    for (const network::Share& share : entry.out) route.ways.push_back(way_of(share, entry.out));
    out.routes.push_back(std::move(route));
  }
  return out;
}

report::Json link_json(std::string_view class_name, const std::string& from, const std::string& to,
                       const launch::LinkSpeed& speed, const launch::Counter& counter, const double* expected) {
  report::Json link = {
      {"class", class_name},
      {"from", from},
      {"to", to},
      {"bits_per_second", speed.rate.empty() ? report::Json() : report::json_number(speed.bits_per_second)},
      {"bytes", counter.bytes},
      {"packets", counter.packets},
      {"payload",
       report::json_number(static_cast<double>(counter.bytes) - header_bytes * static_cast<double>(counter.packets))}};
  if (expected != nullptr) link["expected"] = report::json_number(*expected);
  return link;
}

}  // namespace

std::vector<std::string> emulated_hosts(const network::Wiring& wiring) {
  if (wiring.nodes() > max_namespaces || wiring.switches() > max_namespaces || wiring.links().size() > max_links)
    base::fail(base::Status::unsupported,
               "{} nodes, {} switches and {} links are too many to emulate: use a network of at most {}, {} and {}",
               wiring.nodes(), wiring.switches(), wiring.links().size(), max_namespaces, max_namespaces, max_links);
  std::vector<std::string> names;
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    names.push_back(wiring.node_name(node));
    if (!is_host_name(names.back()))
      base::fail(
          base::Status::invalid_argument,
          "{} is not the name of a host: rename the node in the file of the network, with letters, digits, - and .",
          base::quote(names.back()));
  }
  return names;
}

launch::Fabric make_fabric(const traffic::PairRoutes& routes, const std::vector<launch::LinkSpeed>& speeds) {
  const network::Wiring& wiring = routes.network().wiring();
  launch::Fabric fabric;
  for (const network::Node node : base::ids<network::Node>(wiring.nodes()))
    fabric.switch_of_host.push_back(wiring.switch_of(node).index());
  const base::IndexVector<network::LinkId, std::size_t> reverse = reverse_links(wiring);
  for (const network::LinkId id : wiring.links().ids()) {
    const network::Link& link = wiring.links()[id];
    fabric.links.push_back(
        {link.from.index(), link.to.index(), reverse[id], speeds[static_cast<std::size_t>(link.link_class)]});
  }
  for (const traffic::SwitchTables& tables : traffic::forwarding_tables(routes)) {
    fabric.tables.emplace_back();
    for (const traffic::ForwardingTable& table : tables) fabric.tables.back().push_back(table_of(table));
  }
  fabric.terminal = speeds.back();
  return fabric;
}

report::Json links_json(const traffic::PairRoutes& routes, const std::vector<launch::LinkSpeed>& speeds,
                        const launch::FabricCounters& counters, const traffic::LinkLoads* expected) {
  const network::Wiring& wiring = routes.network().wiring();
  report::Json links = report::Json::array();
  for (const network::LinkId id : wiring.links().ids()) {
    const network::Link& link = wiring.links()[id];
    const auto link_class = static_cast<std::size_t>(link.link_class);
    links.push_back(link_json(wiring.classes()[link_class].name, wiring.switch_name(link.from),
                              wiring.switch_name(link.to), speeds[link_class], counters.links[id.index()],
                              expected == nullptr ? nullptr : &expected->links[id]));
  }
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    const std::string& name = wiring.node_name(node);
    const std::string& at = wiring.switch_name(wiring.switch_of(node));
    links.push_back(link_json("injection", name, at, speeds.back(), counters.injection[node.index()],
                              expected == nullptr ? nullptr : &expected->injection[node]));
    links.push_back(link_json("ejection", at, name, speeds.back(), counters.ejection[node.index()],
                              expected == nullptr ? nullptr : &expected->ejection[node]));
  }
  return links;
}

std::string links_text(const report::Json& links) {
  struct Row {
    std::string name;
    std::int64_t links = 0, used = 0;
    const report::Json* busiest = nullptr;
    double most = -1, expected = 0;
  };
  std::vector<Row> rows;
  bool expects = false;
  for (const report::Json& link : links) {
    const std::string name = link["class"];
    auto known = std::ranges::find(rows, name, &Row::name);
    if (known == rows.end()) known = rows.insert(rows.end(), Row{name});
    Row& row = *known;
    ++row.links;
    const double payload = link["payload"];
    if (payload > 0) ++row.used;
    if (payload > row.most) {
      row.most = payload;
      row.busiest = &link;
    }
    if (link.contains("expected")) {
      expects = true;
      row.expected = std::max(row.expected, link["expected"].get<double>());
    }
  }
  std::vector<report::Table::Column> columns = {
      {"links", report::Table::Align::left}, {"number"}, {"used"}, {"most bytes"}};
  if (expects) columns.push_back({"expected"});
  columns.push_back({"busiest", report::Table::Align::left});
  report::Table table(std::move(columns));
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.name, std::to_string(row.links), std::to_string(row.used),
                                      fmt::format("{:.0f}", std::max(0.0, row.most))};
    if (expects) cells.push_back(fmt::format("{:.0f}", row.expected));
    cells.push_back(
        fmt::format("{} -> {}", row.busiest->at("from").get<std::string>(), row.busiest->at("to").get<std::string>()));
    table.add_row(std::move(cells));
  }
  return table.text({});
}

}  // namespace cartwright::cli
