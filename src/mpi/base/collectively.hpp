// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"

#include <mpi.h>

#include <cstring>

namespace cartwright::mpi {

/// Collective: runs `body`, which is local. If it throws on some process, all processes throw the error of the lowest
/// such rank, and no process waits for one that has failed. `least` returns the least of a number on all processes.
template <typename Body, typename Least>
void collectively(MPI_Comm comm, Body body, Least least) {
  struct {
    int status;
    char message[508];
  } outcome = {0, ""};
  const auto failed = [&](base::Status status, const char* message) {
    outcome.status = static_cast<int>(status);
    std::strncpy(outcome.message, message, sizeof outcome.message - 1);
  };
  try {
    body();
  } catch (const std::exception& error) {
    const base::Error ours = base::as_error(error);
    failed(ours.status(), ours.what());
  }
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const int mine = outcome.status == 0 ? size : rank;
  const int first = least(mine);
  if (first == size) return;
  real().Bcast(&outcome, sizeof outcome, MPI_BYTE, first, comm);
  throw base::Error(static_cast<base::Status>(outcome.status), outcome.message);
}

template <typename Body>
void collectively(MPI_Comm comm, Body body) {
  collectively(comm, body, [&](int mine) {
    int first = mine;
    real().Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
    return first;
  });
}

}  // namespace cartwright::mpi
