// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/own_type.hpp"

#include <limits>

namespace cartwright::preload {

OwnType adjacent_bytes(std::int64_t size) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  if (size > std::numeric_limits<int>::max() ||
      PMPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &made) != MPI_SUCCESS)
    return {};
  mpi::real().Type_commit(&made);
  return OwnType(made);
}

}  // namespace cartwright::preload
