// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "mpi/real.hpp"

#include <mpi.h>

#include <vector>

namespace cartwright::fft::exchange {

/// Throws Error{internal} for what an MPI function returned when it failed in the middle of a transform.
inline void succeed(int error) {
  if (error == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  PMPI_Error_string(error, text, &length);
  base::fail(base::Status::internal, "MPI failed to move data of a transform: {}", text);
}

/// Messages under way, until all of them have arrived or left.
class Requests {
 public:
  /// For a call that begins one.
  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  bool empty() const { return requests_.empty(); }
  /// Whether none is under way. Lets MPI make progress.
  bool test() {
    if (requests_.empty()) return true;
    int done = 0;
    statuses_.resize(requests_.size());
    succeed(mpi::real().Testall(size(), requests_.data(), &done, statuses_.data()));
    if (done != 0) requests_.clear();
    return done != 0;
  }
  void wait() {
    statuses_.resize(requests_.size());
    succeed(mpi::real().Waitall(size(), requests_.data(), statuses_.data()));
    requests_.clear();
  }

 private:
  int size() const { return static_cast<int>(requests_.size()); }
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;  ///< MPICH declares MPI_STATUSES_IGNORE so that compilers warn of it
};

}  // namespace cartwright::fft::exchange
