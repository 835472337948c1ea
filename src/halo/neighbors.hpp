// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/engine/pass.hpp"
#include "halo/engine/shared_array.hpp"
#include "transport/waiting.hpp"

#include <mpi.h>

#include <vector>

namespace cartwright::halo {

/// The process behind one side.
struct Neighbor {
  engine::Side side;
  int rank = -1;
  bool read = true;  ///< whether there are ghost points at this side; if not, only the neighbor has some
};

/// The neighbors of this process in a Cartesian communicator, without those behind borders: at the sides that it reads,
/// and at those where a neighbor reads it.
std::vector<Neighbor> cart_neighbors(MPI_Comm comm, const std::vector<engine::Side>& sides);

/// What a process tells its neighbors about itself.
struct NeighborInfo {
  std::int64_t node =
      0;  ///< equal for processes that may be able to share memory (mpi/base/node.hpp); 0: shares with none
  std::int64_t pid = 0;
  std::vector<Neighbor> neighbors;
  std::vector<engine::Field> fields;
  std::vector<transport::SharedPlace> places;  ///< of the first own points of the fields; tag 0: in private memory
};

/// Sends `mine` to all neighbors, and returns theirs, in the order of `ranks`, which are different and without this
/// process. `crowd`: the processes of this host. Collective over `comm`: it ends even if some process does not name
/// this one as a neighbor. Throws Error{invalid_argument} in this case.
std::vector<NeighborInfo> exchange_info(MPI_Comm comm, const NeighborInfo& mine, const std::vector<int>& ranks,
                                        const transport::Crowd& crowd);

/// Throws Error if this process and one of its neighbors do not fit together.
void check_fit(int rank, const NeighborInfo& mine, int their_rank, const NeighborInfo& theirs);

}  // namespace cartwright::halo
