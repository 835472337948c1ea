// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"
#include "placement/group.hpp"
#include "traffic/link_loads.hpp"

#include <functional>

namespace cartwright::placement {

/// A mapping problem on a network: a grid of processes, and the nodes for them. Each is filled before the next, and the
/// last one may have fewer processes.
struct NetworkProblem {
  const network::Network* network = nullptr;
  NodeOfGroup nodes;
  std::int64_t ranks_per_node = 1;
  grid::Grid grid;
  grid::Stencil stencil;  ///< weights in bytes
  traffic::Routing routing;
  /// The traffic of the ranks, if it is not the stencil. The stencil then only guides the mappings.
  const traffic::Traffic* traffic = nullptr;
};

/// The numbers of processes on the nodes that `ranks` processes fill one after the other: the last may have fewer.
machine::Sizes filled_nodes(std::int64_t ranks, std::int64_t ranks_per_node);

/// The machine of the selected nodes: the levels of the network above them (supernode, drawer; group, chassis), the
/// nodes, and their slots.
machine::Machine machine_of(const NetworkProblem& problem);

/// A mapping of [PERCS]: blocks of processes on nodes, drawers, supernodes, the first dimension running fastest; or
/// blocks on nodes or drawers at random.
struct BlockMapping {
  std::string_view name;   ///< "BDM"
  std::string_view title;  ///< "blocks on drawers"
  std::string_view source;
  traffic::NodeOfRank (*place)(const NetworkProblem& problem, std::uint64_t seed);
  std::size_t blocked_levels = 3;  ///< the number of levels (node, drawer, supernode) that are not placed at random
};
/// DEF, BNM, BDM, BSM, RNM, RDM.
std::span<const BlockMapping> block_mappings();
/// Dims of the blocks of a mapping on a node, a drawer, a supernode (Table 5), derived from the sizes of the levels.
/// Empty for levels placed at random.
std::vector<grid::Coords> block_dims(const BlockMapping& mapping, const NetworkProblem& problem);

/// Cartwright's own mapping: blocks level by level. Then rank groups exchange nodes to lower the seconds of the busiest
/// link, until the budget is spent. Among equal times of the busiest link, the least sum of the squares of the times of
/// all links decides; and in jobs of up to 4,096 processes with minimal routes, the simulated time. Refinement may also
/// start from a given mapping, and is never worse than it.
struct NetworkMapping {
  traffic::NodeOfRank node_of_rank;
  std::string start;  ///< the mapping from which refinement started
  traffic::Bottleneck before, after;
};
NetworkMapping map_onto_network(const NetworkProblem& problem, double budget_seconds, std::uint64_t seed,
                                const std::function<void(double)>& progress = {},
                                const traffic::NodeOfRank* given = nullptr);

}  // namespace cartwright::placement
