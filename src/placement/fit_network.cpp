// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/fit_network.hpp"

#include "placement/anneal_nodes.hpp"

#include <algorithm>
#include <tuple>

namespace cartwright::placement {

namespace {

/// The processes of whole nodes exchange their nodes in this many of the best orders; in the best one those of whole
/// switches, too.
constexpr std::size_t max_exchanged = 2;

/// Predictions are not more exact than this. Among orders whose busiest links take at most so much longer than the
/// least busy one, the order with the fewest bytes between nodes is taken.
constexpr double as_good = 1.05;

/// Rounding in sums of bytes and seconds.
constexpr double slack = 1 + 1e-12;

/// An order, and what it costs. A group is the processes that the order puts on one node of the machine.
struct Candidate {
  NamedOrder named;
  std::vector<GroupFlow> flows;
  double bytes = 0;
  traffic::Bottleneck busiest = {};
  bool exchanged = false;
};

traffic::Bottleneck bottleneck_of(const JobOnNetwork& job, const std::vector<GroupFlow>& flows,
                                  const NodeOfGroup& nodes) {
  std::vector<traffic::Flow> on_nodes;
  on_nodes.reserve(flows.size());
  for (const GroupFlow& flow : flows) on_nodes.push_back({nodes[flow.from], nodes[flow.to], flow.bytes});
  return traffic::bottleneck(job.network.wiring(), traffic::link_loads(job.network, on_nodes, job.routing));
}

Candidate cost(const traffic::Traffic& traffic, const JobOnNetwork& job, NamedOrder named) {
  GroupOfRank group_of_rank(named.order.size());
  for (std::int64_t node = 0; node < job.sizes.count(); ++node)
    for (machine::Slot slot(job.sizes.start(node)); slot.number() < job.sizes.start(node + 1); ++slot)
      group_of_rank[traffic::Rank(named.order[slot].number())] = Group(node);
  Candidate made{std::move(named), flows_between_groups(traffic, group_of_rank, job.sizes.count())};
  for (const GroupFlow& flow : made.flows) made.bytes += flow.bytes;
  made.busiest = bottleneck_of(job, made.flows, job.nodes);
  return made;
}

/// The nodes whose processes may be exchanged: those of the most common size.
std::vector<network::Node> exchangeable(const JobOnNetwork& job) {
  std::vector<network::Node> open;
  for (const Group group : job.nodes.ids())
    if (job.sizes[group.number()] == job.sizes.typical()) open.push_back(job.nodes[group]);
  return open;
}

/// How many nodes may move together.
std::size_t nodes_of_switch(const JobOnNetwork& job) {
  const network::Wiring& wiring = job.network.wiring();
  return std::max<std::size_t>(1, wiring.nodes_on(wiring.switch_of(job.nodes[Group(0)])).size());
}

/// The order in which the processes of group g are on node_of_group[g].
mapping::Order moved(const JobOnNetwork& job, const mapping::Order& order, const NodeOfGroup& node_of_group) {
  base::IndexVector<network::Node, std::int64_t> part_of_node(job.network.wiring().nodes(), -1);
  for (const Group group : job.nodes.ids()) part_of_node[job.nodes[group]] = group.number();
  mapping::Order made(order.size());
  for (const Group group : node_of_group.ids()) {
    const std::int64_t from = job.sizes.start(group.number());
    const std::int64_t to = job.sizes.start(part_of_node[node_of_group[group]]);
    for (std::int64_t i = 0; i < job.sizes[group.number()]; ++i)
      made[machine::Slot(to + i)] = order[machine::Slot(from + i)];
  }
  return made;
}

/// The same order with nodes exchanged, if that makes its busiest link less busy.
void exchange(const JobOnNetwork& job, const AnnealOptions& options, Candidate& candidate) {
  // The bytes of each node stay the same.
  if (candidate.busiest.network <= candidate.busiest.terminal) return;
  MovingLoads loads(job.network, candidate.flows, job.nodes, job.routing);
  const NodeOfGroup nodes = anneal_nodes(loads, exchangeable(job), options);
  const traffic::Bottleneck after = bottleneck_of(job, candidate.flows, nodes);
  if (after.seconds() * slack >= candidate.busiest.seconds()) return;
  candidate.busiest = after;
  candidate.named.order = moved(job, candidate.named.order, nodes);
  candidate.exchanged = true;
}

std::tuple<double, double> score(const Candidate& candidate) { return {candidate.busiest.seconds(), candidate.bytes}; }

}  // namespace

NetworkFit fit_network(const traffic::Traffic& traffic, const JobOnNetwork& job, std::vector<NamedOrder> orders,
                       const FitOptions& options) {
  std::vector<Candidate> candidates;
  for (NamedOrder& order : orders) candidates.push_back(cost(traffic, job, std::move(order)));
  const traffic::Bottleneck before = candidates.front().busiest;
  const double bytes_before = candidates.front().bytes;
  std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.bytes > bytes_before * slack; });
  const double least_bytes = std::ranges::min(candidates, {}, &Candidate::bytes).bytes;

  std::ranges::stable_sort(candidates, {}, score);
  // Two mappings may find the same order.
  candidates.erase(std::unique(candidates.begin(), candidates.end(),
                               [](const Candidate& a, const Candidate& b) { return a.named.order == b.named.order; }),
                   candidates.end());
  if (options.budget_seconds > 0) {
    std::vector<Candidate> exchanged;
    const auto attempt = [&](Candidate candidate, std::size_t block) {
      exchange(job, {.budget_seconds = options.budget_seconds / 2, .seed = options.seed, .block = block}, candidate);
      exchanged.push_back(std::move(candidate));
    };
    for (std::size_t i = 0; i < std::min(max_exchanged, candidates.size()); ++i) attempt(candidates[i], 1);
    if (const std::size_t block = nodes_of_switch(job); block > 1) attempt(candidates.front(), block);
    std::ranges::move(exchanged, std::back_inserter(candidates));
  }
  const double least_seconds = std::ranges::min(candidates, {}, score).busiest.seconds();
  Candidate& best = *std::ranges::min_element(candidates, {}, [&](const Candidate& candidate) {
    const double limit = std::min(least_seconds * as_good, before.seconds() * slack);
    return std::tuple(candidate.busiest.seconds() > limit, candidate.bytes, candidate.busiest.seconds());
  });
  const bool others = std::ranges::any_of(candidates, [&](const Candidate& candidate) {
    return candidate.bytes <= best.bytes * slack && candidate.busiest.seconds() > best.busiest.seconds() * slack &&
           candidate.bytes <= least_bytes * slack;
  });
  return {.best = std::move(best.named),
          .before = before,
          .after = best.busiest,
          .bytes_before = bytes_before,
          .bytes = best.bytes,
          .exchanged = best.exchanged,
          .by_links = best.exchanged || others};
}

}  // namespace cartwright::placement
