// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/flow_sums.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::traffic {

namespace {

/// The number of ranks of a team on each of its nodes.
std::vector<std::pair<network::Node, double>> nodes_of(const Team& team, const NodeOfRank& node_of_rank) {
  std::vector<network::Node> nodes;
  for (const Rank rank : team.ranks) nodes.push_back(node_of_rank[rank]);
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::pair<network::Node, double>> counts;
  for (const network::Node node : nodes) {
    if (counts.empty() || counts.back().first != node) counts.emplace_back(node, 0);
    ++counts.back().second;
  }
  return counts;
}

}  // namespace

std::vector<Flow> flows_between(const Traffic& traffic, const NodeOfRank& node_of_rank, std::int32_t nodes) {
  if (static_cast<std::int64_t>(node_of_rank.size()) != traffic.ranks())
    base::fail(base::Status::invalid_argument, "{} ranks communicate, but nodes are given for {}", traffic.ranks(),
               node_of_rank.size());
  std::vector<std::size_t> starts(static_cast<std::size_t>(nodes) + 1, 0);
  for (const network::Node node : node_of_rank) {
    if (node.number() < 0 || node.number() >= nodes)
      base::fail(base::Status::invalid_argument, "a rank is on node {}, but there are {}: they are numbered from 0",
                 node.number(), nodes);
    ++starts[node.index() + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Rank> ranks(node_of_rank.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const Rank rank : node_of_rank.ids()) ranks[next[node_of_rank[rank].index()]++] = rank;

  std::vector<std::vector<std::pair<network::Node, double>>> team_nodes;
  base::IndexVector<network::Node, std::vector<std::pair<std::size_t, double>>> teams_on(
      traffic.teams().empty() ? 0 : nodes);
  for (const Team& team : traffic.teams()) {
    for (const auto& [node, count] : team_nodes.emplace_back(nodes_of(team, node_of_rank)))
      teams_on[node].emplace_back(team_nodes.size() - 1, count);
  }

  FlowSums sums(nodes);
  std::vector<Flow> flows;
  std::vector<Send> sends;
  for (const network::Node node : base::ids<network::Node>(nodes)) {
    for (std::size_t i = starts[node.index()]; i < starts[node.index() + 1]; ++i) {
      sends.clear();
      traffic.sends(ranks[i], sends);
      for (const Send& send : sends) sums.add(node_of_rank[send.to], send.bytes);
    }
    if (!teams_on.empty())
      for (const auto& [team, here] : teams_on[node])
        for (const auto& [other, there] : team_nodes[team]) sums.add(other, traffic.teams()[team].bytes * here * there);
    sums.take(node, flows);
  }
  return flows;
}

std::vector<Flow> merged_flows(std::span<const std::vector<Flow>> jobs) {
  std::vector<Flow> all;
  for (const std::vector<Flow>& flows : jobs) all.insert(all.end(), flows.begin(), flows.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const Flow& a, const Flow& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  std::vector<Flow> merged;
  for (const Flow& flow : all) {
    if (!merged.empty() && merged.back().from == flow.from && merged.back().to == flow.to)
      merged.back().bytes += flow.bytes;
    else
      merged.push_back(flow);
  }
  return merged;
}

}  // namespace cartwright::traffic
