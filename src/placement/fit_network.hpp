// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"
#include "placement/group.hpp"
#include "traffic/link_loads.hpp"

namespace cartwright::placement {

/// An order of running processes, and its name for reports.
struct NamedOrder {
  std::string name;
  mapping::Order order;
};

/// The nodes of a running job on a network: node k of the machine is nodes[k].
struct JobOnNetwork {
  const network::Network& network;
  NodeOfGroup nodes;
  const machine::Sizes& sizes;  ///< the processes on each node
  traffic::Routing routing;
};

struct FitOptions {
  double budget_seconds = 0.1;  ///< for exchanges of nodes; 0 for none
  std::uint64_t seed = 0;
};

/// The order with the least busy link, and what decided.
struct NetworkFit {
  NamedOrder best;
  traffic::Bottleneck before, after;   ///< as launched, and in the best order
  double bytes_before = 0, bytes = 0;  ///< between nodes
  bool exchanged = false;              ///< the processes of whole nodes were exchanged
  bool by_links = false;               ///< another order has as few bytes between nodes, or fewer, but a busier link
};

/// Chooses among orders; the first is as launched. Never takes one with more bytes between nodes or a busier link than
/// as launched. The processes of whole nodes of one size may also exchange their nodes, which changes no bytes between
/// nodes. Deterministic: the budget is counted in links. The ranks of `traffic` are the cells of the orders. Throws
/// Error: two nodes without a path between them.
NetworkFit fit_network(const traffic::Traffic& traffic, const JobOnNetwork& job, std::vector<NamedOrder> orders,
                       const FitOptions& options);

}  // namespace cartwright::placement
