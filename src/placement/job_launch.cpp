// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/job_launch.hpp"

#include "machine/hosts.hpp"
#include "placement/within_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace cartwright::placement {

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
  order_within_nodes(job.grid, job.stencil, job.ranks_per_node, sockets, order);
  const auto count = static_cast<std::int64_t>(hosts.size());
  std::vector<machine::Level> levels = {{"node", machine::Sizes::equal(count, job.ranks_per_node)}};
  if (sockets > 1) levels.push_back({"socket", machine::Sizes::equal(count * sockets, job.ranks_per_node / sockets)});
  return {mapping::Problem(job.grid, job.stencil, machine::Machine(std::move(levels), std::move(hosts))),
          std::move(order)};
}

}  // namespace cartwright::placement
