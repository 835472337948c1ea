// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// Throws Error{internal} if an MPI function has returned an error.
inline void succeed(int error) {
  if (error == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  PMPI_Error_string(error, text, &length);
  base::fail(base::Status::internal, "MPI failed to move data: {}", text);
}

}  // namespace cartwright::mpi
