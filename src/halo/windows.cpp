// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/windows.hpp"

#include "base/error.hpp"
#include "base/random_tag.hpp"
#include "halo/engine/shared_array.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace cartwright::halo {

namespace {

using base::Status;

/// The windows that are shared, by their tags.
struct Windows {
  std::mutex mutex;
  std::map<std::int64_t, MPI_Win> all;
  int keyval = MPI_KEYVAL_INVALID;
};

Windows& windows() {
  static Windows all;
  return all;
}

/// An attribute of a window: what is forgotten when the window is freed.
struct Shared {
  std::int64_t tag = 0;
  std::byte* data = nullptr;
};

int forget(MPI_Win /*window*/, int /*keyval*/, void* attribute, void* /*extra*/) {
  const std::unique_ptr<Shared> shared(static_cast<Shared*>(attribute));
  if (shared->data != nullptr) engine::free_array(shared->data);
  const std::lock_guard lock(windows().mutex);
  windows().all.erase(shared->tag);
  return MPI_SUCCESS;
}

int keyval() {
  const std::lock_guard lock(windows().mutex);
  if (windows().keyval == MPI_KEYVAL_INVALID)
    mpi::succeed(PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &windows().keyval, nullptr));
  return windows().keyval;
}

std::int64_t random_tag(MPI_Comm comm) {
  std::int64_t tag = base::random_tag();
  mpi::succeed(mpi::real().Bcast(&tag, 1, MPI_INT64_T, 0, comm));
  return tag;
}

}  // namespace

void check_window(MPI_Win window) {
  int* flavor = nullptr;
  int found = 0;
  mpi::succeed(PMPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, static_cast<void*>(&flavor), &found));
  if (found == 0 || *flavor != MPI_WIN_FLAVOR_SHARED)
    base::fail(Status::invalid_argument, "the window was not made by MPI_Win_allocate_shared");
}

void share_window(MPI_Comm comm, MPI_Win window) {
  int found = 0;
  const int key = keyval();
  void* known = nullptr;
  mpi::succeed(PMPI_Win_get_attr(window, key, static_cast<void*>(&known), &found));
  if (found != 0) return;
  const int rank = mpi::rank_in(comm);
  MPI_Aint bytes = 0;
  int unit = 0;
  void* data = nullptr;
  mpi::succeed(PMPI_Win_shared_query(window, rank, &bytes, &unit, static_cast<void*>(&data)));
  auto shared = std::make_unique<Shared>();
  shared->tag = random_tag(comm);
  if (bytes > 0) {
    shared->data = static_cast<std::byte*>(data);
    engine::add_array(shared->data, bytes, {rank, -1, bytes, shared->tag, 0});
  }
  {
    const std::lock_guard lock(windows().mutex);
    windows().all.emplace(shared->tag, window);
  }
  mpi::succeed(PMPI_Win_set_attr(window, key, shared.release()));
}

std::byte* find_in_window(const transport::SharedPlace& place) {
  const std::lock_guard lock(windows().mutex);
  const auto found = windows().all.find(place.tag);
  if (found == windows().all.end()) return nullptr;
  MPI_Aint bytes = 0;
  int unit = 0;
  void* data = nullptr;
  mpi::succeed(
      PMPI_Win_shared_query(found->second, static_cast<int>(place.pid), &bytes, &unit, static_cast<void*>(&data)));
  return bytes == place.bytes ? static_cast<std::byte*>(data) + place.offset : nullptr;
}

}  // namespace cartwright::halo
