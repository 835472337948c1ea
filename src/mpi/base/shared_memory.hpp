// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/tagged_region.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace cartwright::mpi {

/// The memory of the processes of a node, open in each of them.
struct SharedMemory {
  std::vector<std::shared_ptr<transport::TaggedRegion>> of;  ///< by the rank on the node

  explicit operator bool() const { return !of.empty(); }
};

/// Collective over `node`. `own` is null if the system has no memory. Empty on all processes if one has none, or cannot
/// open that of another. No process of another program can open it afterwards.
SharedMemory share(MPI_Comm node, std::shared_ptr<transport::TaggedRegion> own);

}  // namespace cartwright::mpi
