// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/predicted_time.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <map>

namespace cartwright::traffic {

namespace {

/// The sums of each rank and of each node.
struct NodeSums {
  explicit NodeSums(const NodeOfRank& nodes) : node_of_rank(nodes), between(nodes.size()), inside(nodes.size()) {}

  void add(Rank from, Rank to, double bytes, double messages) {
    const network::Node source = node_of_rank[from], target = node_of_rank[to];
    if (source == target) {
      inside[from.number()] += messages;
      copied[source] += messages * bytes;
    } else {
      between[from.number()] += messages;
      sent[source] += messages * bytes;
      received[target] += messages * bytes;
    }
  }

  const NodeOfRank& node_of_rank;
  std::vector<double> between, inside;  ///< messages of each rank
  std::map<network::Node, double> sent, received, copied;
};

/// An all-to-all, by the number of its ranks on each node.
void add_team(const Team& team, NodeSums& sums) {
  std::map<network::Node, double> members;
  for (const Rank rank : team.ranks) ++members[sums.node_of_rank[rank]];
  const auto all = static_cast<double>(team.ranks.size());
  for (const Rank rank : team.ranks) {
    const network::Node node = sums.node_of_rank[rank];
    const double here = members[node] - 1, elsewhere = all - members[node];
    sums.inside[rank.number()] += here;
    sums.between[rank.number()] += elsewhere;
    sums.copied[node] += here * team.bytes;
    sums.sent[node] += elsewhere * team.bytes;
    sums.received[node] += elsewhere * team.bytes;
  }
}

double most_of(const std::map<network::Node, double>& sums) {
  double most = 0;
  for (const auto& [node, sum] : sums) most = std::max(most, sum);
  return most;
}

const machine::MeasuredLink& measured_link(const machine::MeasuredLink* link, const char* where, const char* cure) {
  if (link == nullptr)
    base::fail(base::Status::invalid_argument, "the job sends messages {}, which were not measured: measure with {}",
               where, cure);
  return *link;
}

}  // namespace

NodeTraffic node_traffic(const Traffic& traffic, const NodeOfRank& node_of_rank) {
  NodeSums sums(node_of_rank);
  std::vector<Send> sends;
  for (const Rank rank : base::ids<Rank>(traffic.ranks())) {
    sends.clear();
    traffic.sends(rank, sends);
    for (const Send& send : sends)
      if (send.to != rank && send.bytes > 0) sums.add(rank, send.to, send.bytes, 1);
  }
  for (const Team& team : traffic.teams())
    if (team.bytes > 0) add_team(team, sums);
  NodeTraffic most;
  most.bytes_between = std::max(most_of(sums.sent), most_of(sums.received));
  most.bytes_inside = most_of(sums.copied);
  if (traffic.ranks() > 0) {
    most.messages_between = std::ranges::max(sums.between);
    most.messages_inside = std::ranges::max(sums.inside);
  }
  return most;
}

double predicted_seconds(const NodeTraffic& traffic, double link_seconds, const machine::Measured& measured) {
  double transfer = link_seconds, latencies = 0;
  if (traffic.messages_between > 0) {
    const machine::MeasuredLink& link =
        measured_link(measured.between_nodes(), "between nodes", "processes on two nodes or more");
    transfer = std::max(transfer, traffic.bytes_between / link.injection().bytes_per_second.median);
    latencies += traffic.messages_between * link.latency().median;
  }
  if (traffic.messages_inside > 0) {
    const machine::MeasuredLink& link =
        measured_link(measured.in_node(), "within a node", "two processes or more on a node");
    transfer = std::max(transfer, traffic.bytes_inside / link.injection().bytes_per_second.median);
    latencies += traffic.messages_inside * link.latency().median;
  }
  return transfer + latencies;
}

}  // namespace cartwright::traffic
