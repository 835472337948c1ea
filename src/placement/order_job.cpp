// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/order_job.hpp"

#include "base/error.hpp"
#include "machine/hosts.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::placement {

namespace {

/// The seconds of the busiest link, and then the bytes between nodes.
std::pair<double, double> cost_of(const PlacedJob& job, const network::Network& network) {
  const auto flows = traffic::flows_between(*job.traffic, job.node_of_rank, network.wiring().nodes());
  double bytes = 0;
  for (const traffic::Flow& flow : flows) bytes += flow.bytes;
  return {traffic::bottleneck(network.wiring(), traffic::link_loads(network, flows, job.routing)).seconds(), bytes};
}

/// The job as the launcher places it.
PlacedJob launched(JobSpec& spec, const network::Network& network, const inventory::NodeTable& table) {
  spec.dims = {0};
  spec.mapping = "blocked";
  PlacedJob job = place_job(spec, network, table);
  const std::int64_t ranks = spec.traffic.messages()->ranks;
  if (job.grid.size() != ranks)
    base::fail(base::Status::invalid_argument,
               "{} ranks do not fill {} nodes of {} each: change the number of nodes or the ranks per node", ranks,
               job.nodes.size(), job.ranks_per_node);
  std::vector<network::Node> nodes = job.nodes.items();
  std::ranges::sort(nodes, machine::host_before,
                    [&](network::Node node) -> const std::string& { return table.name[node]; });
  job.nodes = NodeOfGroup(std::move(nodes));
  job.node_of_rank = map_ranks(job, network, spec);
  job.mapping = "as launched";
  return job;
}

}  // namespace

OrderedJob order_job(JobSpec spec, const std::optional<MessageGrid>& grid, const network::Network& network,
                     const inventory::NodeTable& table, const JobProgress& progress) {
  OrderedJob made;
  PlacedJob& job = made.job;
  job = launched(spec, network, table);
  made.launched = job.node_of_rank;
  std::string best = job.mapping;
  traffic::NodeOfRank best_nodes = job.node_of_rank;
  auto least = cost_of(job, network);
  const auto offer = [&](std::string mapping, traffic::NodeOfRank node_of_rank) {
    job.node_of_rank = std::move(node_of_rank);
    const auto cost = cost_of(job, network);
    if (cost >= least) return;
    least = cost;
    best = std::move(mapping);
    best_nodes = job.node_of_rank;
  };

  spec.mapping = "auto";
  offer("graph", map_ranks(job, network, spec, progress));
  if (grid) {
    job.grid = grid->grid;
    job.stencil = grid->stencil;
    job.graph = false;
    offer("grid", map_ranks(job, network, spec, progress));
  }
  if (spec.tier != choose::Tier::fast) {
    const std::function<void(double)> show = [&](double share) {
      if (progress) progress("network", share);
    };
    offer("network",
          map_onto_network(job.problem(network), spec.budget_seconds.value_or(1), spec.seed, show, &best_nodes)
              .node_of_rank);
  }
  job.node_of_rank = std::move(best_nodes);
  job.mapping = std::move(best);
  return made;
}

}  // namespace cartwright::placement
