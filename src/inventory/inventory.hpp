// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::inventory {

enum class NodeState { free, taken, down };
std::string_view to_string(NodeState state);

/// What a batch system says of one node.
struct NodeRecord {
  std::string name;  ///< as launchers take it: "nid00012"
  NodeState state = NodeState::free;
  std::string job;           ///< who has it, where that is told
  std::string location;      ///< where it stands, where that is told: "c0-0c0s1n2", "x1000c0s0b0n0"
  std::int64_t cores = 0;    ///< 0: not told
  std::int64_t sockets = 0;  ///< 0: not told
};

/// Switches as a batch system knows them: a tree, or blocks. `below` are names of switches, `nodes` names of nodes.
struct SwitchRecord {
  std::string name;
  std::vector<std::string> below;
  std::vector<std::string> nodes;
};

/// The nodes of a machine as its batch system sees them at one moment.
struct Inventory {
  std::vector<NodeRecord> nodes;
  std::vector<SwitchRecord> switches;
};

/// Reads what a machine said: `scontrol show node`, `sinfo -N`, `xtprocadmin`, `pbsnodes -avF JSON`, topology.conf,
/// topology.yaml, ...; what the file holds decides which reader takes it. Throws Error: no such file, a malformed text.
Inventory read_inventory(const std::string& path);

/// A source of inventories: one file in this folder, and one line in the registry (inventories.cpp).
struct InventoryReader {
  std::string_view name;                      ///< "scontrol-node"
  std::string_view title;                     ///< one line for help texts
  bool (*recognizes)(std::string_view text);  ///< may `text`, the contents of a file, be meant for it?
  Inventory (*read)(std::string_view text);   ///< throws Error{parse, ...}
};
std::span<const InventoryReader> inventory_readers();

/// The state of every node of a network. Nodes are found by name or by location; those that the inventory does not list
/// are down, as far as anyone knows. Throws Error: no node of the inventory is in the network.
struct NodeTable {
  std::vector<NodeState> state;   ///< by Node
  std::vector<std::string> name;  ///< by Node: what launchers call it
  std::vector<std::string> job;   ///< by Node
};
NodeTable match(const network::Network& network, const Inventory& inventory);
/// All nodes free, named as the network names them.
NodeTable all_free(const network::Network& network);

}  // namespace cartwright::inventory
