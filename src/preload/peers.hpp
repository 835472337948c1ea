// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace cartwright::preload {

/// The numbers of other processes on this node, kept with a communicator as an attribute.
struct Peers {
  /// For every rank, its number on this node; -1 for ranks on other nodes or outside MPI_COMM_WORLD, and for this
  /// process.
  std::vector<int> on_node;
  bool any = false;         ///< whether one of them is not -1
  std::uint64_t group = 0;  ///< a fingerprint: the same on all processes of the communicator

  int of(int rank) const { return rank >= 0 && static_cast<std::size_t>(rank) < on_node.size() ? on_node[rank] : -1; }
};

/// Sets, for every rank of MPI_COMM_WORLD, its number on this node or -1. Call before peers_of.
void set_peers_of_world(std::vector<int> on_node);

/// The peers of a communicator. There are none for an intercommunicator, and none before set_peers_of_world. Local and
/// thread safe. The reference is valid as long as the communicator.
const Peers& peers_of(MPI_Comm comm);

}  // namespace cartwright::preload
