// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node/windows.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/uncounted.hpp"
#include "preload/base/check_all_interposed.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/peers.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/traffic/reordered.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace cartwright;
using namespace cartwright::preload;

namespace cartwright::preload {

namespace {

struct Window {
  MPI_Win handle = MPI_WIN_NULL;
  std::uint64_t number = 0;  ///< the same on all its processes, different from that of any other window
  const std::byte* base = nullptr;
  MPI_Aint size = 0;
  std::unordered_map<int, const std::byte*> bases;  ///< of the other processes, by their number on the node
};

std::mutex windows_mutex;
std::vector<Window> windows;

/// Collective over the communicator.
std::uint64_t number_for(MPI_Comm comm) {
  const mpi::Uncounted own;
  static std::atomic<std::uint32_t> count = 0;
  const int rank = mpi::rank_in(mpi::program_world());
  std::uint64_t number = std::uint64_t{static_cast<std::uint32_t>(rank)} << 32 | ++count;
  return mpi::real().Bcast(&number, 1, MPI_UINT64_T, 0, comm) == MPI_SUCCESS ? number : 0;
}

void remember(MPI_Win handle, MPI_Comm comm, const void* base, MPI_Aint size) {
  Window window{handle, number_for(comm), static_cast<const std::byte*>(base), size, {}};
  for (const auto& [rank, number] : peers_of(comm).on_node) {
    MPI_Aint part = 0;
    int unit = 0;
    void* address = nullptr;
    if (PMPI_Win_shared_query(handle, rank, &part, &unit, &address) == MPI_SUCCESS)
      window.bases.emplace(number, static_cast<const std::byte*>(address));
  }
  const std::lock_guard lock(windows_mutex);
  if (window.number != 0) windows.push_back(std::move(window));
}

}  // namespace

void forget_window(MPI_Win handle) {
  const std::lock_guard lock(windows_mutex);
  std::erase_if(windows, [&](const Window& window) { return window.handle == handle; });
}

std::optional<transport::Source> in_window(const jit::Layout& layout, const void* buffer, MPI_Count count) {
  const auto* first = static_cast<const std::byte*>(buffer);
  const std::int64_t last_element = (count - 1) * layout.extent;
  const std::int64_t lowest = layout.true_lb + std::min<std::int64_t>(0, last_element);
  const std::int64_t highest = layout.true_ub + std::max<std::int64_t>(0, last_element);
  const std::lock_guard lock(windows_mutex);
  for (const Window& window : windows)
    if (first + lowest >= window.base && first + highest <= window.base + window.size)
      return transport::Source{window.number, first - window.base, count, 0, 0};
  return std::nullopt;
}

const std::byte* in_window_of(std::uint32_t process, const transport::Source& source) {
  const std::lock_guard lock(windows_mutex);
  for (const Window& window : windows) {
    if (window.number != source.window) continue;
    const auto found = window.bases.find(static_cast<int>(process));
    return found == window.bases.end() ? nullptr : found->second + source.offset;
  }
  return nullptr;
}

}  // namespace cartwright::preload

CW_MPI(Win_allocate_shared)(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win) {
  note_use_if_watched(comm);
  const int error = mpi::real().Win_allocate_shared(size, unit, info, comm, base, win);
  if (error == MPI_SUCCESS && node_memory() != nullptr && all_interposed(comm))
    remember(*win, comm, *static_cast<void**>(base), size);
  return error;
}
