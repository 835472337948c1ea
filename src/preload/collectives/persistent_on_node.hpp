// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/collectives/estimate.hpp"
#include "preload/neighbors/neighbor_collective.hpp"

#include <mpi.h>

namespace cartwright::preload {

/// Makes a persistent all-to-all or allgather of the processes of one node, and returns true with its error; false
/// where the MPI shall make it. Such a collective must be complete when all processes have started it, even if one
/// waits in another function meanwhile. So each packs its blocks for the others when it starts, and waits for nobody,
/// as in a neighborhood of all processes. The first time, for each range of sizes, both ways are tried with other data,
/// unless processes share cores: then it is left to the MPI. Collective.
///     gathers: each process has one block for all
bool make_on_node(MPI_Comm comm, Collective called, bool gathers, const NeighborBlocks& blocks, MPI_Request* request,
                  int& error);

}  // namespace cartwright::preload
