// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The cube of [Aseeri2019, III-B and IV-E]: chassis x blades x groups, all blades of a chassis linked to each
// other (green), the blades of one slot in all chassis of a group (black), and the blades of one slot and chassis in
// all groups (blue). No real machine has this wiring: an Aries router has 10 blue ports, too few for 17 other groups.
//
// A shortest path changes each differing coordinate once, in any order; each order is one path. It crosses one blue
// link between groups and none within a group, so it is also a minimal path of a dragonfly: routes are the same with
// groups and without.
#include "base/checked.hpp"
#include "base/error.hpp"
#include "network/networks_p.hpp"

#include <array>

namespace cartwright::network {

namespace {

/// Coordinates along green, black, blue.
using Position = std::array<std::int64_t, 3>;

enum Axis : std::size_t { blade_axis, chassis_axis, group_axis };

/// Blades are numbered by group, chassis, slot; links by blade, axis, position along the axis.
struct CubeShape {
  Position size;
  std::int64_t nodes;

  std::int64_t blades() const { return size[0] * size[1] * size[2]; }
  std::int64_t links_of_blade() const { return size[0] + size[1] + size[2] - 3; }
  std::int64_t blade(const Position& p) const { return (p[2] * size[1] + p[1]) * size[0] + p[0]; }
  Position position(std::int64_t blade) const {
    return {blade % size[0], blade / size[0] % size[1], blade / size[0] / size[1]};
  }
  LinkId link(const Position& from, std::size_t axis, std::int64_t to) const {
    std::int64_t at = blade(from) * links_of_blade() + to - (to > from[axis]);
    for (std::size_t before = 0; before < axis; ++before) at += size[before] - 1;
    return LinkId(at);
  }
};

class Cube : public Network {
 public:
  Cube(CubeShape shape, Wiring wiring) : Network("cube", std::move(wiring)), shape_(shape) {}

  void route(Node from, Node to, Paths paths, Route& out) const override {
    const Position source = shape_.position(from.number() / shape_.nodes);
    const Position target = shape_.position(to.number() / shape_.nodes);
    std::array<std::size_t, 3> axes{};
    std::size_t count = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (source[axis] != target[axis]) axes[count++] = axis;
    if (paths == Paths::single) {
      Position at = source;
      for (std::size_t i = 0; i < count; ++i) {
        out.push_back({shape_.link(at, axes[i], target[axes[i]]), 1});
        at[axes[i]] = target[axes[i]];
      }
      return;
    }
    // By the set of k coordinates that were changed already: the share of the orders of all n that begin with these k.
    constexpr std::array factorial = {1., 1., 2., 6.};
    for (unsigned done = 0; done + 1 < 1U << count; ++done) {
      Position at = source;
      std::size_t changed = 0;
      for (std::size_t i = 0; i < count; ++i)
        if ((done >> i & 1U) != 0) {
          at[axes[i]] = target[axes[i]];
          ++changed;
        }
      const double part = factorial[changed] * factorial[count - changed - 1] / factorial[count];
      for (std::size_t i = 0; i < count; ++i)
        if ((done >> i & 1U) == 0) out.push_back({shape_.link(at, axes[i], target[axes[i]]), part});
    }
  }

 private:
  CubeShape shape_;
};

}  // namespace

std::unique_ptr<Network> make_cube(Parameters& parameters) {
  CubeShape shape{};
  shape.size[chassis_axis] = parameters.count("chassis", 6);
  shape.size[blade_axis] = parameters.count("blades", 16);
  shape.size[group_axis] = parameters.count("groups", 18);
  shape.nodes = parameters.count("nodes", 4);
  WiringParts parts;
  parts.classes = {
      {"green", "between the blades of a chassis", parameters.number("green-bandwidth", 5.25e9)},
      {"black", "between the chassis of a group, three cables as one", parameters.number("black-bandwidth", 15.75e9)},
      {"blue", "between groups", parameters.number("blue-bandwidth", 4.6875e9)}};
  parts.terminal_bandwidth = parameters.number("terminal-bandwidth", 15.75e9);
  parameters.done();
  std::int64_t blades = 1;
  std::int64_t links = 0;
  for (const std::int64_t size : shape.size) {
    blades = base::checked_mul(blades, size, "blades");
    links = base::checked_add(links, size - 1, "links of a blade");
  }
  check_network_size("cube", base::checked_mul(blades, shape.nodes, "nodes"),
                     base::checked_mul(blades, links, "links"));
  // Cabinets hold three chassis, as on the Cray XC.
  const std::int64_t cabinets = (shape.size[chassis_axis] + 2) / 3;
  SwitchLevel groups{"group", {}};
  SwitchLevel chassis{"chassis", {}};
  for (std::int64_t blade = 0; blade < blades; ++blade) {
    const Position at = shape.position(blade);
    const std::string name = fmt::format("c{}-0c{}s{}", at[group_axis] * cabinets + at[chassis_axis] / 3,
                                         at[chassis_axis] % 3, at[blade_axis]);
    parts.switch_names.push_back(name);
    for (std::int64_t node = 0; node < shape.nodes; ++node) {
      parts.node_names.push_back(fmt::format("{}n{}", name, node));
      parts.switch_of_node.push_back(Switch(blade));
    }
    groups.domain_of_switch.push_back(static_cast<std::int32_t>(at[group_axis]));
    chassis.domain_of_switch.push_back(static_cast<std::int32_t>(blade / shape.size[blade_axis]));
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::int64_t position = 0; position < shape.size[axis]; ++position) {
        if (position == at[axis]) continue;
        Position to = at;
        to[axis] = position;
        parts.links.push_back({Switch(blade), Switch(shape.blade(to)), static_cast<std::int32_t>(axis)});
      }
  }
  parts.levels = {std::move(groups), std::move(chassis)};
  return std::make_unique<Cube>(shape, Wiring(std::move(parts)));
}

}  // namespace cartwright::network
