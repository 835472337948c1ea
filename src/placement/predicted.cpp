// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "placement/anneal_nodes.hpp"
#include "placement/policies_p.hpp"

namespace cartwright::placement {

/// Cartwright's own policy: starts from the best result of the other policies, and moves rank groups of the job to any
/// free nodes to relieve the busiest link.
Selected select_predicted(const network::Network& network, std::span<const network::Node> free, const Job& job,
                          const PolicyOptions& options) {
  if (job.traffic == nullptr)
    base::fail(base::Status::invalid_argument,
               "the policy predicted needs the traffic of the job's ranks: give a pattern, or use level-spread");
  const std::vector<GroupFlow> flows = flows_between_groups(*job.traffic, job.group_of_rank, job.nodes);
  Selected best;
  double least = 0;
  for (const Policy& policy : policies()) {
    if (policy.name == "predicted") continue;
    Selected selected = policy.select(network, free, job, options);
    const double busiest = MovingLoads(network, flows, NodeOfGroup(selected), options.routing).busiest();
    if (!best.empty() && busiest >= least) continue;
    least = busiest;
    best = std::move(selected);
  }
  MovingLoads loads(network, flows, NodeOfGroup(std::move(best)), options.routing);
  return anneal_nodes(loads, free, {options.budget_seconds, options.seed, options.progress}).items();
}

}  // namespace cartwright::placement
