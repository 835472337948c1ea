// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The two-level direct network of [PERCS]: a node is its own switch. The nodes of a drawer are linked to each other
// (LL), and so are the nodes of different drawers of a supernode (LR), and supernodes to each other (D). A message
// takes at most L-D-L; on a detour over a random supernode, L-D-L-D-L.
//
// The text does not specify the D links, so parameters do: between two supernodes S and T there are `d-links` D links.
// The k-th one ends in S at node (T * d-stride + k * d-step) modulo the nodes of a supernode, and in T at node
// (S * d-stride + k * d-step). By default there is one link, at node `dest mod 32`.
#include "base/checked.hpp"
#include "base/error.hpp"
#include "network/networks_p.hpp"

#include <algorithm>

namespace cartwright::network {

namespace {

struct PercsShape {
  std::int64_t supernodes, drawers, nodes;  ///< drawers of a supernode, nodes of a drawer
  std::int64_t d_links, d_stride, d_step, d_ports;
  std::int64_t per_supernode() const { return drawers * nodes; }
};

enum LinkKind : std::int32_t { LL, LR, D };

class Percs : public Network {
 public:
  Percs(PercsShape shape, Wiring wiring) : Network("percs", std::move(wiring)), shape_(shape) {}

  void route(Node from, Node to, Paths paths, Route& out) const override {
    if (from == to) return;
    const std::int64_t source = from.number();
    const std::int64_t target = to.number();
    const std::int64_t s = source / shape_.per_supernode();
    const std::int64_t t = target / shape_.per_supernode();
    if (s == t) {
      out.push_back({local(source, target), 1});
      return;
    }
    // Of the D links, use those on the shortest paths.
    std::int64_t fewest = 4;
    std::int64_t equal = 0;
    const auto hops = [&](std::int64_t k) { return 1 + (source != port(s, t, k)) + (port(t, s, k) != target); };
    for (std::int64_t k = 0; k < shape_.d_links; ++k) {
      if (hops(k) > fewest) continue;
      equal = hops(k) < fewest ? 1 : equal + 1;
      fewest = hops(k);
    }
    std::int64_t skip = paths == Paths::single ? (source + target) % equal : 0;
    const double part = paths == Paths::single ? 1 : 1 / static_cast<double>(equal);
    for (std::int64_t k = 0; k < shape_.d_links; ++k) {
      if (hops(k) != fewest || skip-- > 0) continue;
      if (source != port(s, t, k)) out.push_back({local(source, port(s, t, k)), part});
      out.push_back({global(s, t, k), part});
      if (port(t, s, k) != target) out.push_back({local(port(t, s, k), target), part});
      if (paths == Paths::single) return;
    }
  }

  // A detour is a D link into a third supernode: its domain is that supernode, and traffic turns at the node where the
  // link ends.
  std::int32_t domain_of(Node node) const override {
    return static_cast<std::int32_t>(node.number() / shape_.per_supernode());
  }
  std::int32_t domains() const override { return static_cast<std::int32_t>(shape_.supernodes); }
  std::int32_t detours() const override { return static_cast<std::int32_t>(shape_.supernodes * shape_.d_links); }
  std::int32_t domain_of_detour(std::int32_t detour) const override {
    return static_cast<std::int32_t>(detour / shape_.d_links);
  }
  Node turn(std::int32_t from_domain, std::int32_t detour) const override {
    return Node(port(detour / shape_.d_links, from_domain, detour % shape_.d_links));
  }
  bool detours_within_domain() const override { return false; }

  /// The node of supernode s where its k-th link to t ends.
  std::int64_t port(std::int64_t s, std::int64_t t, std::int64_t k) const { return port(shape_, s, t, k); }
  static std::int64_t port(const PercsShape& shape, std::int64_t s, std::int64_t t, std::int64_t k) {
    return s * shape.per_supernode() + (t * shape.d_stride + k * shape.d_step) % shape.per_supernode();
  }

 private:
  // Links are numbered in the order of make_percs: those of every node to the others of its supernode, then the D links
  // by their ends.
  LinkId local(std::int64_t from, std::int64_t to) const {
    const std::int64_t size = shape_.per_supernode();
    return LinkId(from * (size - 1) + to % size - (to % size > from % size));
  }
  LinkId global(std::int64_t s, std::int64_t t, std::int64_t k) const {
    const std::int64_t before = shape_.supernodes * shape_.per_supernode() * (shape_.per_supernode() - 1);
    return LinkId(before + (s * (shape_.supernodes - 1) + t - (t > s)) * shape_.d_links + k);
  }

  PercsShape shape_;
};

/// Throws Error when more D links end at a node than it has ports.
void check_ports(const PercsShape& shape) {
  for (std::int64_t s = 0; s < shape.supernodes; ++s) {
    std::vector<std::int64_t> taken(static_cast<std::size_t>(shape.per_supernode()), 0);
    for (std::int64_t t = 0; t < shape.supernodes; ++t)
      for (std::int64_t k = 0; s != t && k < shape.d_links; ++k)
        ++taken[Percs::port(shape, s, t, k) % shape.per_supernode()];
    const auto most = std::ranges::max_element(taken);
    if (*most > shape.d_ports)
      base::fail(
          base::Status::invalid_argument,
          "percs: {} D links end at node {} of supernode {}, which has {} D ports: take fewer supernodes or d-links, "
          "another d-stride or d-step, or more d-ports",
          *most, most - taken.begin(), s, shape.d_ports);
  }
}

}  // namespace

std::unique_ptr<Network> make_percs(Parameters& parameters) {
  PercsShape shape{};
  shape.supernodes = parameters.required_count("supernodes");
  shape.drawers = parameters.count("drawers", 4);
  shape.nodes = parameters.count("nodes", 8);
  shape.d_links = parameters.count("d-links", 1);
  shape.d_stride = parameters.count("d-stride", shape.d_links);
  shape.d_step = parameters.count("d-step", 1);
  shape.d_ports = parameters.count("d-ports", 16);
  WiringParts parts;
  parts.classes = {{"LL", "between the nodes of a drawer", parameters.number("ll-bandwidth", 24e9)},
                   {"LR", "between the drawers of a supernode", parameters.number("lr-bandwidth", 5e9)},
                   {"D", "between supernodes", parameters.number("d-bandwidth", 10e9)}};
  parameters.done();
  const std::int64_t size = base::checked_mul(shape.drawers, shape.nodes, "nodes of a supernode");
  const std::int64_t nodes = base::checked_mul(shape.supernodes, size, "nodes");
  const std::int64_t others = base::checked_mul(shape.supernodes - 1, shape.d_links, "D links of a supernode");
  check_network_size("percs", nodes,
                     base::checked_add(base::checked_mul(nodes, size - 1, "links"),
                                       base::checked_mul(shape.supernodes, others, "links"), "links"));
  // Only the remainders of stride and step count. Reducing them first avoids overflow.
  shape.d_stride %= size;
  shape.d_step %= size;
  check_ports(shape);
  SwitchLevel supernodes{"supernode", {}};
  SwitchLevel drawers{"drawer", {}};
  for (std::int64_t node = 0; node < nodes; ++node) {
    const std::string name = fmt::format("s{}d{}n{}", node / size, node % size / shape.nodes, node % shape.nodes);
    parts.switch_names.push_back(name);
    parts.node_names.push_back(name);
    parts.switch_of_node.push_back(Switch(node));
    supernodes.domain_of_switch.push_back(static_cast<std::int32_t>(node / size));
    drawers.domain_of_switch.push_back(static_cast<std::int32_t>(node / shape.nodes));
    for (std::int64_t to = node / size * size; to < (node / size + 1) * size; ++to)
      if (to != node)
        parts.links.push_back({Switch(node), Switch(to), to / shape.nodes == node / shape.nodes ? LL : LR});
  }
  for (std::int64_t s = 0; s < shape.supernodes; ++s)
    for (std::int64_t t = 0; t < shape.supernodes; ++t)
      for (std::int64_t k = 0; s != t && k < shape.d_links; ++k)
        parts.links.push_back({Switch(Percs::port(shape, s, t, k)), Switch(Percs::port(shape, t, s, k)), D});
  parts.levels = {std::move(supernodes), std::move(drawers)};
  return std::make_unique<Percs>(shape, Wiring(std::move(parts)));
}

}  // namespace cartwright::network
