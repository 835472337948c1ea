// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace cartwright::preload {

/// What is remembered with a communicator, as an MPI attribute that dies with it.
struct Peers {
  /// The number on this node of every rank; -1 for those of other nodes, outside MPI_COMM_WORLD, and this process.
  std::vector<int> on_node;
  bool any = false;         ///< whether one of them is not -1
  std::uint64_t group = 0;  ///< a fingerprint: the same on all processes of the communicator

  int of(int rank) const {
    return rank >= 0 && static_cast<std::size_t>(rank) < on_node.size() ? on_node[static_cast<std::size_t>(rank)] : -1;
  }
};

/// Of every rank of MPI_COMM_WORLD its number on this node, or -1. Before the first call of peers_of.
void set_peers_of_world(std::vector<int> on_node);

/// Those of a communicator; of an intercommunicator, and before set_peers_of_world, there are none. Local, may be
/// called from several threads. The reference is good as long as the communicator.
const Peers& peers_of(MPI_Comm comm);

}  // namespace cartwright::preload
