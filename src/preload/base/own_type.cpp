// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/own_type.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::preload {

OwnType adjacent_bytes(std::int64_t size) {
  constexpr int most = std::numeric_limits<int>::max();
  MPI_Datatype made = MPI_DATATYPE_NULL;
  int error = PMPI_Type_contiguous(static_cast<int>(std::min<std::int64_t>(size, most)), MPI_BYTE, &made);
  if (size > most && error == MPI_SUCCESS) {
    const OwnType longest(made);
    const int lengths[] = {static_cast<int>(size / most), static_cast<int>(size % most)};
    const MPI_Aint displacements[] = {0, size / most * most};
    const MPI_Datatype types[] = {longest.get(), MPI_BYTE};
    error = PMPI_Type_create_struct(2, lengths, displacements, types, &made);
  }
  if (error != MPI_SUCCESS) return {};
  mpi::real().Type_commit(&made);
  return OwnType(made);
}

}  // namespace cartwright::preload
