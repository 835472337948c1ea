// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "placement/group.hpp"
#include "traffic/link_loads.hpp"

#include <functional>

namespace cartwright::placement {

/// A job that needs nodes.
struct Job {
  std::int64_t nodes = 1;
  const traffic::Traffic* traffic = nullptr;  ///< of its ranks; a null pointer if unknown
  GroupOfRank group_of_rank;
};

struct PolicyOptions {
  std::uint64_t seed = 0;
  double budget_seconds = 2;
  traffic::Routing routing = {};
  std::function<void(double)> progress = {};
};

/// A way of selecting nodes: one file in this folder, and one line in the registry. `select` returns the node of the
/// network for every node of the job, in the order in which its ranks fill them. It throws Error: more nodes than are
/// free.
struct Policy {
  std::string_view name;    ///< as in `--policy NAME`: "level-spread"
  std::string_view title;   ///< for tables
  std::string_view source;  ///< the publication
  std::vector<network::Node> (*select)(const network::Network& network, std::span<const network::Node> free,
                                       const Job& job, const PolicyOptions& options);
  bool by_traffic = false;  ///< whether it needs Job::traffic and Job::group_of_rank
};
std::span<const Policy> policies();
/// The policy of that name. Throws Error that lists the names.
const Policy& find_policy(std::string_view name);

}  // namespace cartwright::placement
