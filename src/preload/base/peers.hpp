// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <unordered_map>

namespace cartwright::preload {

/// The numbers of other processes on this node, kept with a communicator as an attribute.
struct Peers {
  /// The numbers on this node of the other ranks that are there.
  std::unordered_map<int, int> on_node;
  std::uint64_t group = 0;  ///< a fingerprint: the same on all processes of the communicator

  bool any() const { return !on_node.empty(); }
  /// -1 for ranks on other nodes or outside MPI_COMM_WORLD, and for this process.
  int of(int rank) const {
    const auto found = on_node.find(rank);
    return found == on_node.end() ? -1 : found->second;
  }
};

/// Sets the number on this node of each rank of MPI_COMM_WORLD that is there. Call before peers_of.
void set_peers_of_world(std::unordered_map<int, int> on_node);

/// The peers of a communicator. There are none for an intercommunicator, and none before set_peers_of_world. Local and
/// thread safe. The reference is valid as long as the communicator.
const Peers& peers_of(MPI_Comm comm);

}  // namespace cartwright::preload
