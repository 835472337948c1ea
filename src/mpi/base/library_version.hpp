// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <array>
#include <string>

namespace cartwright::mpi {

/// What the MPI says of itself, in one or more lines; base::mpi_name() has the name and the version of it.
inline std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  return text.data();
}

}  // namespace cartwright::mpi
