// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/gpu_mode.hpp"

#include "device/driver.hpp"
#include "gpu/cache.hpp"
#include "mpi/base/gpu_support.hpp"
#include "mpi/base/report.hpp"
#include "preload/packing/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <optional>

namespace cartwright::preload {

namespace {

using mpi::Gpu;
using mpi::GpuSupport;

bool has_gpu(const std::string& kinds) {
  constexpr std::array gpus{"cuda", "rocm", "level_zero"};
  return std::ranges::any_of(gpus, [&](const char* gpu) { return kinds.find(gpu) != std::string::npos; });
}

GpuSupport decide_gpu_mode() noexcept try {
  if (mpi::switched_off() || datatypes() == mpi::Datatypes::off) return {Gpu::off, "CARTWRIGHT_DATATYPE=off"};
  const std::optional<Gpu> set = mpi::read_settings().gpu;
  if (!set) return {Gpu::off, "CARTWRIGHT_GPU is not set"};
  if (const device::Driver* driver = device::loaded_driver(); driver == nullptr || !driver->stages())
    return {Gpu::off, "no driver of CUDA"};
  gpu::set_cache_folder(std::getenv);
  return mpi::find_gpu_support(set);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return {};
}

const GpuSupport& gpu_decision() noexcept {
  static const GpuSupport& once = *new GpuSupport(decide_gpu_mode());
  return once;
}

}  // namespace

Gpu gpu_mode() noexcept { return gpu_decision().mode; }

const std::string& gpu_mode_reason() { return gpu_decision().reason; }

void left_to_mpi() noexcept try {
  static std::atomic<bool> asked = false;
  if (asked.load(std::memory_order_relaxed) || asked.exchange(true)) return;
  if (!mpi::read_settings().gpu) return;  // nobody asked
  const std::string kinds = mpi::memory_kinds();
  if (kinds.empty() || has_gpu(kinds)) return;
  mpi::warn_once(fmt::format(
      "data to send is in memory of a GPU, but this MPI supports only the kinds {}: ask for others, such as "
      "mpiexec --memory-allocation-kinds cuda, or set CARTWRIGHT_GPU=staged, or copy the data to the host",
      kinds));
} catch (const std::exception&) {
  // MPI gets the data in any case.
}

}  // namespace cartwright::preload
