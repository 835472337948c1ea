// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/count_sent.hpp"

#include <mpi.h>

/// A function of the interposer (preload/traffic/traffic.cpp), which is found through its front. Null in programs
/// without it. With dest = MPI_PROC_NULL nothing is counted. Returns whether anything is.
extern "C" __attribute__((weak, visibility("default"))) int cw_count_sent(MPI_Comm comm, int dest, int messages,
                                                                          std::int64_t bytes);

namespace cartwright::mpi {

bool counts_sent() { return &cw_count_sent != nullptr && cw_count_sent(MPI_COMM_NULL, MPI_PROC_NULL, 0, 0) != 0; }

void count_sent(MPI_Comm comm, int dest, int messages, std::int64_t bytes) {
  cw_count_sent(comm, dest, messages, bytes);
}

}  // namespace cartwright::mpi
