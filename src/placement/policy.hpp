// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"
#include "inventory/inventory.hpp"

#include <functional>

namespace cartwright::placement {

/// A job that wants nodes.
struct Job {
  std::int64_t nodes = 1;
  /// What its ranks send, rank r on the node number node_of_rank[r] of the job; a null pointer when nothing is known of
  /// it.
  const traffic::Traffic* traffic = nullptr;
  std::vector<network::Node> node_of_rank;
};

struct PolicyOptions {
  std::uint64_t seed = 0;
  double budget_seconds = 2;
  traffic::Routing routing = {};
  std::function<void(double)> progress = {};
};

/// A way of choosing nodes: one file in this folder, and one line in the registry. Returns the node of the network for
/// every node of the job, in the order in which its ranks fill them. Throws Error: more nodes than are free.
struct Policy {
  std::string_view name;    ///< as in `--policy NAME`: "level-spread"
  std::string_view title;   ///< for people
  std::string_view source;  ///< where it comes from
  std::vector<network::Node> (*choose)(const network::Network& network, std::span<const network::Node> free, const Job& job,
                              const PolicyOptions& options);
  bool by_traffic = false;  ///< goes by what the ranks send, and on which nodes of the job they are
};
std::span<const Policy> policies();
/// The entry of that name. Throws Error that lists the names there are.
const Policy& find_policy(std::string_view name);

}  // namespace cartwright::placement
