// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/neighbors/pairing.hpp"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace cartwright::preload {

class NeighborWays;

/// The neighbors of this process in a communicator, and the way to each: by packets to those on its node, and by MPI to
/// the others. The two processes of an edge find the same way.
struct Neighborhood {
  static constexpr int by_mpi = -1;
  static constexpr int nobody = -2;  ///< MPI_PROC_NULL

  struct Edge {
    int peer = nobody;           ///< its number on the node, or one of the above
    int rank = MPI_PROC_NULL;    ///< in MPI_COMM_WORLD
    std::uint64_t number = 0;    ///< counts the edges between the same two processes in this direction
    std::uint64_t same = 1;      ///< the number of these edges
    std::uint64_t opposite = 0;  ///< in a grid, the number of the edge that arrives here with Pairing::opposite
  };

  std::uint64_t channel = 0;
  int topology = MPI_UNDEFINED;  ///< or all are neighbors
  bool alone = false;            ///< all processes are on this node: MPI has nothing to do
  std::vector<Edge> destinations;
  std::vector<Edge> sources;
  mutable std::atomic<std::uint64_t> rounds = 0;      ///< exchanges so far, without those of persistent collectives
  mutable std::atomic<std::uint64_t> persistent = 0;  ///< persistent collectives so far
  const std::unique_ptr<NeighborWays> ways;           ///< of the blocking ones

  Neighborhood();
  ~Neighborhood();

  /// The number that the sender gives to the block of a source.
  std::uint64_t number_of_source(std::size_t i, Pairing pairing) const;
};

/// The neighborhood of a communicator; null if MPI handles its collectives, on all of its processes. Local and thread
/// safe.
std::shared_ptr<const Neighborhood> neighborhood_of(MPI_Comm comm);

/// The same of a communicator on one node whose processes are all neighbors of each other and of themselves, in the
/// order of their ranks; null on all processes of another one.
std::shared_ptr<const Neighborhood> whole_node_of(MPI_Comm comm);

}  // namespace cartwright::preload
