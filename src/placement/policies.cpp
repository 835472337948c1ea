// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/registry.hpp"
#include "placement/policies_p.hpp"

#include <algorithm>
#include <array>

namespace cartwright::placement {

namespace {

using SelectFunction = decltype(Policy::select);

/// Checks the arguments that every policy relies on.
template <SelectFunction Select>
std::vector<network::Node> checked(const network::Network& network, std::span<const network::Node> free, const Job& job,
                                   const PolicyOptions& options) {
  if (job.nodes < 1) base::fail(base::Status::invalid_argument, "a job of {} nodes: use at least 1", job.nodes);
  if (job.nodes > static_cast<std::int64_t>(free.size()))
    base::fail(base::Status::invalid_argument, "the job needs {} nodes, but {} are free: wait, or use fewer", job.nodes,
               free.size());
  std::vector<network::Node> ascending(free.begin(), free.end());
  std::ranges::sort(ascending);
  return Select(network, ascending, job, options);
}

constexpr std::array registry = {
    Policy{"contiguous", "consecutive free nodes, the lowest; else the fewest runs", "sbatch --contiguous",
           checked<select_contiguous>},
    Policy{"random-node", "free nodes drawn at random", "Yang et al., SC 2016", checked<select_random_nodes>},
    Policy{"random-router", "the free nodes of routers drawn at random", "Yang et al., SC 2016",
           checked<select_random_routers>},
    Policy{"random-group", "the free nodes of groups drawn at random", "Yang et al., SC 2016",
           checked<select_random_groups>},
    Policy{"level-spread", "spread over the smallest of router, group and machine that holds the job",
           "Zhang et al., IPDPS 2018", checked<select_level_spread>},
    Policy{"connected", "blades of the same chassis and slot in all groups, one node of each", "[Aseeri2019, IV-E]",
           checked<select_connected>},
    Policy{"connected-all", "the same blades, all free nodes of each", "[Aseeri2019, IV-E]",
           checked<select_connected_all>},
    Policy{"predicted", "free nodes that minimize the predicted time of the busiest link", "Cartwright",
           checked<select_predicted>, true},
};

}  // namespace

std::span<const Policy> policies() { return registry; }

const Policy& find_policy(std::string_view name) { return base::find_named(registry, name, "policy"); }

}  // namespace cartwright::placement
