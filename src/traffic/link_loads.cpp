// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/link_loads.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "traffic/detours.hpp"
#include "traffic/flow_sums.hpp"
#include "traffic/load_sum.hpp"
#include "traffic/ugal.hpp"

namespace cartwright::traffic {

namespace {

/// Flows between the first nodes with the same switches, if these have the same routes.
std::vector<Flow> by_switch(const network::Network& network, std::span<const Flow> flows, network::Paths paths) {
  const network::Wiring& wiring = network.wiring();
  if (!network.routes_by_switch(paths) || wiring.nodes() == wiring.switches()) return {flows.begin(), flows.end()};
  base::IndexVector<network::Node, std::vector<Flow>> alike(wiring.nodes());
  for (const Flow& flow : flows) alike[wiring.first_alike(flow.from)].push_back(flow);
  FlowSums sums(wiring.nodes());
  std::vector<Flow> merged;
  for (const std::vector<Flow>& here : alike) {
    if (here.empty()) continue;
    for (const Flow& flow : here) sums.add(wiring.first_alike(flow.to), flow.bytes);
    sums.take(wiring.first_alike(here.front().from), merged);
  }
  return merged;
}

void add_terminals(const network::Wiring& wiring, std::span<const Flow> flows, LinkLoads& loads) {
  if (wiring.terminal_bandwidth() <= 0) return;
  loads.injection.assign(wiring.nodes(), 0);
  loads.ejection = loads.injection;
  for (const Flow& flow : flows) {
    loads.injection[flow.from] += flow.bytes;
    loads.ejection[flow.to] += flow.bytes;
  }
}

constexpr std::pair<Routing::Kind, std::string_view> names[] = {
    {Routing::Kind::minimal, "minimal"}, {Routing::Kind::valiant, "valiant"}, {Routing::Kind::ugal, "ugal"}};

}  // namespace

Routing::Kind parse_routing(std::string_view name) {
  for (const auto& [kind, text] : names)
    if (name == text) return kind;
  base::fail(base::Status::invalid_argument, "unknown routing {}: use minimal, valiant or ugal", base::quote(name));
}

std::string_view to_string(Routing::Kind kind) {
  for (const auto& [known, text] : names)
    if (kind == known) return text;
  return "unknown";
}

LinkLoads link_loads(const network::Network& network, std::span<const Flow> flows, const Routing& routing) {
  if (routing.samples < 0)
    base::fail(base::Status::invalid_argument, "{} samples: use at least 1, or 0 for the expected value",
               routing.samples);
  const std::vector<Flow> routed = by_switch(network, flows, routing.paths);
  LinkLoads loads;
  LoadSum sum(network, routing.paths);
  switch (routing.kind) {
    case Routing::Kind::minimal:
      for (const Flow& flow : routed) sum.add(flow.from, flow.to, flow.bytes);
      break;
    case Routing::Kind::valiant:
      if (routing.samples > 0)
        sampled_legs(network, routed, routing.samples, routing.seed, sum.visitor());
      else
        expected_legs(network, routed, sum.visitor());
      loads.minimal_part = 0;
      break;
    case Routing::Kind::ugal: loads.minimal_part = add_ugal(network, routed, routing.paths, sum); break;
  }
  loads.links = sum.take();
  add_terminals(network.wiring(), flows, loads);
  return loads;
}

bool Bottleneck::better_than(const Bottleneck& other) const {
  constexpr double slack = 1 + 1e-12;
  if (seconds() * slack < other.seconds()) return true;
  return seconds() <= other.seconds() * slack && squares * slack < other.squares;
}

Bottleneck bottleneck(const network::Wiring& wiring, const LinkLoads& loads) {
  Bottleneck found;
  for (const network::LinkId link : loads.links.ids()) {
    const double seconds = loads.links[link] / wiring.bandwidth(link);
    found.squares += seconds * seconds;
    if (seconds <= found.network) continue;
    found.network = seconds;
    found.link = link;
  }
  for (const auto* terminals : {&loads.injection, &loads.ejection})
    for (const double bytes : *terminals)
      found.terminal = std::max(found.terminal, bytes / wiring.terminal_bandwidth());
  return found;
}

}  // namespace cartwright::traffic
