// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The canonical dragonfly (Kim, Dally, Scott, Abts, ISCA 2008): groups of `routers` routers that are all linked to each
// other, `global` links from each router to other groups, `nodes` nodes on it. A minimal route takes one link between
// groups, and at most one within a group before and after it. Routes follow from arithmetic, without a search: fast
// enough for a million tasks on ten thousand routers.
#include "base/checked.hpp"
#include "network/add_share.hpp"
#include "network/global_ports.hpp"
#include "network/networks_p.hpp"

namespace cartwright::network {

namespace {

struct DragonflyShape {
  std::int64_t groups, routers, global, nodes;
};

class Dragonfly : public Network {
 public:
  Dragonfly(DragonflyShape shape, GlobalPorts ports, Wiring wiring)
      : Network("dragonfly", std::move(wiring)), shape_(shape), ports_(ports) {}

  void route(Node from, Node to, Paths paths, Route& out) const override {
    const std::int64_t source = from.number() / shape_.nodes;
    const std::int64_t target = to.number() / shape_.nodes;
    if (source == target) return;
    const std::int64_t s = source / shape_.routers;
    const std::int64_t t = target / shape_.routers;
    if (s == t) {
      out.push_back({local(source, target), 1});
      return;
    }
    // Of the links between the two groups, use those on the shortest paths.
    const std::int64_t links = ports_.links(s, t);
    const auto hops = [&](std::int64_t k) { return 1 + (end(s, t, k) != source) + (end(t, s, k) != target); };
    std::int64_t fewest = 4;
    std::int64_t equal = 0;
    for (std::int64_t k = 0; k < links; ++k) {
      if (hops(k) > fewest) continue;
      equal = hops(k) < fewest ? 1 : equal + 1;
      fewest = hops(k);
    }
    const std::size_t begin = out.size();
    std::int64_t skip = paths == Paths::single ? (source + target) % equal : 0;
    const double part = paths == Paths::single ? 1 : 1 / static_cast<double>(equal);
    for (std::int64_t k = 0; k < links; ++k) {
      if (hops(k) != fewest || skip-- > 0) continue;
      if (end(s, t, k) != source) add_share(out, begin, local(source, end(s, t, k)), part);
      out.push_back({global(s, ports_.port(s, t, k)), part});
      if (end(t, s, k) != target) add_share(out, begin, local(end(t, s, k), target), part);
      if (paths == Paths::single) return;
    }
  }

 private:
  /// The router of group s where its k-th link to group t begins.
  std::int64_t end(std::int64_t s, std::int64_t t, std::int64_t k) const {
    return s * shape_.routers + ports_.port(s, t, k) / shape_.global;
  }
  // Links are numbered in the order of make_dragonfly: those of every router to the others of its group, then those of
  // every group by port.
  LinkId local(std::int64_t from, std::int64_t to) const {
    const std::int64_t a = shape_.routers;
    return LinkId(from * (a - 1) + to % a - (to % a > from % a));
  }
  LinkId global(std::int64_t group, std::int64_t port) const {
    const std::int64_t before = shape_.groups * shape_.routers * (shape_.routers - 1);
    return LinkId(before + group * ports_.used() + port);
  }

  DragonflyShape shape_;
  GlobalPorts ports_;
};

}  // namespace

std::unique_ptr<Network> make_dragonfly(Parameters& parameters) {
  DragonflyShape shape{};
  shape.routers = parameters.required_count("routers");
  shape.global = parameters.required_count("global");
  shape.nodes = parameters.required_count("nodes");
  WiringParts parts;
  const GlobalPorts global = make_global_ports("dragonfly", "routers", shape.routers, shape.global,
                                               "between the routers of a group", parameters, parts);
  shape.groups = global.groups();
  const std::int64_t routers = base::checked_mul(shape.groups, shape.routers, "routers");
  const std::int64_t nodes = base::checked_mul(routers, shape.nodes, "nodes");
  check_network_size("dragonfly", nodes,
                     base::checked_add(base::checked_mul(routers, shape.routers - 1, "links"),
                                       base::checked_mul(shape.groups, global.used(), "links"), "links"));
  SwitchLevel groups{"group", {}};
  for (std::int64_t router = 0; router < routers; ++router) {
    const std::int64_t group = router / shape.routers;
    const std::string name = fmt::format("g{}r{}", group, router % shape.routers);
    for (std::int64_t node = 0; node < shape.nodes; ++node) {
      parts.node_names.push_back(fmt::format("{}n{}", name, node));
      parts.switch_of_node.push_back(Switch(router));
    }
    parts.switch_names.push_back(name);
    groups.domain_of_switch.push_back(static_cast<std::int32_t>(group));
    for (std::int64_t to = group * shape.routers; to < (group + 1) * shape.routers; ++to)
      if (to != router) parts.links.push_back({Switch(router), Switch(to), local_link});
  }
  add_global_links(
      global,
      [&](std::int64_t group, std::int64_t port) { return Switch(group * shape.routers + port / shape.global); },
      parts);
  parts.levels = {std::move(groups)};
  return std::make_unique<Dragonfly>(shape, global, Wiring(std::move(parts)));
}

}  // namespace cartwright::network
