// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "machine/hosts.hpp"

#include <unordered_map>

namespace cartwright::inventory {

// One pair of functions per reader, each in a file of this folder; inventories.cpp lists them.
bool is_scontrol_node(std::string_view text);
Inventory read_scontrol_node(std::string_view text);
bool is_slurm_topology(std::string_view text);
Inventory read_slurm_topology(std::string_view text);
bool is_topology_yaml(std::string_view text);
Inventory read_topology_yaml(std::string_view text);
bool is_topograph(std::string_view text);
Inventory read_topograph(std::string_view text);
bool is_pals_apinfo(std::string_view text);
Inventory read_pals_apinfo(std::string_view text);
bool is_xtprocadmin(std::string_view text);
Inventory read_xtprocadmin(std::string_view text);
bool is_sinfo(std::string_view text);
Inventory read_sinfo(std::string_view text);
bool is_pbsnodes(std::string_view text);
Inventory read_pbsnodes(std::string_view text);
bool is_wiring_file(std::string_view text);
Inventory read_wiring_file(std::string_view text);
bool is_host_list(std::string_view text);
Inventory read_host_list(std::string_view text);

/// Nodes in the order in which they are first named. A text may name a node several times, as sinfo does for every
/// partition: the worst of its states counts.
class NodeRecords {
 public:
  /// The record of that name, new or not. Valid until the next call. Throws Error: not a host name, too many nodes.
  NodeRecord& add(std::string_view name, NodeState state);
  /// Adds the nodes of a host list to a switch, as free ones. "ALL" stands for all nodes, as in Slurm.
  void add_to(SwitchRecord& of, std::string_view list);
  /// The names of a host list. Also throws Error when lists name the same hosts too often.
  std::vector<std::string> expand(std::string_view list);
  /// Throws Error{parse} when there are no records.
  std::vector<NodeRecord> take() &&;
  /// The same with these switches. Records are not needed if a switch has all nodes.
  Inventory take(std::vector<SwitchRecord> switches) &&;

 private:
  static constexpr std::int64_t max_mentions = 8 * machine::max_hosts;

  std::int64_t mentions_ = 0;
  std::vector<NodeRecord> records_;
  std::unordered_map<std::string, std::size_t> index_;
};

/// Slurm joins consecutive blocks to larger ones: adds these for the blocks from `first` on. `sizes` are those of a
/// block and of the larger ones, in nodes, ascending. Throws Error{parse}: a size that is not a multiple of the one
/// before.
void join_blocks(std::span<const std::int64_t> sizes, std::size_t first, std::vector<SwitchRecord>& switches);

/// Compares names in files of Slurm: case does not matter.
bool same_name(std::string_view a, std::string_view b);

/// The index of the first heading of a table that begins with `start`, or -1.
int column_of(const std::vector<std::string_view>& headings, std::string_view start);

}  // namespace cartwright::inventory
