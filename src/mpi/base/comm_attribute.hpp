// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"

#include <memory>
#include <mutex>

namespace cartwright::mpi {

/// The key of the T that is kept with a communicator: an attribute that is deleted with it. A duplicate starts without
/// one: it may have another topology. Thread safe.
template <typename T>
int attribute_key() {
  static const int key = [] {
    const auto forget = [](MPI_Comm, int, void* kept, void*) -> int {
      delete static_cast<T*>(kept);
      return MPI_SUCCESS;
    };
    int made = MPI_KEYVAL_INVALID;
    real().Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &made, nullptr);
    return made;
  }();
  return key;
}

/// The T kept with `comm`, or null. Thread safe.
template <typename T>
const T* find_kept(MPI_Comm comm) {
  void* kept = nullptr;
  int exists = 0;
  real().Comm_get_attr(comm, attribute_key<T>(), static_cast<void*>(&kept), &exists);
  return exists ? static_cast<const T*>(kept) : nullptr;
}

/// Keeps a T with `comm`, in place of one that is there.
template <typename T>
void keep(MPI_Comm comm, std::unique_ptr<T> made) {
  if (PMPI_Comm_set_attr(comm, attribute_key<T>(), made.get()) == MPI_SUCCESS) made.release();
}

/// Returns the T kept with `comm`. The first call creates it by make(), which is local and returns a
/// std::unique_ptr<T>. Thread safe.
template <typename T, typename Make>
const T& attached_to(MPI_Comm comm, Make make) {
  static std::mutex mutex;
  if (const T* kept = find_kept<T>(comm)) return *kept;
  const std::lock_guard lock(mutex);
  if (const T* kept = find_kept<T>(comm)) return *kept;
  std::unique_ptr<T> made = make();
  PMPI_Comm_set_attr(comm, attribute_key<T>(), made.get());
  return *made.release();
}

}  // namespace cartwright::mpi
