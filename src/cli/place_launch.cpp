// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/place.hpp"
#include "machine/hosts.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace cartwright::cli {

Launch make_launch(const PlacedJob& job, const NodeTable& table) {
  std::vector<Node> nodes = job.nodes;
  const auto name_of = [&](Node node) -> const std::string& { return table.name[static_cast<std::size_t>(node)]; };
  std::ranges::sort(nodes, host_before, name_of);
  std::unordered_map<Node, std::size_t> place_of;
  std::vector<std::string> hosts;
  for (const Node node : nodes) {
    place_of[node] = hosts.size();
    hosts.push_back(name_of(node));
  }
  Order order(job.node_of_rank.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, {}, [&](std::int64_t rank) { return place_of.at(job.node_of_rank[static_cast<std::size_t>(rank)]); });
  const Sizes sizes = Sizes::equal(static_cast<std::int64_t>(hosts.size()), job.ranks_per_node);
  return {Problem(job.grid, job.stencil, Machine({{"node", sizes}}, std::move(hosts))), std::move(order)};
}

}  // namespace cartwright::cli
