// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::mpi {

/// Whether threads of this process may call MPI at the same time.
inline bool calls_overlap() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level == MPI_THREAD_MULTIPLE;
}

}  // namespace cartwright::mpi
