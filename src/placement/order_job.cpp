// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/order_job.hpp"

#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "machine/hosts.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::placement {

namespace {

/// The seconds of the busiest link, and then the bytes between nodes.
using Cost = std::pair<double, double>;

Cost cost_of(const PlacedJob& job, const network::Network& network) {
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
  std::vector<network::Node> nodes = job.nodes.items();
  std::ranges::sort(nodes, machine::host_before,
                    [&](network::Node node) -> const std::string& { return table.name[node]; });
  job.nodes = NodeOfGroup(std::move(nodes));
  job.node_of_rank = map_ranks(job, network, spec);
  job.mapping = "as launched";
  return job;
}

/// The node of each rank, from the rank in each slot.
traffic::NodeOfRank nodes_of_order(const PlacedJob& job, const mapping::Order& order) {
  traffic::NodeOfRank node_of_rank(order.size());
  for (const machine::Slot slot : order.ids())
    node_of_rank[traffic::Rank(order[slot].number())] = job.nodes[Group(slot.number() / job.ranks_per_node)];
  return node_of_rank;
}

/// Brings rank 0 to a node by the cheapest exchange, and returns the cost.
Cost bring_rank_0_to(network::Node home, PlacedJob& job, const network::Network& network) {
  constexpr int max_exchanges = 64;
  const traffic::NodeOfRank given = job.node_of_rank;
  const network::Node away = given[traffic::Rank(0)];
  std::optional<Cost> least;
  traffic::NodeOfRank best;
  const auto offer = [&](traffic::NodeOfRank exchanged) {
    job.node_of_rank = std::move(exchanged);
    const Cost cost = cost_of(job, network);
    if (least && cost >= *least) return;
    least = cost;
    best = job.node_of_rank;
  };
  traffic::NodeOfRank whole = given;
  for (network::Node& node : whole)
    if (node == home || node == away) node = node == home ? away : home;
  offer(std::move(whole));
  int exchanges = 0;
  for (const traffic::Rank rank : given.ids()) {
    if (given[rank] != home || ++exchanges > max_exchanges) continue;
    traffic::NodeOfRank two = given;
    std::swap(two[traffic::Rank(0)], two[rank]);
    offer(std::move(two));
  }
  job.node_of_rank = std::move(best);
  return *least;
}

std::string kept_at_a_cost(const Cost& before, const Cost& after) {
  std::string text = "rank 0 keeps its rank, at a cost:";
  if (after.first > before.first)
    text +=
        fmt::format(" the busiest link needs {:.3g} ms instead of {:.3g} ms", 1e3 * after.first, 1e3 * before.first);
  if (after.second != before.second)
    text += fmt::format("{} {} go between nodes instead of {}", text.ends_with(':') ? "" : ", and",
                        base::format_bytes(after.second), base::format_bytes(before.second));
  return text;
}

}  // namespace

OrderedJob order_job(JobSpec spec, const OrderJobOptions& options, const network::Network& network,
                     const inventory::NodeTable& table, const JobProgress& progress) {
  OrderedJob made;
  PlacedJob& job = made.job;
  job = launched(spec, network, table);
  made.launched = job.node_of_rank;
  std::string best = job.mapping;
  traffic::NodeOfRank best_nodes = job.node_of_rank;
  const Cost as_launched = cost_of(job, network);
  Cost least = as_launched;
  const auto offer = [&](std::string mapping, traffic::NodeOfRank node_of_rank) {
    job.node_of_rank = std::move(node_of_rank);
    const Cost cost = cost_of(job, network);
    if (cost >= least) return;
    least = cost;
    best = std::move(mapping);
    best_nodes = job.node_of_rank;
  };

  spec.mapping = "auto";
  offer("graph", map_ranks(job, network, spec, progress));
  if (options.others)
    for (const mapping::Order& order :
         options.others(machine::Machine::nodes(filled_nodes(job.grid.size(), job.ranks_per_node))))
      offer("parts", nodes_of_order(job, order));
  if (options.grid) {
    job.grid = options.grid->grid;
    job.stencil = options.grid->stencil;
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
  const network::Node home = made.launched[traffic::Rank(0)];
  if (options.keep_rank_0 && job.node_of_rank[traffic::Rank(0)] != home) {
    Cost kept = bring_rank_0_to(home, job, network);
    if (kept >= as_launched) {
      kept = as_launched;
      job.node_of_rank = made.launched;
      job.mapping = "as launched";
    }
    if (kept > least) made.notes.push_back(kept_at_a_cost(least, kept));
  }
  return made;
}

}  // namespace cartwright::placement
