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
#include "base/host_name.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <functional>
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

/// The device at the other end of a cable must list the same cable. If its ends list two speeds, as an adapter of four
/// lanes does on a port of one, both get the slower one. Returns a note on these cables, or an empty text.
std::string join_ends(FabricText& fabric) {
  std::size_t mixed = 0;
  std::string example;
  for (auto& [guid, device] : fabric.devices)
    for (auto& [number, port] : device.ports) {
      const auto peer = fabric.devices.find(port.peer);
      FabricPort* back = nullptr;
      if (peer != fabric.devices.end())
        if (const auto found = peer->second.ports.find(port.peer_port); found != peer->second.ports.end())
          back = &found->second;
      if (back == nullptr || back->peer != guid || back->peer_port != number)
        base::fail(
            base::Status::parse,
            "infiniband, line {}: port {} of {} is linked to port {} of a device that does not list the way back: the "
            "file lacks lines, or has been cut off",
            port.line, number, base::quote(device.description), port.peer_port);
      if (port.speed == back->speed) continue;
      if (mixed++ == 0)
        example = fmt::format("lines {} ({}) and {} ({})", port.line, port.speed, back->line, back->speed);
      port.speed = back->speed = bandwidth_of(port.speed) < bandwidth_of(back->speed) ? port.speed : back->speed;
    }
  if (mixed == 0) return "";
  return fmt::format("{} cable{} other speeds at the two ends, such as {}: the slower one counts", mixed,
                     mixed == 1 ? " has" : "s have", example);
}

/// A node: the linked ports of a host.
struct Host {
  std::string name;
  std::vector<const FabricPort*> ports;
};

/// Adds the linked ports of an adapter.
void add_ports(const FabricText& fabric, const FabricDevice& adapter, Host& host) {
  for (const auto& [number, port] : adapter.ports) {
    if (!fabric.devices.at(port.peer).is_switch)
      base::fail(base::Status::unsupported, "infiniband, line {}: {} is linked to another adapter, without a switch",
                 port.line, base::quote(adapter.description));
    host.ports.push_back(&port);
  }
}

/// The first word of the description of an adapter, if a host may have this name.
std::string host_in(std::string_view description, std::uint64_t guid) try {
  const std::vector<std::string_view> words = base::words(description);
  base::check_host_name(words.empty() ? "" : words.front());
  return std::string(words.front());
} catch (const base::Error&) {
  return name_of_adapter(guid);
}

/// One node for each host. The name of a host is the first word of the descriptions of its adapters. If several
/// adapters have the same description, hosts are unknown, and each adapter counts as a host named by its guid.
std::vector<Host> hosts_of(const FabricText& fabric) {
  std::map<std::string_view, int> called;
  for (const auto& [guid, device] : fabric.devices)
    if (!device.is_switch) ++called[device.description];
  std::map<std::string, std::size_t> index;
  std::vector<Host> hosts;
  for (const auto& [guid, device] : fabric.devices) {
    // Some switches have their own adapter for reductions in the network. No job runs there.
    if (device.is_switch || device.ports.empty() || device.description.find("Aggregation Node") != std::string::npos)
      continue;
    const std::string name =
        called[device.description] == 1 ? host_in(device.description, guid) : name_of_adapter(guid);
    const auto [entry, fresh] = index.try_emplace(name, hosts.size());
    if (fresh) hosts.push_back({name, {}});
    add_ports(fabric, device, hosts[entry->second]);
  }
  std::sort(hosts.begin(), hosts.end(), [](const Host& a, const Host& b) { return before(a.name, b.name); });
  return hosts;
}

/// Gives the nodes their switches. The first switch of a node is the one that most nodes are on: so nodes that share
/// switches have the same first one.
void add_nodes(const std::vector<Host>& hosts, const std::map<std::uint64_t, Switch>& number, WiringParts& parts) {
  std::vector<std::vector<Switch>> switches;
  base::IndexVector<Switch, std::size_t> used(parts.switch_names.size());
  for (const Host& host : hosts) {
    std::set<Switch> seen;
    double bandwidth = 0;
    for (const FabricPort* const port : host.ports) {
      seen.insert(number.at(port->peer));
      bandwidth += bandwidth_of(port->speed);
    }
    parts.terminal_bandwidth = parts.terminal_bandwidth > 0 ? std::min(parts.terminal_bandwidth, bandwidth) : bandwidth;
    for (const Switch at : seen) ++used[at];
    switches.emplace_back(seen.begin(), seen.end());
  }
  for (std::vector<Switch>& all : switches)
    std::ranges::stable_sort(all, std::greater(), [&](Switch at) { return used[at]; });
  const bool rails = std::ranges::any_of(switches, [](const auto& all) { return all.size() > 1; });
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    parts.node_names.push_back(hosts[i].name);
    parts.switch_of_node.push_back(switches[i].front());
    if (rails) parts.more_switches_of_node.push_back({switches[i].begin() + 1, switches[i].end()});
  }
}

/// The rails to which a LID leads. Of several ports of a host on one switch, the first counts.
std::map<std::int64_t, std::pair<Node, std::int32_t>> rails_of_lids(const std::vector<Host>& hosts,
                                                                    const std::map<std::uint64_t, Switch>& number,
                                                                    const Wiring& wiring) {
  std::map<std::int64_t, std::pair<Node, std::int32_t>> found;
  for (const Node node : base::ids<Node>(wiring.nodes())) {
    std::set<Switch> seen;
    for (const FabricPort* const port : hosts[node.index()].ports) {
      const Switch at = number.at(port->peer);
      if (port->lid < 0 || !seen.insert(at).second) continue;
      std::int32_t rail = 0;
      while (wiring.switch_of(node, static_cast<std::size_t>(rail)) != at) ++rail;
      found.emplace(port->lid, std::pair(node, rail));
    }
  }
  return found;
}

}  // namespace

std::string name_of_adapter(std::uint64_t guid) { return fmt::format("H-{:016x}", guid); }

bool names_adapter(std::string_view name) {
  return name.size() == 18 && name.starts_with("H-") &&
         name.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos;
}

bool is_infiniband(std::string_view text) {
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();)
    for (const std::string_view kind : {"Switch", "Ca"})
      if (line->text.starts_with(kind) && line->text.find('"') != std::string_view::npos) return true;
  return false;
}

std::unique_ptr<Network> read_infiniband(std::string_view text) {
  FabricText fabric = read_fabric(text);
  WiringParts parts;
  if (std::string note = join_ends(fabric); !note.empty()) parts.notes.push_back(std::move(note));
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

  const std::vector<Host> hosts = hosts_of(fabric);
  add_nodes(hosts, number, parts);
  Wiring wiring(std::move(parts));
  if (fabric.tables.empty()) return std::make_unique<ShortestPaths>("infiniband", std::move(wiring));

  const auto rails = rails_of_lids(hosts, number, wiring);
  std::vector<TableEntry> entries;
  for (const FabricEntry& entry : fabric.tables) {
    if (!number.contains(entry.guid))
      base::fail(base::Status::parse,
                 "infiniband, line {}: the table is for a switch that the fabric does not have: 0x{:016x}", entry.line,
                 entry.guid);
    const auto rail = rails.find(entry.lid);
    const auto link = link_of_port.find({entry.guid, entry.port});
    // Skip entries for switches, for adapters on the switch itself, and for ports without a cable.
    if (rail == rails.end() || link == link_of_port.end()) continue;
    entries.push_back({number.at(entry.guid), rail->second.first, link->second, rail->second.second});
  }
  return std::make_unique<TableRoutes>("infiniband", std::move(wiring), std::move(entries));
}

}  // namespace cartwright::network
