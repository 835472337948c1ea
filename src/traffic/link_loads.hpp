// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/traffic.hpp"
#include "network/network.hpp"

#include <span>
#include <string_view>

namespace cartwright::traffic {

/// Bytes from a node to another one.
struct Flow {
  network::Node from = 0;
  network::Node to = 0;
  double bytes = 0;
};

/// What traffic moves between nodes when rank r sits on node_of_rank[r]: one flow per pair of nodes, sorted by (from,
/// to), none from a node to itself. Throws Error: ranks and nodes of different numbers, a node out of range.
/// O(messages) time.
std::vector<Flow> flows_between(const Traffic& traffic, std::span<const network::Node> node_of_rank, network::Node nodes);
/// The flows of several jobs together.
std::vector<Flow> merged_flows(std::span<const std::vector<Flow>> jobs);

/// How flows are routed.
struct Routing {
  enum class Kind {
    minimal,  ///< along shortest paths
    valiant,  ///< by a random place in between: what is expected, or a sample
    ugal,     ///< each flow splits between minimal and Valiant so that neither would be quicker: a fixed point
  };
  Kind kind = Kind::minimal;
  network::Paths paths = network::Paths::shared;
  std::int64_t samples = 0;  ///< Valiant: places drawn per flow; 0 takes the expected value over all of them
  std::uint64_t seed = 0;
};
Routing::Kind parse_routing(std::string_view name);
std::string_view to_string(Routing::Kind kind);

/// Bytes on every link in one iteration, and between every node and its switch.
struct LinkLoads {
  std::vector<double> links;      ///< by LinkId
  std::vector<double> injection;  ///< by Node; empty where the wiring has no terminal bandwidth
  std::vector<double> ejection;
  double minimal_part = 1;  ///< which part of all bytes took minimal paths
};

/// The load of flows. Deterministic for a given seed. Throws Error: two nodes with no path between them.
LinkLoads link_loads(const network::Network& network, std::span<const Flow> flows, const Routing& routing);

/// Seconds that the busiest link between switches needs for its bytes, and the busiest terminal link for its.
struct Bottleneck {
  double network = 0;
  double terminal = 0;
  network::LinkId link = -1;  ///< the busiest one between switches; -1 when none bears a byte
  double seconds() const { return network > terminal ? network : terminal; }
};
Bottleneck bottleneck(const network::Wiring& wiring, const LinkLoads& loads);

}  // namespace cartwright::traffic
