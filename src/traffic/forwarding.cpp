// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/forwarding.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace cartwright::traffic {

namespace {

using network::LinkId;
using network::Node;
using network::Route;
using network::Switch;

/// Where traffic between two nodes leaves a switch.
struct Hop {
  Node from;
  std::optional<LinkId> in;
  Route out;
};

bool same(const Route& a, const Route& b) {
  return std::ranges::equal(a, b, [](const network::Share& x, const network::Share& y) {
    return x.link == y.link && std::abs(x.part - y.part) < 1e-9;
  });
}

/// The links of a route by the switch that they leave, with parts that add up to 1 at each switch.
std::map<Switch, Route> by_switch(const network::Wiring& wiring, const Route& route) {
  std::map<LinkId, double> parts;
  std::map<Switch, double> sums;
  for (const network::Share& share : route) {
    parts[share.link] += share.part;
    sums[wiring.links()[share.link].from] += share.part;
  }
  std::map<Switch, Route> out;
  for (const auto& [link, part] : parts) {
    const Switch at = wiring.links()[link].from;
    out[at].push_back({link, part / sums[at]});
  }
  return out;
}

class TableMaker {
 public:
  explicit TableMaker(const PairRoutes& routes)
      : routes_(routes), network_(routes.network()), wiring_(network_.wiring()), hops_(wiring_.switches()) {}

  base::IndexVector<Switch, SwitchTables> make() && {
    for (const Node node : base::ids<Node>(wiring_.nodes()))
      if (wiring_.rails(node) > 1)
        base::fail(base::Status::unsupported,
                   "node {} is on {} switches: forwarding tables are made for nodes on one; leave one adapter of each "
                   "host in the file",
                   base::quote(wiring_.node_name(node)), wiring_.rails(node));
    for (const Node from : base::ids<Node>(wiring_.nodes()))
      for (const Node to : base::ids<Node>(wiring_.nodes()))
        if (from != to) add_pair(from, to);
    base::IndexVector<Switch, SwitchTables> tables(wiring_.switches());
    for (const Switch at : tables.ids()) tables[at] = tables_of(at);
    return tables;
  }

 private:
  void add_pair(Node from, Node to) {
    const Node turn = routes_.turn(from, to);
    if (turn == to) {
      Route route;
      network_.route(from, to, routes_.routing().paths, route);
      for (auto& [at, out] : by_switch(wiring_, route)) hops_[at][to].push_back({from, std::nullopt, std::move(out)});
      return;
    }
    LinkId in(-1);
    std::vector<LinkId> crossed;
    const auto follow = [&](Node start, Node end) {
      Route route;
      network_.route(start, end, network::Paths::single, route);
      const std::map<Switch, Route> next = by_switch(wiring_, route);
      for (Switch at = wiring_.switch_of(start); at != wiring_.switch_of(end); at = wiring_.links()[in].to) {
        if (std::ranges::find(crossed, in) != crossed.end())
          base::fail(base::Status::unsupported,
                     "the detour from node {} to node {} crosses a link twice: use another seed", from.number(),
                     to.number());
        crossed.push_back(in);
        const Route& out = next.at(at);
        hops_[at][to].push_back({from, in, out});
        in = out.front().link;
      }
    };
    follow(from, turn);
    follow(turn, to);
  }

  SwitchTables tables_of(Switch at) const {
    ForwardingTable by_destination;
    std::map<std::pair<Node, std::optional<LinkId>>, ForwardingTable> exceptions;
    for (const auto& [to, hops] : hops_[at]) {
      const Route usual = wiring_.switch_of(to) == at ? Route() : most_common(hops);
      by_destination.entries.push_back({to, usual});
      for (const Hop& hop : hops) {
        if (same(hop.out, usual)) continue;
        ForwardingTable& table = exceptions[{hop.from, hop.in}];
        table.from = hop.from;
        table.in = hop.in;
        table.entries.push_back({to, hop.out});
      }
    }
    for (const Node node : wiring_.nodes_on(at))
      if (!hops_[at].contains(node)) by_destination.entries.push_back({node, {}});
    std::ranges::sort(by_destination.entries, {}, &ForwardingTable::Entry::to);
    SwitchTables tables;
    for (auto& [key, table] : exceptions) tables.push_back(std::move(table));
    tables.push_back(std::move(by_destination));
    return tables;
  }

  static Route most_common(const std::vector<Hop>& hops) {
    std::vector<std::pair<const Route*, int>> counts;
    for (const Hop& hop : hops) {
      const auto known = std::ranges::find_if(counts, [&](const auto& count) { return same(*count.first, hop.out); });
      if (known == counts.end())
        counts.emplace_back(&hop.out, 1);
      else
        ++known->second;
    }
    return *std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  }

  const PairRoutes& routes_;
  const network::Network& network_;
  const network::Wiring& wiring_;
  base::IndexVector<Switch, std::map<Node, std::vector<Hop>>> hops_;  ///< by destination
};

}  // namespace

PairRoutes::PairRoutes(const network::Network& network, const Routing& routing)
    : network_(network), routing_(routing), detours_(network) {
  if (routing.kind == Routing::Kind::ugal)
    base::fail(base::Status::unsupported, "static routes cannot adapt to loads as ugal does: use minimal or valiant");
  if (routing.kind == Routing::Kind::valiant && routing.paths == network::Paths::shared)
    base::fail(base::Status::unsupported, "static detours take single paths: set paths to single");
}

network::Node PairRoutes::turn(network::Node from, network::Node to) const {
  if (routing_.kind != Routing::Kind::valiant) return to;
  const std::int32_t a = network_.domain_of(from);
  const std::int32_t b = network_.domain_of(to);
  const std::int32_t count = detours_.count(a, b);
  if (count == 0) return to;
  base::Random random(routing_.seed + base::golden_ratio * static_cast<std::uint64_t>(from.number()) +
                      (static_cast<std::uint64_t>(to.number()) << 32));
  std::int64_t skip = random.below(count);
  for (std::int32_t detour = 0;; ++detour)
    if (detours_.allowed(a, b, detour) && skip-- == 0) return network_.turn(a, detour);
}

void PairRoutes::route(network::Node from, network::Node to, network::Route& out) const {
  const Node turn = this->turn(from, to);
  if (turn != to && turn != from) network_.route(from, turn, routing_.paths, out);
  network_.route(turn == to ? from : turn, to, routing_.paths, out);
}

LinkLoads PairRoutes::loads(std::span<const Flow> flows) const {
  const network::Wiring& wiring = network_.wiring();
  LinkLoads loads;
  loads.links.assign(wiring.links().size(), 0);
  loads.injection.assign(wiring.nodes(), 0);
  loads.ejection.assign(wiring.nodes(), 0);
  Route route;
  for (const Flow& flow : flows) {
    route.clear();
    this->route(flow.from, flow.to, route);
    for (const network::Share& share : route) loads.links[share.link] += flow.bytes * share.part;
    loads.injection[flow.from] += flow.bytes;
    loads.ejection[flow.to] += flow.bytes;
  }
  return loads;
}

base::IndexVector<network::Switch, SwitchTables> forwarding_tables(const PairRoutes& routes) {
  return TableMaker(routes).make();
}

}  // namespace cartwright::traffic
