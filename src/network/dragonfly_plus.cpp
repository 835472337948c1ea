// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Dragonfly+ (Shpiner et al., HiPINEB 2017): in a group every leaf is linked to every spine; nodes are on leaves, and
// the links to other groups, `global` from each, on spines. A minimal route goes leaf, spine, spine, leaf, over any of
// the links between the two groups; within a group, over any of its spines.
#include "base/checked.hpp"
#include "network/add_share.hpp"
#include "network/global_ports.hpp"
#include "network/networks_p.hpp"

namespace cartwright::network {

namespace {

struct DragonflyPlusShape {
  std::int64_t groups, leaves, spines, global, nodes;
  std::int64_t switches() const { return leaves + spines; }  ///< of a group, leaves first
};

class DragonflyPlus : public Network {
 public:
  DragonflyPlus(DragonflyPlusShape shape, GlobalPorts ports, Wiring wiring)
      : Network("dragonfly+", std::move(wiring)), shape_(shape), ports_(ports) {}

  void route(Node from, Node to, Paths paths, Route& out) const override {
    const std::int64_t source = from.number() / shape_.nodes;
    const std::int64_t target = to.number() / shape_.nodes;
    if (source == target) return;
    const std::int64_t s = source / shape_.leaves;
    const std::int64_t t = target / shape_.leaves;
    const std::int64_t links = s == t ? shape_.spines : ports_.links(s, t);
    const std::int64_t first = paths == Paths::single ? (source + target) % links : 0;
    const std::int64_t last = paths == Paths::single ? first + 1 : links;
    const double part = 1 / static_cast<double>(last - first);
    const std::size_t begin = out.size();
    for (std::int64_t k = first; k < last; ++k) {
      if (s == t) {
        out.push_back({up(source, k), part});
        out.push_back({down(target, k), part});
        continue;
      }
      add_share(out, begin, up(source, ports_.port(s, t, k) / shape_.global), part);
      out.push_back({global(s, ports_.port(s, t, k)), part});
      add_share(out, begin, down(target, ports_.port(t, s, k) / shape_.global), part);
    }
  }

 private:
  // Links are numbered in the order of make_dragonfly_plus: from every leaf to its spines, each followed by its
  // reverse, then those of every group by port.
  LinkId up(std::int64_t leaf, std::int64_t spine) const { return LinkId((leaf * shape_.spines + spine) * 2); }
  LinkId down(std::int64_t leaf, std::int64_t spine) const { return LinkId((leaf * shape_.spines + spine) * 2 + 1); }
  LinkId global(std::int64_t group, std::int64_t port) const {
    return LinkId(2 * shape_.groups * shape_.leaves * shape_.spines + group * ports_.used() + port);
  }

  DragonflyPlusShape shape_;
  GlobalPorts ports_;
};

}  // namespace

std::unique_ptr<Network> make_dragonfly_plus(Parameters& parameters) {
  DragonflyPlusShape shape{};
  shape.leaves = parameters.required_count("leaves");
  shape.spines = parameters.required_count("spines");
  shape.global = parameters.required_count("global");
  shape.nodes = parameters.required_count("nodes");
  WiringParts parts;
  const GlobalPorts global = make_global_ports("dragonfly+", "spines", shape.spines, shape.global,
                                               "between the leaves and spines of a group", parameters, parts);
  shape.groups = global.groups();
  const std::int64_t leaves = base::checked_mul(shape.groups, shape.leaves, "leaves");
  const std::int64_t nodes = base::checked_mul(leaves, shape.nodes, "nodes");
  check_network_size(
      "dragonfly+",
      base::checked_add(nodes, base::checked_mul(shape.groups, shape.spines, "spines"), "nodes and spines"),
      base::checked_add(base::checked_mul(base::checked_mul(leaves, shape.spines, "links"), 2, "links"),
                        base::checked_mul(shape.groups, global.used(), "links"), "links"));
  const auto switch_at = [&](std::int64_t group, std::int64_t at) { return Switch(group * shape.switches() + at); };
  SwitchLevel groups{"group", {}};
  for (std::int64_t group = 0; group < shape.groups; ++group) {
    for (std::int64_t leaf = 0; leaf < shape.leaves; ++leaf) {
      parts.switch_names.push_back(fmt::format("g{}l{}", group, leaf));
      for (std::int64_t node = 0; node < shape.nodes; ++node) {
        parts.node_names.push_back(fmt::format("g{}l{}n{}", group, leaf, node));
        parts.switch_of_node.push_back(switch_at(group, leaf));
      }
      for (std::int64_t spine = 0; spine < shape.spines; ++spine) {
        const Link up = {switch_at(group, leaf), switch_at(group, shape.leaves + spine), local_link};
        parts.links.push_back(up);
        parts.links.push_back({up.to, up.from, local_link});
      }
    }
    for (std::int64_t spine = 0; spine < shape.spines; ++spine)
      parts.switch_names.push_back(fmt::format("g{}s{}", group, spine));
    for (std::int64_t i = 0; i < shape.switches(); ++i)
      groups.domain_of_switch.push_back(static_cast<std::int32_t>(group));
  }
  add_global_links(
      global,
      [&](std::int64_t group, std::int64_t port) { return switch_at(group, shape.leaves + port / shape.global); },
      parts);
  parts.levels = {std::move(groups)};
  return std::make_unique<DragonflyPlus>(shape, global, Wiring(std::move(parts)));
}

}  // namespace cartwright::network
