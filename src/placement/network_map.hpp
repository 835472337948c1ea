// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"
#include "machine/machine.hpp"

#include <functional>

namespace cartwright::placement {

/// A grid of processes that is to be laid on chosen nodes of a network, equally many processes on each.
struct NetworkProblem {
  const network::Network* network = nullptr;
  std::vector<network::Node> nodes;  ///< in the order in which a launcher fills them
  std::int64_t ranks_per_node = 1;
  grid::Grid grid;
  grid::Stencil stencil;  ///< weights in bytes
  traffic::Routing routing;
  /// What the ranks send, where it is not the stencil: the stencil then only says who is near whom.
  const traffic::Traffic* traffic = nullptr;
};

/// The levels of the network above the chosen nodes (supernode, drawer; group, chassis), the nodes, and the processes
/// in them.
machine::Machine machine_of(const NetworkProblem& problem);

/// A mapping of [PERCS]: blocks of processes on nodes, drawers, supernodes, the first dimension running fastest; or
/// blocks on nodes or drawers at random.
struct BlockMapping {
  std::string_view name;   ///< "BDM"
  std::string_view title;  ///< "blocks on drawers"
  std::string_view source;
  std::vector<network::Node> (*place)(const NetworkProblem& problem, std::uint64_t seed);  ///< the node of every rank
  std::size_t blocked_levels = 3;  ///< of node, drawer, supernode: what is not placed at random
};
/// DEF, BNM, BDM, BSM, RNM, RDM.
std::span<const BlockMapping> block_mappings();
/// Dims of the blocks that one of them puts on a node, a drawer, a supernode (Table 5); derived from the sizes of the
/// levels. Empty for levels taken at random.
std::vector<grid::Coords> block_dims(const BlockMapping& mapping, const NetworkProblem& problem);

/// Cartwright's own: blocks level by level, then nodes change places until the busiest link, in seconds, can be
/// relieved no further or the budget is spent.
struct NetworkMapping {
  std::vector<network::Node> node_of_rank;
  std::string start;  ///< the mapping that the refinement began with
  traffic::Bottleneck before, after;
};
NetworkMapping map_onto_network(const NetworkProblem& problem, double budget_seconds, std::uint64_t seed,
                                const std::function<void(double)>& progress = {});

}  // namespace cartwright::placement
