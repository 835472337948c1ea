// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace cartwright::transport {

/// The processes of a communicator by their nodes. Nodes are numbered in the order of their lowest ranks, and processes
/// of a node in the order of their ranks.
struct GroupNodes {
  int size = 0;
  std::vector<int> node_of;                ///< per rank
  std::vector<int> number_of;              ///< per rank: on its node
  std::vector<std::vector<int>> ranks_of;  ///< per node
  std::int64_t fewest = 0, most = 0;       ///< processes on a node
  bool in_order = false;                   ///< the ranks of a node are below those of the next

  /// `nodes` has a number for each rank, equal for ranks on one node.
  explicit GroupNodes(const std::vector<int>& nodes);

  int count() const { return static_cast<int>(ranks_of.size()); }
  bool alone() const { return count() == 1; }
  bool equal() const { return fewest == most; }

  // The processes of a node work together in collectives (preload/collectives), each with a buffer. Most bytes:
  static constexpr std::int64_t buffer = std::int64_t{128} << 10;
  static constexpr std::int64_t most_broadcast = 8 * buffer;  ///< it is copied twice there
  static constexpr std::int64_t most_by_leaders = 16 << 10;   ///< of a node, one process sends them in an allgather
  static constexpr std::int64_t most_at_once = 2048;          ///< each process combines all elements, otherwise a slice
  /// The bytes of a message that joins all blocks between two nodes. The same on all nodes. The network is as busy with
  /// one longer message as with many, and a process has half of its buffer for its share of the messages of its node.
  std::int64_t longest_joined() const;
  static constexpr std::int64_t padding = 64;  ///< of messages in a buffer
};

}  // namespace cartwright::transport
