// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/neighbors/neighbor_ways.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/neighbors/node_exchange.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/packing/block_of.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace cartwright::preload {

/// The arguments of a neighborhood collective: the block of each neighbor.
struct NeighborBlocks {
  BlockOf sent;
  BlockOf received;
};

struct Prepared;

/// A blocking neighborhood collective. Blocks for processes of this node stay on it; the others go to MPI, or are
/// joined; or MPI does all.
class NeighborCall {
 public:
  /// The blocks must live as long.
  NeighborCall(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks);
  ~NeighborCall();
  NeighborCall(const NeighborCall&) = delete;

  /// Whether MPI does all.
  bool by_mpi() const { return prepared_ == nullptr; }
  /// Whether it was found to be faster if it gets the user's data, which nothing else needs to see.
  bool plain() const;
  /// Otherwise: carries it out.
  int run();
  /// At the end. Returns the error.
  int count(int error);

 private:
  MPI_Comm comm_;
  NeighborForm form_;
  const NeighborBlocks& blocks_;
  std::shared_ptr<const Neighborhood> neighborhood_;
  std::unique_ptr<Prepared> prepared_;
  std::optional<NeighborWays::Next> next_;  ///< none if Cartwright handles no collectives of the communicator
  std::chrono::steady_clock::time_point begin_;
};

/// Carries out a neighborhood collective, if there is a node channel. `plain` calls that of MPI, and `packed` calls it
/// with packed data, if that is faster.
template <typename Plain, typename Packed>
int exchange_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, Plain plain,
                            Packed packed) {
  NeighborCall call(comm, form, blocks);
  if (!call.by_mpi()) return call.count(call.run());
  return call.count(call.plain() ? plain() : packed());
}
/// Begins one, if Cartwright handles those of `comm`, and returns true with its error. It is complete when the request
/// is.
bool begin_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                          int& error);
/// Makes a persistent one, which each start of the request carries out.
bool make_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                         int& error);
/// The same of all processes of a communicator that is on one node (whole_node_of): an all-to-all, or an allgather.
bool make_with_all(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request, int& error);

}  // namespace cartwright::preload
