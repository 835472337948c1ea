// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "inventory/inventory.hpp"
#include "inventory/node_index.hpp"
#include "network/networks.hpp"

#include <algorithm>

namespace cartwright::inventory {

NodeTable match(const network::Network& network, const Inventory& inventory) {
  const NodeIndex index(network.wiring());
  NodeTable table = all_free(network);
  base::IndexVector<network::Node, bool> listed(table.state.size());
  std::size_t found = 0;
  for (const NodeRecord& record : inventory.nodes) {
    const network::Node node = index.find(record.name, record.location);
    if (node == network::Node(-1)) continue;
    table.state[node] = listed[node] ? std::max(table.state[node], record.state) : record.state;
    table.name[node] = record.name;
    if (!record.job.empty()) table.job[node] = record.job;
    listed[node] = true;
    ++found;
  }
  if (found == 0 && !inventory.every_node()) {
    const std::string_view example = inventory.nodes.empty() ? std::string_view("none") : inventory.nodes.front().name;
    base::fail(
        base::Status::invalid_argument,
        "none of the {} nodes of the batch system (the first: {}) is in the network (its first: {}): use node states "
        "and a network of one machine",
        inventory.nodes.size(), base::quote(example), base::quote(network.wiring().node_name(network::Node(0))));
  }
  for (const network::Node node : listed.ids())
    if (!listed[node] && !inventory.every_node()) table.state[node] = NodeState::down;
  return table;
}

NodeTable all_free(const network::Network& network) {
  NodeTable table;
  table.job.assign(network.wiring().nodes(), "");
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes()))
    table.name.push_back(network.wiring().node_name(node));
  const bool hosts = !std::ranges::all_of(table.name, network::names_adapter);
  for (const network::Node node : table.name.ids())
    table.state.push_back(network.wiring().is_service(node) || (hosts && network::names_adapter(table.name[node]))
                              ? NodeState::service
                              : NodeState::free);
  return table;
}

}  // namespace cartwright::inventory
