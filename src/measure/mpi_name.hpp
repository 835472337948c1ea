// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/text.hpp"

#include <mpi.h>

#include <array>
#include <string>

namespace cartwright::measure {

/// "Open MPI v4.1.4"
inline std::string mpi_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return base::mpi_name({text.data(), static_cast<std::size_t>(length)});
}

}  // namespace cartwright::measure
