// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The output of `rtr --interconnect` on a Cray XC, one line per port of every Aries router:
//
//   c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)
//   c0-0c0s0a0l04(0:0:0) blue -> unused
//   c0-0c0s0a0l50(0:0:0) ptile -> processor
//
// cname of the port, (group:chassis:slot) of its router, color. Every cable is listed twice, once at each end.
#include "base/error.hpp"
#include "base/text.hpp"
#include "network/aries.hpp"
#include "network/networks_p.hpp"
#include "network/shortest_paths.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace cartwright::network {

namespace {

constexpr std::array<std::string_view, 3> colors = {"green", "black", "blue"};

/// The location of a router: group, chassis of the group, slot of the chassis.
using Location = std::array<std::int64_t, 3>;

struct Router {
  Location location{};
  std::string_view cname;  ///< "c0-0c0s0"
  friend bool operator==(const Router&, const Router&) = default;
  friend bool operator<(const Router& a, const Router& b) {
    return std::tie(a.location, a.cname) < std::tie(b.location, b.cname);
  }
};

struct Port {
  Router router;
  std::string_view name;  ///< "c0-0c0s0a0l00"
};

/// One end of a cable: one line of the file.
struct End {
  Port from, to;
  std::int32_t color = 0;
  std::size_t line = 0;
};

/// "c0-0c0s0a0l00(0:0:0)".
Port parse_port(std::string_view text) {
  const std::size_t bracket = text.find('(');
  const auto refuse = [&] {
    base::fail(base::Status::parse, "{} is not a port such as c0-0c0s0a0l00(0:0:0)", base::quote(text));
  };
  constexpr std::size_t longest = 64;  // npos, for no bracket, exceeds it
  if (bracket > longest || !text.ends_with(')')) refuse();
  Port port;
  port.name = text.substr(0, bracket);
  // c, number, -, number, c, number, s, number, a0l, two digits
  std::string_view rest = port.name;
  for (const std::string_view mark : {"c", "-", "c", "s", "a0l"}) {
    if (!rest.starts_with(mark)) refuse();
    if (mark == "a0l") port.router.cname = port.name.substr(0, port.name.size() - rest.size());
    rest.remove_prefix(mark.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0 || (mark == "a0l" && (digits != 2 || rest.size() != 2))) refuse();
    rest.remove_prefix(digits);
  }
  const std::vector<std::string_view> numbers = base::split(text.substr(bracket + 1, text.size() - bracket - 2), ':');
  if (numbers.size() != 3) refuse();
  for (std::size_t i = 0; i < 3; ++i) {
    port.router.location[i] = base::parse_int(numbers[i], "group, chassis or slot");
    if (port.router.location[i] < 0) refuse();
  }
  return port;
}

/// The cables of a file, each from both ends, sorted by the port where they begin, and the routers.
struct Cables {
  std::vector<End> ends;
  std::vector<Router> routers;
};

[[noreturn]] void refuse_line(std::size_t line, const std::string& message) {
  base::fail(base::Status::parse, "cray-interconnect, line {}: {}", line, message);
}

std::vector<End>::const_iterator find_end(const std::vector<End>& ends, std::string_view name) {
  const auto found = std::lower_bound(ends.begin(), ends.end(), name,
                                      [](const End& end, std::string_view wanted) { return end.from.name < wanted; });
  return found != ends.end() && found->from.name == name ? found : ends.end();
}

/// Every line that names the other end of a cable needs a matching line from there.
void check_both_ends(const std::vector<End>& ends) {
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const End& end = ends[i];
    if (i > 0 && ends[i - 1].from.name == end.from.name)
      refuse_line(std::max(end.line, ends[i - 1].line),
                  fmt::format("{} is already listed in line {}", end.from.name, std::min(end.line, ends[i - 1].line)));
    const auto back = find_end(ends, end.to.name);
    if (back == ends.end())
      refuse_line(end.line,
                  fmt::format("a cable goes from {} to {}, but no line describes the way back: the file lacks "
                              "lines, or has been cut off",
                              end.from.name, end.to.name));
    if (back->to.name != end.from.name || back->color != end.color)
      refuse_line(end.line,
                  fmt::format("{} is linked to {} by a {} cable, but line {} says that {} is linked to {} by a "
                              "{} one",
                              end.from.name, end.to.name, colors[end.color], back->line, back->from.name, back->to.name,
                              colors[back->color]));
  }
}

/// The routers of the file in order of location, each cname at one location and no location twice.
std::vector<Router> routers_of(std::vector<std::pair<Router, std::size_t>> named) {
  std::sort(named.begin(), named.end());
  std::vector<std::pair<Router, std::size_t>> first;
  for (const auto& one : named)
    if (first.empty() || first.back().first != one.first) first.push_back(one);
  for (std::size_t i = 1; i < first.size(); ++i)
    if (first[i].first.location == first[i - 1].first.location)
      refuse_line(std::max(first[i].second, first[i - 1].second),
                  fmt::format("{} and {} have the same location", first[i - 1].first.cname, first[i].first.cname));
  std::vector<Router> routers;
  for (const auto& one : first) routers.push_back(one.first);
  std::sort(first.begin(), first.end(), [](const auto& a, const auto& b) { return a.first.cname < b.first.cname; });
  for (std::size_t i = 1; i < first.size(); ++i)
    if (first[i].first.cname == first[i - 1].first.cname)
      refuse_line(std::max(first[i].second, first[i - 1].second),
                  fmt::format("{} has another location in line {}", first[i].first.cname,
                              std::min(first[i].second, first[i - 1].second)));
  return routers;
}

Cables read_cables(std::string_view text) {
  Cables cables;
  std::vector<std::pair<Router, std::size_t>> named;
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();) {
    try {
      const std::vector<std::string_view> parts = base::words(line->text);
      if (parts.size() != 4 || parts[2] != "->")
        base::fail(base::Status::parse, "{} is not of the form PORT COLOR -> PORT", base::quote(line->text));
      End end;
      end.line = line->number;
      end.from = parse_port(parts[0]);
      named.emplace_back(end.from.router, line->number);
      if (parts[1] == "ptile") {
        if (parts[3] != "processor" && parts[3] != "unused")
          base::fail(base::Status::parse, "a ptile leads to {}: it should be processor", base::quote(parts[3]));
        continue;
      }
      const auto color = std::find(colors.begin(), colors.end(), parts[1]);
      if (color == colors.end())
        base::fail(base::Status::parse, "unknown color {}: it should be green, black, blue or ptile",
                   base::quote(parts[1]));
      end.color = static_cast<std::int32_t>(color - colors.begin());
      if (parts[3] == "unused") continue;
      end.to = parse_port(parts[3]);
      named.emplace_back(end.to.router, line->number);
      cables.ends.push_back(end);
    } catch (const base::Error& error) {
      base::fail(error.status(), "cray-interconnect, line {}: {}", line->number, error.what());
    }
  }
  cables.routers = routers_of(std::move(named));
  if (static_cast<std::int64_t>(cables.routers.size()) > max_network_nodes / aries_nodes_of_router)
    base::fail(base::Status::overflow, "cray-interconnect: {} routers are more than any network has",
               cables.routers.size());
  std::sort(cables.ends.begin(), cables.ends.end(),
            [](const End& a, const End& b) { return std::tie(a.from.name, a.line) < std::tie(b.from.name, b.line); });
  check_both_ends(cables.ends);
  return cables;
}

}  // namespace

bool is_cray_interconnect(std::string_view text) {
  const std::optional<base::Line> line = base::Lines(text).next();
  return line && line->text.starts_with('c') && line->text.find("a0l") < line->text.find("->") &&
         line->text.find("->") != std::string_view::npos;
}

std::unique_ptr<Network> read_cray_interconnect(std::string_view text) {
  const Cables cables = read_cables(text);
  WiringParts parts;
  parts.classes = aries_classes(aries_copper, aries_copper, aries_optical);
  parts.terminal_bandwidth = aries_pcie;
  SwitchLevel groups{"group", {}};
  SwitchLevel chassis{"chassis", {}};
  std::int32_t group = 0;
  std::int32_t chassis_number = 0;
  for (std::size_t i = 0; i < cables.routers.size(); ++i) {
    const Router& router = cables.routers[i];
    const Location& before = cables.routers[i == 0 ? 0 : i - 1].location;
    const bool new_group = router.location[0] != before[0];
    const bool new_chassis = new_group || router.location[1] != before[1];
    group += new_group ? 1 : 0;
    chassis_number += new_chassis ? 1 : 0;
    groups.domain_of_switch.push_back(group);
    chassis.domain_of_switch.push_back(chassis_number);
    parts.switch_names.push_back(std::string(router.cname));
    for (std::int64_t node = 0; node < aries_nodes_of_router; ++node) {
      parts.node_names.push_back(fmt::format("{}n{}", router.cname, node));
      parts.switch_of_node.push_back(Switch(i));
    }
  }
  const auto number = [&](const Router& router) {
    return Switch(std::lower_bound(cables.routers.begin(), cables.routers.end(), router) - cables.routers.begin());
  };
  std::vector<std::tuple<Switch, std::string_view, Link>> links;
  for (const End& end : cables.ends) {
    const Link link = {number(end.from.router), number(end.to.router), end.color};
    if (link.from == link.to) refuse_line(end.line, fmt::format("{} is linked to its own router", end.from.name));
    const bool one_group = end.from.router.location[0] == end.to.router.location[0];
    if (one_group == (end.color == 2))
      refuse_line(end.line, one_group ? "a blue cable within a group" : "a cable between groups that is not blue");
    links.emplace_back(link.from, end.from.name, link);
  }
  std::sort(links.begin(), links.end(), [](const auto& a, const auto& b) {
    return std::tie(get<0>(a), get<1>(a)) < std::tie(get<0>(b), get<1>(b));
  });
  for (const auto& [from, name, link] : links) parts.links.push_back(link);
  parts.levels = {std::move(groups), std::move(chassis)};
  return std::make_unique<ShortestPaths>("cray-interconnect", Wiring(std::move(parts)));
}

}  // namespace cartwright::network
