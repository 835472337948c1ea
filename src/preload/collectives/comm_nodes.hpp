// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/collectives/node_group.hpp"
#include "preload/collectives/relaying.hpp"
#include "preload/collectives/stream_paths.hpp"
#include "traffic/gather_rounds.hpp"
#include "transport/group_nodes.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cartwright::preload {

/// The bytes of a collective that the MPI must carry out.
constexpr std::int64_t by_mpi_only = -1;

/// The processes of a communicator by their nodes, as each of them knows them without communication.
struct CommNodes : transport::GroupNodes {
  int rank = 0;

  CommNodes(MPI_Comm comm, const std::vector<int>& nodes, std::span<const std::vector<int>> above);

  int node() const { return node_of[rank]; }
  int number() const { return number_of[rank]; }
  const std::vector<int>& here() const { return ranks_of[node()]; }
};

/// What collectives of a communicator need: the memory of the node, and communicators that the program does not know,
/// which return errors.
class NodeComm {
 public:
  /// Collective over `comm`. Null on all processes if one has no memory.
  static std::unique_ptr<NodeComm> make(MPI_Comm comm, const CommNodes& nodes);
  ~NodeComm();
  NodeComm(const NodeComm&) = delete;

  const CommNodes& nodes;
  NodeGroup group;
  MPI_Comm all;     ///< the same processes
  MPI_Comm across;  ///< of a leader, on several nodes: those with its number, in the order of the nodes
  std::array<std::unique_ptr<StreamPaths>, 3> paths;  ///< of the last exchange of each pattern

  bool leads() const { return nodes.number() == 0; }

  /// How far away the block of one node lies in the data of another one, in blocks.
  int distance(int from, int to) const { return static_cast<int>(traffic::distance(rounds_, from, to)); }
  /// Gathers a block of each node, as all leaders with one number do at the same time. Each has its block in `data`
  /// already. Those of the other nodes follow by their distance. Returns an error.
  ///     starts: of the blocks, and the end
  int gather(std::byte* data, std::span<const std::int64_t> starts) const;
  /// The same with equal blocks.
  int gather(std::byte* data, std::int64_t bytes) const;
  /// Brings a block of each node to each other one, as all first leaders do at the same time. In `data` lie those for
  /// this node and the others, by the distance from here to them; afterwards those from them, by the distance from them
  /// to here. Returns an error.
  ///     bytes: of a block, or of the place that it has
  ///     lengths: of the blocks, in the same order; null if all fill their places
  int relay(std::byte* data, std::int64_t bytes, std::int64_t* lengths = nullptr) const;
  std::int64_t relayed_messages() const;  ///< that a leader sends there
  /// The bytes of the blocks between two processes up to which relay() is faster than messages between all nodes.
  std::int64_t most_relayed() const { return most_relayed_; }
  /// When blocks of different sizes are relayed.
  Relaying relaying;

 private:
  NodeComm(const CommNodes& of, NodeGroup made, MPI_Comm copy, MPI_Comm of_number);

  std::vector<traffic::GatherRound> rounds_;  ///< in which leaders gather
  std::int64_t most_relayed_ = 0;
};

/// Waits for all. Returns an error.
int wait(std::vector<MPI_Request>& requests);

/// In MPI_Finalize: communicators that are still there are left to MPI.
void keep_node_comms();

}  // namespace cartwright::preload
