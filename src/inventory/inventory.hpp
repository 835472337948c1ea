// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/reader.hpp"
#include "network/network.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::inventory {

/// Ordered: a node that is named several times has the greatest of its states. Service nodes never run jobs.
enum class NodeState { free, taken, down, service };
std::string_view to_string(NodeState state);

/// The state of one node in the batch system.
struct NodeRecord {
  std::string name;  ///< name for launchers: "nid00012"
  NodeState state = NodeState::free;
  std::string job;           ///< the job on it, if known
  std::string location;      ///< its location or number, if known: "c0-0c0s1n2", "x1000c0s0b0n0", "nid000012"
  std::int64_t cores = 0;    ///< 0: unknown
  std::int64_t sockets = 0;  ///< 0: unknown
};

/// A switch in the batch system's topology, or a block of nodes. `below` are names of switches, `nodes` names of nodes.
struct SwitchRecord {
  std::string name = {};
  std::vector<std::string> below = {};
  std::vector<std::string> nodes = {};
  std::string kind = {};     ///< "leaf", "spine", ..., if it is known
  bool every_node = false;   ///< whether it has all nodes that no other switch lists
  bool accelerated = false;  ///< a block, or what accelerators join (NVLink): beside the tree of switches
};

/// The nodes of a machine in its batch system, at one moment.
struct Inventory {
  std::vector<NodeRecord> nodes;
  std::vector<SwitchRecord> switches;

  bool every_node() const { return std::ranges::any_of(switches, &SwitchRecord::every_node); }
};

/// Reads the output of `scontrol show node`, `sinfo -N`, `xtprocadmin`, `pbsnodes -avF JSON`, or topology.conf,
/// topology.yaml, a node file of PBS, ... from a file. Its contents decide which reader reads it. Throws Error: no such
/// file, a malformed text.
Inventory read_inventory(const std::string& path);

/// A source of inventories: one file in this folder, and one line in the registry (inventories.cpp).
using InventoryReader = base::Reader<Inventory>;
std::span<const InventoryReader> inventory_readers();

/// The state of every node of a network.
struct NodeTable {
  base::IndexVector<network::Node, NodeState> state;
  base::IndexVector<network::Node, std::string> name;  ///< for launchers
  base::IndexVector<network::Node, std::string> job;
};
/// Finds the nodes of an inventory in a network, by name or by location. Nodes that the inventory does not list are
/// taken as down. Throws Error: no node of the inventory is in the network.
NodeTable match(const network::Network& network, const Inventory& inventory);
/// All nodes are free but the service nodes of the network, with the names of the network. Adapters of unknown hosts
/// count as service nodes, unless the network has no host that is known.
NodeTable all_free(const network::Network& network);

}  // namespace cartwright::inventory
