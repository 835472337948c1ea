// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/joining.hpp"
#include "transport/waiting.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace cartwright::mpi {

/// The processes of a communicator by their nodes. Two processes are on one node if they run under one kernel, in one
/// namespace of process ids, by which they open each other's memory, and on a host of one name. What MPI takes for a
/// node does not count: it may join containers that cannot see each other. The nodes that CARTWRIGHT_NODES pretends
/// (`pretended`, discover.hpp) divide a real one. Takes memory for each process of the communicator.
class Node {
 public:
  /// Collective over `comm`. Throws Error{internal} if MPI fails.
  explicit Node(MPI_Comm comm, const std::string& pretended = "");
  /// Collective over the node.
  ~Node();
  Node(const Node&) = delete;

  MPI_Comm comm() const { return comm_; }  ///< the processes of this node, in the order of their ranks
  int rank() const { return rank_; }       ///< in comm()
  int size() const { return static_cast<int>(ranks_.size()); }
  /// The ranks of this node in the communicator.
  const std::vector<int>& ranks() const { return ranks_; }
  /// For each rank of the communicator, the lowest rank on its node.
  const std::vector<int>& nodes() const { return nodes_; }
  /// The rank in comm() of a rank of the communicator; -1 if that is on another node.
  int here(int rank) const { return here_[rank]; }
  int count() const;  ///< of nodes
  /// The processes of the communicator on this host. Pretended nodes share the cores of one.
  const transport::Crowd& crowd() const { return crowd_; }

  /// Collective over the communicator. Where `apart` is true, each process counts as a node from now on. All processes
  /// of a node pass the same.
  void take_apart(bool apart);

 private:
  void find(MPI_Comm part);

  MPI_Comm all_;  ///< not owned
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  std::vector<int> ranks_, nodes_, here_;
  transport::Crowd crowd_;
};

/// The streams of all processes of a node. Collective over `node`. Throws Error{internal} if MPI fails.
std::vector<transport::Stream> gather_streams(MPI_Comm node, const std::vector<transport::Stream>& mine);

}  // namespace cartwright::mpi
