// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/memory_kinds.hpp"

#include "mpi/info.hpp"
#include "mpi/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <string>

namespace cartwright::preload {

namespace {

/// The kinds of memory that the MPI lists; "" if it lists none.
std::string listed_kinds() {
  MPI_Info info = MPI_INFO_NULL;
  if (PMPI_Comm_get_info(MPI_COMM_WORLD, &info) != MPI_SUCCESS) return "";
  const std::vector<mpi::NamedValue> keys = mpi::keys_of(info);
  PMPI_Info_free(&info);
  const auto found = std::ranges::find(keys, "mpi_memory_alloc_kinds", &mpi::NamedValue::name);
  return found == keys.end() ? "" : found->value;
}

bool has_gpu(const std::string& kinds) {
  constexpr std::array gpus{"cuda", "rocm", "level_zero"};
  return std::ranges::any_of(gpus, [&](const char* gpu) { return kinds.find(gpu) != std::string::npos; });
}

}  // namespace

void left_to_mpi() noexcept try {
  static std::atomic<bool> asked = false;
  if (asked.load(std::memory_order_relaxed) || asked.exchange(true)) return;
  const std::string kinds = listed_kinds();
  if (kinds.empty() || has_gpu(kinds)) return;
  mpi::say_once(fmt::format(
      "data to send is in memory of a GPU, but this MPI supports only the kinds {}: ask for others, such as "
      "mpiexec --memory-allocation-kinds cuda, or copy the data to the host",
      kinds));
} catch (const std::exception&) {
  // MPI gets the data in any case.
}

}  // namespace cartwright::preload
