// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/job_launch.hpp"

#include "base/error.hpp"
#include "machine/hosts.hpp"
#include "placement/within_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace cartwright::placement {

namespace {

/// The numbers of ranks on the sockets of each node, each filled before the next.
machine::Sizes socket_sizes(const std::vector<std::int64_t>& ranks_of_nodes, std::int64_t ranks_per_node,
                            std::int64_t sockets) {
  if (sockets < 1 || ranks_per_node % sockets != 0)
    base::fail(base::Status::invalid_argument, "{} sockets cannot share the {} ranks of a node evenly", sockets,
               ranks_per_node);
  machine::Sizes sizes;
  for (const std::int64_t ranks : ranks_of_nodes) sizes.append(filled_nodes(ranks, ranks_per_node / sockets));
  return sizes;
}

}  // namespace

JobLaunch make_launch(const PlacedJob& job, const inventory::NodeTable& table, std::int64_t sockets) {
  std::vector<network::Node> nodes = job.nodes.items();
  const auto name_of = [&](network::Node node) -> const std::string& { return table.name[node]; };
  std::ranges::sort(nodes, machine::host_before, name_of);
  std::unordered_map<network::Node, std::size_t> position_of;
  std::vector<std::string> hosts;
  for (const network::Node node : nodes) {
    position_of[node] = hosts.size();
    hosts.push_back(name_of(node));
  }
  mapping::Order order(job.node_of_rank.size());
  std::iota(order.begin(), order.end(), grid::Cell(0));
  std::ranges::stable_sort(
      order, {}, [&](grid::Cell cell) { return position_of.at(job.node_of_rank[traffic::Rank(cell.number())]); });
  std::vector<std::int64_t> ranks(hosts.size(), 0);
  for (const network::Node node : job.node_of_rank) ++ranks[position_of.at(node)];
  std::vector<machine::Level> levels = {{"node", machine::Sizes(ranks)}};
  if (sockets != 1) {
    levels.push_back({"socket", socket_sizes(ranks, job.ranks_per_node, sockets)});
    order_within_nodes(job.grid, job.stencil, machine::Machine(levels), order);
  }
  return {mapping::Problem(job.grid, job.stencil, machine::Machine(std::move(levels), std::move(hosts))),
          std::move(order)};
}

}  // namespace cartwright::placement
