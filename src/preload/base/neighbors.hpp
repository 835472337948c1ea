// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <vector>

namespace cartwright::preload {

/// Ranks in the order of the neighborhood collectives; MPI_PROC_NULL at the boundary of a grid. Empty without a
/// topology.
struct Neighbors {
  std::vector<int> sources;
  std::vector<int> destinations;
};

/// Local.
Neighbors neighbors_of(MPI_Comm comm);

}  // namespace cartwright::preload
