// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"
#include "mpi/base/timed_wait.hpp"

#include <mpi.h>

#include <vector>

namespace cartwright::fft::exchange {

/// The requests of messages under way.
class Requests {
 public:
  /// A new request, to be passed to the MPI function that begins it.
  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  bool empty() const { return requests_.empty(); }
  /// Returns true if all are complete. Lets MPI make progress.
  bool test() {
    if (requests_.empty()) return true;
    int done = 0;
    statuses_.resize(requests_.size());
    mpi::succeed(mpi::real().Testall(size(), requests_.data(), &done, statuses_.data()));
    if (done != 0) requests_.clear();
    return done != 0;
  }
  void wait(mpi::TimedWait& waits) {
    statuses_.resize(requests_.size());
    waits.until_complete(requests_, statuses_.data());
    requests_.clear();
  }

 private:
  int size() const { return static_cast<int>(requests_.size()); }
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;  ///< compilers warn of MPI_STATUSES_IGNORE as MPICH declares it
};

}  // namespace cartwright::fft::exchange
