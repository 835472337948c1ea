// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/real.hpp"

#include <memory>
#include <mutex>

namespace cartwright::preload {

/// Returns the T kept with `comm`. The first call creates it by make(), which returns a std::unique_ptr<T>. It is an
/// attribute that is deleted with the communicator. A duplicate starts without one: it may have another topology.
/// Thread safe.
template <typename T, typename Make>
const T& kept_with(MPI_Comm comm, Make make) {
  static const int key = [] {
    const auto forget = [](MPI_Comm, int, void* kept, void*) -> int {
      delete static_cast<T*>(kept);
      return MPI_SUCCESS;
    };
    int made = MPI_KEYVAL_INVALID;
    mpi::real().Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &made, nullptr);
    return made;
  }();
  static std::mutex mutex;
  const auto find = [&] {
    void* kept = nullptr;
    int exists = 0;
    mpi::real().Comm_get_attr(comm, key, static_cast<void*>(&kept), &exists);
    return exists ? static_cast<const T*>(kept) : nullptr;
  };
  if (const T* kept = find()) return *kept;
  const std::lock_guard lock(mutex);
  if (const T* kept = find()) return *kept;
  std::unique_ptr<T> made = make();
  PMPI_Comm_set_attr(comm, key, made.get());
  return *made.release();
}

}  // namespace cartwright::preload
