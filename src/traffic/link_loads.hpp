// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"
#include "traffic/traffic.hpp"

#include <span>
#include <string_view>

namespace cartwright::traffic {

/// Bytes from a node to another one.
struct Flow {
  network::Node from;
  network::Node to;
  double bytes = 0;
};

using NodeOfRank = base::IndexVector<Rank, network::Node>;

/// The flows between nodes if rank r runs on node_of_rank[r]: one flow per pair of nodes, sorted by (from, to), none
/// from a node to itself. Throws Error: a node_of_rank of another size than the ranks, a node out of range.
/// O(messages) time.
std::vector<Flow> flows_between(const Traffic& traffic, const NodeOfRank& node_of_rank, std::int32_t nodes);
/// The flows of several jobs together.
std::vector<Flow> merged_flows(std::span<const std::vector<Flow>> jobs);

/// How flows are routed.
struct Routing {
  enum class Kind {
    minimal,  ///< along shortest paths
    valiant,  ///< over random detours: the expected value, or a sample
    ugal,     ///< each flow splits between minimal and Valiant until neither is quicker: a fixed point
  };
  Kind kind = Kind::minimal;
  network::Paths paths = network::Paths::shared;
  std::int64_t samples = 0;  ///< Valiant: detours drawn per flow; 0 for the expected value over all detours
  std::uint64_t seed = 0;
};
Routing::Kind parse_routing(std::string_view name);
std::string_view to_string(Routing::Kind kind);

/// Bytes on every link in one iteration, and between every node and its switch.
struct LinkLoads {
  base::IndexVector<network::LinkId, double> links;
  base::IndexVector<network::Node, double> injection;  ///< empty if the wiring has no terminal bandwidth
  base::IndexVector<network::Node, double> ejection;
  double minimal_part = 1;  ///< the part of all bytes on minimal paths
};

/// The loads of the given flows. Deterministic for a given seed. Throws Error: two nodes without a path between them.
LinkLoads link_loads(const network::Network& network, std::span<const Flow> flows, const Routing& routing);

/// Seconds that the busiest link between switches needs for its bytes, and that the busiest terminal link needs.
struct Bottleneck {
  double network = 0;
  double terminal = 0;
  network::LinkId link{-1};  ///< the busiest link between switches; -1 if none has a load
  double squares = 0;        ///< the sum of the squares of the seconds of all links between switches
  double seconds() const { return network > terminal ? network : terminal; }
  /// Whether the busiest link needs less time, or, where the times are equal but for rounding, fewer links are nearly
  /// as busy: messages that share several busy links take longer than the busiest link alone.
  bool better_than(const Bottleneck& other) const;
};
Bottleneck bottleneck(const network::Wiring& wiring, const LinkLoads& loads);

}  // namespace cartwright::traffic
