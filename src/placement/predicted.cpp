// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "placement/policies_p.hpp"
#include "placement/relieve.hpp"

namespace cartwright::placement {

/// Cartwright's own: begins with the best that the other policies choose, and moves the nodes of the job, in their
/// order, to any free ones until the busiest link is relieved.
Chosen choose_predicted(const network::Network& network, std::span<const network::Node> free, const Job& job,
                        const PolicyOptions& options) {
  if (job.traffic == nullptr)
    base::fail(base::Status::invalid_argument,
         "the policy predicted goes by what the job's ranks send: give a pattern, or take level-spread");
  const std::vector<traffic::Flow> flows = traffic::flows_between(*job.traffic, job.node_of_rank, static_cast<network::Node>(job.nodes));
  Chosen best;
  double least = 0;
  for (const Policy& policy : policies()) {
    if (policy.name == "predicted") continue;
    Chosen chosen = policy.choose(network, free, job, options);
    const double busiest = MovingLoads(network, flows, chosen, options.routing).busiest();
    if (!best.empty() && busiest >= least) continue;
    least = busiest;
    best = std::move(chosen);
  }
  MovingLoads loads(network, flows, best, options.routing);
  return relieve(loads, free, {options.budget_seconds, options.seed, options.progress});
}

}  // namespace cartwright::placement
