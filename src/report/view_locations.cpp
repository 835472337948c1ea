// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/location.hpp"
#include "report/view_p.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

/// Row and column. xnames number all cabinets consecutively, by convention with a hundred per row.
std::pair<std::int64_t, std::int64_t> cabinet_of(const inventory::Location& at) {
  return at.kind == inventory::Location::Kind::cname ? std::pair(at.row, at.cabinet)
                                                     : std::pair(at.cabinet / 100, at.cabinet % 100);
}

std::string name_of_cabinet(const inventory::Location& at) {
  return at.kind == inventory::Location::Kind::cname ? fmt::format("c{}-{}", at.cabinet, at.row)
                                                     : fmt::format("x{}", at.cabinet);
}

std::vector<inventory::Location> locations(const network::Wiring& wiring, const inventory::NodeTable& table) {
  std::vector<inventory::Location> found;
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
    std::optional<inventory::Location> at = inventory::parse_location(wiring.node_name(node));
    if (!at) at = inventory::parse_location(table.name[node]);
    const bool small = at && std::max({at->chassis, at->slot, at->board, at->node}) < max_slots_of_a_view;
    if (!small || (!found.empty() && at->kind != found.front().kind)) return {};
    found.push_back(*at);
  }
  return found;
}

}  // namespace

Json add_locations(Json& nodes, const network::Wiring& wiring, const inventory::NodeTable& table) {
  const std::vector<inventory::Location> all = locations(wiring, table);
  Json cabinets = Json::array();
  if (all.empty()) return cabinets;
  const std::int64_t per_board = 1 + std::ranges::max(all, {}, &inventory::Location::node).node;
  if (per_board * (1 + std::ranges::max(all, {}, &inventory::Location::board).board) > max_slots_of_a_view)
    return cabinets;
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::string, std::int64_t>> index;
  for (const inventory::Location& at : all) index.emplace(cabinet_of(at), std::pair(name_of_cabinet(at), 0));
  for (auto& [where, cabinet] : index) {
    cabinet.second = static_cast<std::int64_t>(cabinets.size());
    cabinets.push_back({{"name", cabinet.first}, {"row", where.first}, {"column", where.second}});
  }
  Json location = {
      {"cabinet", Json::array()}, {"chassis", Json::array()}, {"slot", Json::array()}, {"node", Json::array()}};
  for (const inventory::Location& at : all) {
    location["cabinet"].push_back(index.at(cabinet_of(at)).second);
    location["chassis"].push_back(at.chassis);
    location["slot"].push_back(at.slot);
    location["node"].push_back(at.board * per_board + at.node);
  }
  nodes["location"] = std::move(location);
  return cabinets;
}

}  // namespace cartwright::report
