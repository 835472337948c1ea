// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "capi/network_p.hpp"
#include "network/networks.hpp"
#include "placement/parse_job.hpp"

#include <algorithm>
#include <cmath>

using namespace cartwright;
using boundary::guarded;
using boundary::required;

namespace cartwright::capi {

traffic::Routing make_routing(const char* routing, const char* paths, std::int64_t samples, std::uint64_t seed) {
  traffic::Routing made;
  if (routing != nullptr) made.kind = traffic::parse_routing(routing);
  if (paths != nullptr) made.paths = placement::parse_paths(paths);
  if (samples < 0)
    base::fail(base::Status::invalid_argument, "options.samples is {}: give 1 or more, or 0 for the expected value",
               samples);
  made.samples = samples;
  made.seed = seed;
  return made;
}

}  // namespace cartwright::capi

namespace {

const network::Network& network_of(const cw_network* network) { return *required(network, "network").shared->network; }

network::Node checked_node(const network::Network& network, std::int64_t node, const char* name) {
  boundary::check_index(node, network.wiring().nodes(), name);
  return network::Node(node);
}

/// Messages between nodes as flows: sorted, one for each pair, none from a node to itself.
std::vector<traffic::Flow> make_flows(const network::Network& network, std::size_t count, const std::int64_t* from,
                                      const std::int64_t* to, const double* bytes) {
  std::vector<traffic::Message> messages;
  traffic::NodeOfRank every;  // one rank on each node
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes())) every.push_back(node);
  for (std::size_t i = 0; i < count; ++i)
    messages.push_back({traffic::Rank(checked_node(network, (&required(from, "from"))[i], "from node").number()),
                        traffic::Rank(checked_node(network, (&required(to, "to"))[i], "to node").number()),
                        (&required(bytes, "bytes"))[i]});
  return traffic::flows_between(*traffic::message_traffic(network.wiring().nodes(), std::move(messages)), every,
                                network.wiring().nodes());
}

}  // namespace

cw_status cw_network_create(const char* spec, cw_network** network) {
  return guarded([&] {
    required(network, "network");
    auto shared = std::make_shared<capi::SharedNetwork>();
    shared->text = &required(spec, "spec");
    shared->network = network::read_network(shared->text);
    *network = new cw_network{std::move(shared)};
  });
}

void cw_network_free(cw_network* network) { delete network; }

cw_status cw_network_get_info(const cw_network* network, cw_network_info* info) {
  return guarded([&] {
    const network::Network& given = network_of(network);
    const network::Wiring& wiring = given.wiring();
    boundary::write_results(
        info,
        {0, given.kind().c_str(), wiring.nodes(), wiring.switches(), static_cast<std::int64_t>(wiring.links().size()),
         static_cast<std::int64_t>(wiring.classes().size()), wiring.terminal_bandwidth()},
        "info");
  });
}

cw_status cw_network_node_name(const cw_network* network, int64_t node, const char** name) {
  return guarded([&] {
    const network::Network& given = network_of(network);
    required(name, "name") = given.wiring().node_name(checked_node(given, node, "node")).c_str();
  });
}

cw_status cw_network_find_node(const cw_network* network, const char* name, int64_t* node) {
  return guarded([&] {
    const network::Node found = network_of(network).wiring().find_node(&required(name, "name"));
    if (found == network::Node(-1)) base::fail(base::Status::invalid_argument, "node '{}' is not in the network", name);
    required(node, "node") = found.number();
  });
}

cw_status cw_network_link(const cw_network* network, int64_t link, cw_link* description) {
  return guarded([&] {
    const network::Wiring& wiring = network_of(network).wiring();
    boundary::check_index(link, static_cast<std::int64_t>(wiring.links().size()), "link");
    const network::Link& given = wiring.links()[network::LinkId(link)];
    const network::LinkClass& its_class = wiring.classes()[given.link_class];
    boundary::write_results(
        description,
        {0, given.from.number(), given.to.number(), wiring.switch_name(given.from).c_str(),
         wiring.switch_name(given.to).c_str(), given.link_class, its_class.name.c_str(), its_class.bandwidth},
        "description");
  });
}

cw_status cw_network_route(const cw_network* network, int64_t from, int64_t to, const char* paths, size_t capacity,
                           int64_t links[], double parts[], size_t* count) {
  return guarded([&] {
    const network::Network& given = network_of(network);
    required(count, "count");
    if (capacity > 0) required(links, "links");
    network::Route route;
    given.route(checked_node(given, from, "from node"), checked_node(given, to, "to node"),
                capi::make_routing(nullptr, paths, 0, 0).paths, route);
    for (std::size_t i = 0; i < std::min(capacity, route.size()); ++i) {
      links[i] = route[i].link.number();
      if (parts != nullptr) parts[i] = route[i].part;
    }
    *count = route.size();
  });
}

cw_status cw_network_loads(const cw_network* network, size_t count, const int64_t from[], const int64_t to[],
                           const double bytes[], const cw_routing_options* options, double loads[]) {
  return guarded([&] {
    const network::Network& given = network_of(network);
    const cw_routing_options known = boundary::known(options, cw_routing_options CW_ROUTING_OPTIONS_INIT, "options");
    required(loads, "loads");
    const std::vector<traffic::Flow> flows = make_flows(given, count, from, to, bytes);
    const traffic::Routing routing = capi::make_routing(known.routing, known.paths, known.samples, known.seed);
    std::ranges::copy(traffic::link_loads(given, flows, routing).links, loads);
  });
}
