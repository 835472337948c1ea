// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// An InfiniBand fabric as `ibnetdiscover` prints it, followed, if given, by its forwarding tables as `dump_fts`
// (formerly dump_lfts) prints them.
#include "network/infiniband_p.hpp"
#include "network/networks_p.hpp"
#include "network/shortest_paths.hpp"
#include "network/table_routes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace cartwright::network {

namespace {

/// Bytes per second of one lane, without the overhead of its encoding.
struct LaneSpeed {
  std::string_view name;
  double bandwidth;
};
constexpr std::array lane_speeds = {
    LaneSpeed{"SDR", 0.25e9},
    LaneSpeed{"DDR", 0.5e9},
    LaneSpeed{"QDR", 1e9},
    LaneSpeed{"FDR10", 10.3125e9 * 64 / 66 / 8},
    LaneSpeed{"FDR", 14.0625e9 * 64 / 66 / 8},
    LaneSpeed{"EDR", 25e9 / 8},
    LaneSpeed{"HDR", 50e9 / 8},
    LaneSpeed{"NDR", 100e9 / 8},
    LaneSpeed{"XDR", 200e9 / 8},
};

/// "4xEDR": four lanes of that speed.
double bandwidth_of(std::string_view speed) {
  const std::size_t x = speed.find('x');
  const auto lane = x == std::string_view::npos
                        ? lane_speeds.end()
                        : std::find_if(lane_speeds.begin(), lane_speeds.end(),
                                       [&](const LaneSpeed& one) { return one.name == speed.substr(x + 1); });
  constexpr std::size_t longest = 8;
  if (lane == lane_speeds.end() || speed.size() > longest)
    base::fail(base::Status::parse, "infiniband: {} is not a speed such as 4xEDR", base::quote(speed));
  return static_cast<double>(base::parse_count(speed.substr(0, x), "lanes")) * lane->bandwidth;
}

/// Compares names, with digits as numbers: node9 comes before node10.
bool before(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (base::is_digit(a[i]) && base::is_digit(b[j])) {
      const auto number = [](std::string_view text, std::size_t& at) {
        while (at + 1 < text.size() && text[at] == '0' && base::is_digit(text[at + 1])) ++at;
        const std::size_t first = at;
        while (at < text.size() && base::is_digit(text[at])) ++at;
        return text.substr(first, at - first);
      };
      const std::string_view m = number(a, i);
      const std::string_view n = number(b, j);
      if (m != n) return m.size() != n.size() ? m.size() < n.size() : m < n;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i;
      ++j;
    }
  }
  const bool a_ends = i == a.size();
  const bool b_ends = j == b.size();
  return a_ends != b_ends ? a_ends : a < b;
}

/// The device at the other end of a cable must list the same cable.
void check_both_ends(const FabricText& fabric) {
  for (const auto& [guid, device] : fabric.devices)
    for (const auto& [number, port] : device.ports) {
      const auto peer = fabric.devices.find(port.peer);
      const FabricPort* back = nullptr;
      if (peer != fabric.devices.end())
        if (const auto found = peer->second.ports.find(port.peer_port); found != peer->second.ports.end())
          back = &found->second;
      if (back == nullptr || back->peer != guid || back->peer_port != number)
        base::fail(
            base::Status::parse,
            "infiniband, line {}: port {} of {} is linked to port {} of a device that does not list the way back: the "
            "file lacks lines, or has been cut off",
            port.line, number, base::quote(device.description), port.peer_port);
    }
}

/// A node: the first linked port of a host.
struct Host {
  std::string name;
  std::uint64_t guid = 0;
  std::uint64_t leaf = 0;  ///< guid of its switch
  std::int64_t lid = -1;
  std::string_view speed;
};

/// One node for each host. The name of a host is the first word of the descriptions of its adapters. If several
/// adapters have the same description, hosts are unknown, and each adapter counts as a host named by its guid.
std::vector<Host> hosts_of(const FabricText& fabric) {
  std::map<std::string_view, int> called;
  for (const auto& [guid, device] : fabric.devices)
    if (!device.is_switch) ++called[device.description];
  std::set<std::string> seen;
  std::vector<Host> hosts;
  for (const auto& [guid, device] : fabric.devices) {
    // Some switches have their own adapter for reductions in the network. No job runs there.
    if (device.is_switch || device.ports.empty() || device.description.find("Aggregation Node") != std::string::npos)
      continue;
    const bool known = called[device.description] == 1 && !base::trim(device.description).empty();
    std::string name = known ? std::string(base::words(device.description).front()) : fmt::format("H-{:016x}", guid);
    if (!seen.insert(name).second) continue;  // a further adapter of the same host
    const FabricPort& port = device.ports.begin()->second;
    const auto leaf = fabric.devices.find(port.peer);
    if (!leaf->second.is_switch)
      base::fail(base::Status::unsupported, "infiniband, line {}: {} is linked to another adapter, without a switch",
                 port.line, base::quote(device.description));
    hosts.push_back({std::move(name), guid, port.peer, port.lid, port.speed});
  }
  std::sort(hosts.begin(), hosts.end(), [](const Host& a, const Host& b) { return before(a.name, b.name); });
  return hosts;
}

}  // namespace

bool is_infiniband(std::string_view text) {
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();)
    for (const std::string_view kind : {"Switch", "Ca"})
      if (line->text.starts_with(kind) && line->text.find('"') != std::string_view::npos) return true;
  return false;
}

std::unique_ptr<Network> read_infiniband(std::string_view text) {
  const FabricText fabric = read_fabric(text);
  check_both_ends(fabric);
  WiringParts parts;
  std::map<std::uint64_t, Switch> number;
  std::map<std::string_view, int> called;
  for (const auto& [guid, device] : fabric.devices)
    if (device.is_switch) ++called[device.description];
  for (const auto& [guid, device] : fabric.devices) {
    if (!device.is_switch) continue;
    number.emplace(guid, Switch(parts.switch_names.size()));
    const bool known = called[device.description] == 1 && !device.description.empty();
    parts.switch_names.push_back(known ? device.description : fmt::format("S-{:016x}", guid));
  }
  std::map<std::string_view, std::int32_t> classes;
  for (const auto& [guid, device] : fabric.devices)
    for (const auto& [from, port] : device.ports)
      if (device.is_switch && number.contains(port.peer)) classes.emplace(port.speed, 0);
  for (auto& [speed, at] : classes) {
    at = static_cast<std::int32_t>(parts.classes.size());
    parts.classes.push_back({std::string(speed), fmt::format("{} cables", speed), bandwidth_of(speed)});
  }
  std::map<std::pair<std::uint64_t, std::int64_t>, LinkId> link_of_port;
  for (const auto& [guid, device] : fabric.devices)
    for (const auto& [from, port] : device.ports) {
      if (!device.is_switch || !number.contains(port.peer)) continue;
      link_of_port.emplace(std::pair(guid, from), LinkId(parts.links.size()));
      parts.links.push_back({number.at(guid), number.at(port.peer), classes.at(port.speed)});
    }

  std::map<std::int64_t, Node> node_of_lid;
  const std::vector<Host> hosts = hosts_of(fabric);
  for (const Host& host : hosts) {
    if (host.lid >= 0) node_of_lid.emplace(host.lid, Node(parts.node_names.size()));
    parts.node_names.push_back(host.name);
    parts.switch_of_node.push_back(number.at(host.leaf));
    const double bandwidth = bandwidth_of(host.speed);
    parts.terminal_bandwidth = parts.terminal_bandwidth > 0 ? std::min(parts.terminal_bandwidth, bandwidth) : bandwidth;
  }
  Wiring wiring(std::move(parts));
  if (fabric.tables.empty()) return std::make_unique<ShortestPaths>("infiniband", std::move(wiring));

  std::vector<TableEntry> entries;
  for (const FabricEntry& entry : fabric.tables) {
    if (!number.contains(entry.guid))
      base::fail(base::Status::parse,
                 "infiniband, line {}: the table is for a switch that the fabric does not have: 0x{:016x}", entry.line,
                 entry.guid);
    const auto node = node_of_lid.find(entry.lid);
    const auto link = link_of_port.find({entry.guid, entry.port});
    // Skip entries for switches, for adapters on the switch itself, and for ports without a cable.
    if (node == node_of_lid.end() || link == link_of_port.end()) continue;
    entries.push_back({number.at(entry.guid), node->second, link->second});
  }
  return std::make_unique<TableRoutes>("infiniband", std::move(wiring), std::move(entries));
}

}  // namespace cartwright::network
