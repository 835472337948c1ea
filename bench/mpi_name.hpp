// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <array>
#include <string>

namespace cartwright::bench {

/// "Open MPI 4.1.4", "MPICH 4.0.2": from MPI_Get_library_version.
inline std::string mpi_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string name(text.data(), length);
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  const std::size_t version = name.find_first_of("0123456789");
  const std::size_t word = name.find_first_of("vV");  // "v4.1.4", "Version:      4.0.2"
  if (version == std::string::npos || word == std::string::npos || word > version) return name;
  return name.substr(0, word) + name.substr(version);
}

}  // namespace cartwright::bench
