// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The wiring of a Cray XC by a rule. With 9 groups it has the same links as the real machine Theta; a test compares
// them. All routers of a chassis are linked (green); so are the routers of a slot in all chassis of a group, by three
// cables (black). An optical cable (blue) joins four neighboring slots of a chassis in one group to four in another
// one, by two links for each router. A router has ten blue ports, so four slots have room for five cables.
//
// The cables of a group are counted: those to the first other group, to the second, ... They are dealt to the chassis
// in turn, and within a chassis to its fours of slots in turn.
#include "network/aries.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "network/networks_p.hpp"
#include "network/shortest_paths.hpp"

#include <algorithm>

namespace cartwright::network {

namespace {

constexpr std::int64_t routers_of_cable = 4;
constexpr std::int64_t links_of_router_on_cable = 2;
constexpr std::int64_t cables_of_four = 5;
constexpr std::int64_t black_cables = 3;
constexpr std::int64_t chassis_of_cabinet = 3;

enum Color : std::int32_t { green, black, blue };

struct AriesShape {
  std::int64_t groups, chassis, slots, nodes;
  std::int64_t cables;   ///< optical cables between two groups
  std::int64_t columns;  ///< cabinets of a row
  /// The service nodes of the chassis of each group, in turn. They are the first nodes of a chassis.
  std::vector<std::int64_t> service;

  std::int64_t routers_of_group() const { return chassis * slots; }
  std::int64_t router(std::int64_t group, std::int64_t in_chassis, std::int64_t slot) const {
    return (group * chassis + in_chassis) * slots + slot;
  }
  std::int64_t ports_of_group() const { return chassis * (slots / routers_of_cable) * cables_of_four; }
  /// The first of the four routers in `group` on the cable of that number to the group `other`.
  std::int64_t end_of_cable(std::int64_t group, std::int64_t other, std::int64_t cable) const {
    const std::int64_t dealt = (other - (other > group ? 1 : 0)) * cables + cable;
    return router(group, dealt % chassis, dealt / chassis % (slots / routers_of_cable) * routers_of_cable);
  }
  std::string name(std::int64_t router) const {
    const std::int64_t in_machine = router / slots;
    const std::int64_t in_group = in_machine % chassis;
    const std::int64_t cabinets = (chassis + chassis_of_cabinet - 1) / chassis_of_cabinet;
    const std::int64_t cabinet = in_machine / chassis * cabinets + in_group / chassis_of_cabinet;
    return fmt::format("c{}-{}c{}s{}", cabinet % columns, cabinet / columns, in_group % chassis_of_cabinet,
                       router % slots);
  }
};

AriesShape read_shape(Parameters& parameters) {
  AriesShape shape{};
  shape.groups = parameters.required_count("groups");
  shape.chassis = parameters.count("chassis", 6);
  shape.slots = parameters.count("slots", 16);
  shape.nodes = parameters.count("nodes", aries_nodes_of_router);
  if (shape.slots % routers_of_cable != 0)
    base::fail(base::Status::invalid_argument,
               "aries: {} slots in a chassis are not a multiple of 4: an optical cable serves four neighboring slots",
               shape.slots);
  check_network_size("aries",
                     base::checked_mul(base::checked_mul(base::checked_mul(shape.groups, shape.chassis, "chassis"),
                                                         shape.slots, "slots"),
                                       shape.nodes, "nodes"),
                     0);
  const std::int64_t others = std::max<std::int64_t>(1, shape.groups - 1);
  const std::int64_t most = shape.ports_of_group() / others;
  if (most < 1)
    base::fail(base::Status::invalid_argument,
               "aries: {} groups of {} chassis of {} slots cannot all be linked: use at most {} groups", shape.groups,
               shape.chassis, shape.slots, shape.ports_of_group() + 1);
  shape.cables = parameters.count("cables", std::min(shape.chassis, most));
  if (shape.cables > most)
    base::fail(base::Status::invalid_argument, "aries: {} cables between two groups: use at most {}", shape.cables,
               most);
  shape.columns = parameters.count("columns", 12);
  shape.service = parameters.dims("service", {});
  for (const std::int64_t number : shape.service)
    if (number >= shape.slots * shape.nodes)
      base::fail(base::Status::invalid_argument, "aries: {} service nodes leave none of the {} nodes of a chassis",
                 number, shape.slots * shape.nodes);
  return shape;
}

void mark_service_nodes(const AriesShape& shape, WiringParts& parts) {
  if (shape.service.empty()) return;
  const std::int64_t nodes_of_chassis = shape.slots * shape.nodes;
  std::int64_t marked = 0;
  for (const Node node : parts.node_names.ids()) {
    const std::int64_t in_group = node.number() / nodes_of_chassis % shape.chassis;
    const bool is_service = node.number() % nodes_of_chassis < shape.service[in_group % shape.service.size()];
    parts.is_service_node.push_back(is_service);
    marked += is_service ? 1 : 0;
  }
  parts.notes.push_back(fmt::format("{} of {} nodes are taken to be service nodes: the first of each chassis", marked,
                                    parts.node_names.size()));
}

void add_links(const AriesShape& shape, WiringParts& parts) {
  const auto link = [&](std::int64_t from, std::int64_t to, Color color, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) parts.links.push_back({Switch(from), Switch(to), color});
  };
  const std::int64_t routers = shape.groups * shape.routers_of_group();
  for (std::int64_t router = 0; router < routers; ++router) {
    const std::int64_t group = router / shape.routers_of_group();
    const std::int64_t chassis = router / shape.slots % shape.chassis;
    const std::int64_t slot = router % shape.slots;
    for (std::int64_t other = 0; other < shape.slots; ++other)
      if (other != slot) link(router, shape.router(group, chassis, other), green, 1);
    for (std::int64_t other = 0; other < shape.chassis; ++other)
      if (other != chassis) link(router, shape.router(group, other, slot), black, black_cables);
  }
  for (std::int64_t group = 0; group < shape.groups; ++group)
    for (std::int64_t other = 0; other < shape.groups; ++other)
      for (std::int64_t cable = 0; other != group && cable < shape.cables; ++cable)
        for (std::int64_t i = 0; i < routers_of_cable; ++i)
          link(shape.end_of_cable(group, other, cable) + i, shape.end_of_cable(other, group, cable) + i, blue,
               links_of_router_on_cable);
}

}  // namespace

std::unique_ptr<Network> make_aries(Parameters& parameters) {
  const AriesShape shape = read_shape(parameters);
  WiringParts parts;
  parts.classes = aries_classes(parameters.number("green-bandwidth", aries_copper),
                                parameters.number("black-bandwidth", aries_copper),
                                parameters.number("blue-bandwidth", aries_optical));
  parts.terminal_bandwidth = parameters.number("terminal-bandwidth", aries_pcie);
  parameters.done();
  const std::int64_t routers = shape.groups * shape.routers_of_group();
  const std::int64_t links_within = shape.slots - 1 + black_cables * (shape.chassis - 1);
  const std::int64_t links_between = (shape.groups - 1) * shape.cables * routers_of_cable * links_of_router_on_cable;
  check_network_size("aries", routers * shape.nodes,
                     base::checked_mul(routers, links_within, "links") + shape.groups * links_between);
  SwitchLevel groups{"group", {}};
  SwitchLevel chassis{"chassis", {}};
  for (std::int64_t router = 0; router < routers; ++router) {
    parts.switch_names.push_back(shape.name(router));
    for (std::int64_t node = 0; node < shape.nodes; ++node) {
      parts.node_names.push_back(fmt::format("{}n{}", shape.name(router), node));
      parts.switch_of_node.push_back(Switch(router));
    }
    groups.domain_of_switch.push_back(static_cast<std::int32_t>(router / shape.routers_of_group()));
    chassis.domain_of_switch.push_back(static_cast<std::int32_t>(router / shape.slots));
  }
  mark_service_nodes(shape, parts);
  add_links(shape, parts);
  parts.levels = {std::move(groups), std::move(chassis)};
  return std::make_unique<ShortestPaths>("aries", Wiring(std::move(parts)));
}

}  // namespace cartwright::network
