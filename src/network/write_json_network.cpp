// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/json_network.hpp"

#include "network/table_routes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace cartwright::network {

namespace {

using nlohmann::ordered_json;

/// The position of a link in the list of cables: its entry, and its number among parallel cables.
struct CablePosition {
  std::size_t entry = 0;
  std::int64_t cable = 0;
};

/// Links of one class between the same two switches are one entry. The k-th link in one direction shares a cable with
/// the k-th link in the other.
ordered_json cables_of(const Wiring& wiring, base::IndexVector<LinkId, CablePosition>& positions) {
  using Key = std::tuple<Switch, Switch, std::int32_t>;  // lower switch, higher switch, class
  std::map<Key, std::array<std::vector<LinkId>, 2>> ends;
  for (const LinkId id : wiring.links().ids()) {
    const Link& link = wiring.links()[id];
    ends[{std::min(link.from, link.to), std::max(link.from, link.to), link.link_class}][link.from > link.to].push_back(
        id);
  }
  ordered_json cables = ordered_json::array();
  positions.assign(wiring.links().size(), {});
  for (const auto& [key, both] : ends) {
    for (const std::vector<LinkId>& way : both)
      for (std::size_t k = 0; k < way.size(); ++k) positions[way[k]] = {cables.size(), static_cast<std::int64_t>(k)};
    const auto [low, high, link_class] = key;
    ordered_json entry = {{"from", wiring.switch_name(low)},
                          {"to", wiring.switch_name(high)},
                          {"class", wiring.classes()[link_class].name}};
    if (both[0].size() > 1) entry["count"] = both[0].size();
    cables.push_back(std::move(entry));
  }
  return cables;
}

ordered_json node_of(const Wiring& wiring, Node node) {
  ordered_json made = {{"name", wiring.node_name(node)}, {"switch", wiring.switch_name(wiring.switch_of(node))}};
  for (std::size_t rail = 1; rail < wiring.rails(node); ++rail)
    made["more_switches"].push_back(wiring.switch_name(wiring.switch_of(node, rail)));
  if (wiring.is_service(node)) made["service"] = true;
  return made;
}

ordered_json routes_of(const TableRoutes& network, const base::IndexVector<LinkId, CablePosition>& positions) {
  std::map<std::tuple<Switch, std::size_t, std::int64_t, std::int32_t>, nlohmann::json>
      nodes;  // by switch, entry, cable, rail
  for (const TableEntry& entry : network.entries()) {
    const CablePosition& position = positions[entry.link];
    nodes[{entry.at, position.entry, position.cable, entry.rail}].push_back(network.wiring().node_name(entry.to));
  }
  ordered_json routes = ordered_json::array();
  for (const auto& [way, names] : nodes) {
    const auto& [at, link, cable, rail] = way;
    ordered_json entry = {{"switch", network.wiring().switch_name(at)}, {"link", link}};
    if (cable > 0) entry["cable"] = cable;
    if (rail > 0) entry["rail"] = rail;
    entry["nodes"] = names;
    routes.push_back(std::move(entry));
  }
  return routes;
}

}  // namespace

std::string network_to_json(const Network& network) {
  const Wiring& wiring = network.wiring();
  ordered_json root = {{"schema", "cartwright-network/1"}, {"classes", ordered_json::array()}};
  for (const LinkClass& link_class : wiring.classes()) {
    ordered_json& entry = root["classes"].emplace_back(ordered_json{{"name", link_class.name}});
    if (!link_class.title.empty()) entry["title"] = link_class.title;
    entry["bandwidth"] = link_class.bandwidth;
  }
  if (wiring.terminal_bandwidth() > 0) root["terminal_bandwidth"] = wiring.terminal_bandwidth();
  root["switches"] = ordered_json::array();
  for (const Switch at : base::ids<Switch>(wiring.switches())) root["switches"].push_back(wiring.switch_name(at));
  root["nodes"] = ordered_json::array();
  for (const Node node : base::ids<Node>(wiring.nodes())) root["nodes"].push_back(node_of(wiring, node));
  base::IndexVector<LinkId, CablePosition> positions;
  root["links"] = cables_of(wiring, positions);
  if (!wiring.levels().empty()) root["levels"] = ordered_json::array();
  for (const SwitchLevel& level : wiring.levels()) {
    std::map<std::int32_t, ordered_json> domains;
    for (const Switch at : base::ids<Switch>(wiring.switches()))
      domains[level.domain_of_switch[at]].push_back(wiring.switch_name(at));
    ordered_json all = ordered_json::array();
    for (auto& [number, switches] : domains) all.push_back(std::move(switches));
    root["levels"].push_back({{"name", level.name}, {"domains", std::move(all)}});
  }
  if (const auto* tables = dynamic_cast<const TableRoutes*>(&network)) root["routes"] = routes_of(*tables, positions);
  return root.dump(1) + "\n";
}

}  // namespace cartwright::network
