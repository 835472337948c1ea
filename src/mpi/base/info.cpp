// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/info.hpp"

namespace cartwright::mpi {

std::vector<NamedValue> keys_of(MPI_Info info) {
  std::vector<NamedValue> keys;
  int count = 0;
  if (info == MPI_INFO_NULL || PMPI_Info_get_nkeys(info, &count) != MPI_SUCCESS) return keys;
  for (int i = 0; i < count; ++i) {
    char key[MPI_MAX_INFO_KEY + 1] = {};
    int length = 0;
    int found = 0;
    if (PMPI_Info_get_nthkey(info, i, key) != MPI_SUCCESS) continue;
    PMPI_Info_get_valuelen(info, key, &length, &found);
    std::string value(length + 1, '\0');
    PMPI_Info_get(info, key, length, value.data(), &found);
    value.resize(length);
    if (found) keys.push_back({key, std::move(value)});
  }
  return keys;
}

}  // namespace cartwright::mpi
