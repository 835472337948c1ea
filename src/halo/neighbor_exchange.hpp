// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

#include <mpi.h>

#include <vector>

namespace cartwright::halo {

/// Every process gives a value to each of the ranks, and gets one from each.
template <typename Value>
std::vector<Value> neighbor_exchange(MPI_Comm comm, const std::vector<int>& ranks, const std::vector<Value>& mine) {
  constexpr int tag = 2;
  std::vector<Value> theirs(ranks.size());
  std::vector<MPI_Request> requests(2 * ranks.size(), MPI_REQUEST_NULL);
  std::vector<MPI_Status> statuses(requests.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    mpi::succeed(mpi::real().Irecv(&theirs[i], sizeof(Value), MPI_BYTE, ranks[i], tag, comm, &requests[2 * i]));
    mpi::succeed(mpi::real().Isend(&mine[i], sizeof(Value), MPI_BYTE, ranks[i], tag, comm, &requests[2 * i + 1]));
  }
  if (!requests.empty())
    mpi::succeed(mpi::real().Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data()));
  return theirs;
}

}  // namespace cartwright::halo
