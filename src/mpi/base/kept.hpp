// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/comm.hpp"
#include "mpi/base/succeed.hpp"

#include <mpi.h>

#include <type_traits>

namespace cartwright::mpi {

/// What is kept in a file is read by process 0, for all: the optional that find() returns there, on all processes.
/// Collective. The value travels as bytes.
template <typename Find>
std::invoke_result_t<Find> kept_for_all(MPI_Comm comm, Find find) {
  using Value = typename std::invoke_result_t<Find>::value_type;
  static_assert(std::is_trivially_copyable_v<Value>);
  std::invoke_result_t<Find> kept;
  if (rank_in(comm) == 0) kept = find();
  int is_kept = kept ? 1 : 0;
  succeed(real().Bcast(&is_kept, 1, MPI_INT, 0, comm));
  if (is_kept == 0) return {};
  if (!kept) kept.emplace();
  succeed(real().Bcast(&*kept, sizeof *kept, MPI_BYTE, 0, comm));
  return kept;
}

}  // namespace cartwright::mpi
