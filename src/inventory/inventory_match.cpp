// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "inventory/inventory.hpp"
#include "inventory/location.hpp"

#include <algorithm>
#include <unordered_map>

namespace cartwright::inventory {

namespace {

constexpr network::Node none(-1);

/// Finds the nodes of a network by the names in records.
class NodeIndex {
 public:
  explicit NodeIndex(const network::Wiring& wiring) : wiring_(wiring) {
    for (const network::Node node : base::ids<network::Node>(wiring.nodes()))
      if (const auto at = parse_location(wiring.node_name(node))) columns_ = std::max(columns_, at->cabinet + 1);
    for (const network::Node node : base::ids<network::Node>(wiring.nodes())) {
      const std::string& name = wiring.node_name(node);
      if (const auto at = parse_location(name)) by_location_.emplace(to_string(*at), node);
      if (const std::int64_t nid = number_of(name); nid >= 0) by_nid_.emplace(nid, node);
    }
  }

  /// The node by its name, with or without its domain, by its location, or by its number; -1 if it is not in this
  /// network.
  network::Node find(const NodeRecord& record) const {
    if (const network::Node node = wiring_.find_node(record.name); node != none) return node;
    const std::string host = record.name.substr(0, record.name.find('.'));
    if (const network::Node node = wiring_.find_node(host); node != none) return node;
    if (const auto at = parse_location(record.location)) {
      if (const auto found = by_location_.find(to_string(*at)); found != by_location_.end()) return found->second;
    }
    const auto found = by_nid_.find(number_of(host));
    return found == by_nid_.end() ? none : found->second;
  }

 private:
  std::int64_t number_of(std::string_view name) const {
    if (const std::int64_t nid = nid_of(name); nid >= 0) return nid;
    const auto at = parse_location(name);
    return at ? default_nid(*at, columns_) : -1;
  }

  const network::Wiring& wiring_;
  std::int64_t columns_ = 0;  ///< cabinets per row, from the network's cnames
  std::unordered_map<std::string, network::Node> by_location_;
  std::unordered_map<std::int64_t, network::Node> by_nid_;
};

}  // namespace

NodeTable match(const network::Network& network, const Inventory& inventory) {
  const NodeIndex index(network.wiring());
  NodeTable table = all_free(network);
  base::IndexVector<network::Node, bool> listed(table.state.size());
  std::size_t found = 0;
  for (const NodeRecord& record : inventory.nodes) {
    const network::Node node = index.find(record);
    if (node == none) continue;
    table.state[node] = listed[node] ? std::max(table.state[node], record.state) : record.state;
    table.name[node] = record.name;
    if (!record.job.empty()) table.job[node] = record.job;
    listed[node] = true;
    ++found;
  }
  if (found == 0) {
    const std::string_view example = inventory.nodes.empty() ? std::string_view("none") : inventory.nodes.front().name;
    base::fail(
        base::Status::invalid_argument,
        "none of the {} nodes of the batch system (the first: {}) is in the network (its first: {}): use node states "
        "and a network of one machine",
        inventory.nodes.size(), base::quote(example), base::quote(network.wiring().node_name(network::Node(0))));
  }
  for (const network::Node node : listed.ids())
    if (!listed[node]) table.state[node] = NodeState::down;
  return table;
}

NodeTable all_free(const network::Network& network) {
  NodeTable table;
  table.state.assign(network.wiring().nodes(), NodeState::free);
  table.job.assign(network.wiring().nodes(), "");
  for (const network::Node node : base::ids<network::Node>(network.wiring().nodes()))
    table.name.push_back(network.wiring().node_name(node));
  return table;
}

}  // namespace cartwright::inventory
