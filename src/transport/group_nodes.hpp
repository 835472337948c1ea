// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

  /// Nodes that come one after the other: those of a switch, of a group of switches, ..., and all.
  struct Ring {
    std::int64_t nodes = 0;  ///< a multiple of those of the ring before
    std::size_t level = 0;   ///< the outermost one at which they differ: an index of `above`, or its size for the nodes
  };
  std::vector<Ring> rings;  ///< of each level whose domains have equally many nodes

  /// Both have a number for each rank, equal for ranks on one node, and in one domain of each level above the nodes.
  ///     above: outermost first
  explicit GroupNodes(const std::vector<int>& nodes, std::span<const std::vector<int>> above = {});

  int count() const { return static_cast<int>(ranks_of.size()); }
  bool alone() const { return count() == 1; }

  // Long data goes between nodes by the first `fewest` processes of each, the leaders: each has a slice of a vector, or
  // the blocks of the processes with its number, modulo `fewest`.
  int leader_of(int rank) const { return number_of[rank] % static_cast<int>(fewest); }
  std::int64_t most_led = 0;  ///< processes whose blocks one leader has, of all nodes
  /// Those that carry so many bytes.
  int leaders(std::int64_t bytes, std::int64_t most_by_one) const {
    return bytes > most_by_one ? static_cast<int>(fewest) : 1;
  }

  // The processes of a node work together in collectives (preload/collectives), each with a buffer. Most bytes:
  static constexpr std::int64_t buffer = std::int64_t{128} << 10;
  /// A broadcast, MPI_Reduce or MPI_Allreduce fills buffers again and again. Trials of more bytes would take long.
  static constexpr std::int64_t most_in_rounds = 8 * buffer;
  static constexpr std::int64_t most_by_one = 16 << 10;   ///< of a node, one leader sends them
  static constexpr std::int64_t most_combined = 2048;     ///< one process combines all elements, otherwise slices
  static constexpr std::int64_t most_gathered = 8 << 10;  ///< of all nodes: each has them all, and combines them itself
  /// The bytes of a message that joins all blocks between two nodes. The same on all nodes. The network is as busy with
  /// one longer message as with many, and a process has half of its buffer for its share of the messages of its node.
  std::int64_t longest_joined() const;
  static constexpr std::int64_t padding = 64;  ///< of messages in a buffer
};

}  // namespace cartwright::transport
