// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/gpu_data.hpp"

#include "datatype/layout.hpp"
#include "device/memory.hpp"
#include "gpu/pools.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/datatypes/contents.hpp"
#include "preload/base/world.hpp"
#include "preload/packing/gpu_mode.hpp"

#include <array>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>

namespace cartwright::preload {

namespace {

using device::MemoryKind;
using mpi::Gpu;

/// The address of the first byte of some elements.
const void* first_byte(const Elements& elements) {
  const MPI_Count true_lb = mpi::extents_of(elements.type).value_or(mpi::Extents{}).true_lb;
  return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(elements.buffer) + true_lb);
}

/// Counts of this process: of data that MPI got in memory of the GPU and through the host, of data in a share of a
/// process of the node, and of data that MPI got as the program has it.
enum GpuCounter { by_gpu, by_gpu_bytes, by_host, by_host_bytes, by_node, by_node_bytes, as_it_is, gpu_counters };
std::array<std::atomic<std::int64_t>, gpu_counters> gpu_counts;

void count_data(GpuCounter calls, std::int64_t bytes) {
  gpu_counts[calls].fetch_add(1, std::memory_order_relaxed);
  gpu_counts[calls + 1].fetch_add(bytes, std::memory_order_relaxed);
}

void count_moved(const std::byte* packed, std::int64_t bytes, Path path) {
  const bool on_gpu = device::kind_of(packed) == MemoryKind::device;
  count_data(path == Path::shared ? by_node : on_gpu ? by_gpu : by_host, bytes);
}

void count_left() { gpu_counts[as_it_is].fetch_add(1, std::memory_order_relaxed); }

gpu::LayoutKernels* kernels_of_tree(MPI_Datatype type) {
  const datatype::Layout layout = datatype::normalize(*mpi::decode(type));
  return layout.size == 0 ? nullptr : &gpu::LayoutKernels::of(*jit::Packer::of(layout, {.expected_uses = 1}));
}

/// Their handles stay the same.
gpu::LayoutKernels* kernels_of_predefined(MPI_Datatype type) {
  static auto& mutex = *new std::mutex;
  static auto& known = *new std::map<MPI_Datatype, gpu::LayoutKernels*>;
  const std::lock_guard lock(mutex);
  const auto found = known.find(type);
  return found != known.end() ? found->second : known[type] = kernels_of_tree(type);
}

gpu::LayoutKernels* kernels_of_type(MPI_Datatype type) {
  if (!mpi::extents_of(type)) return nullptr;  // MPI refuses it
  if (mpi::is_predefined(type)) return kernels_of_predefined(type);
  const std::shared_ptr<const mpi::Datatype> compiled = mpi::compiled(type);
  if (!compiled) return kernels_of_tree(type);
  if (compiled->size == 0 || (gpu_mode() != Gpu::staged && !compiled->divisible)) return nullptr;
  return &gpu::LayoutKernels::of(*compiled->packer);
}

}  // namespace

bool is_on_gpu(const Elements& elements) {
  if (device::no_driver(elements.buffer)) return false;
  if (datatypes() == mpi::Datatypes::off || elements.count <= 0 || elements.type == MPI_DATATYPE_NULL) return false;
  return mpi::own_comm() != MPI_COMM_NULL && device::on_device(first_byte(elements));
}

gpu::LayoutKernels* kernels_for(const Elements& elements) {
  const void* const first = first_byte(elements);
  gpu::LayoutKernels* found = nullptr;
  if (gpu_mode() != Gpu::off && device::kind_of(first) == MemoryKind::device &&
      device::context_of(*device::loaded_driver(), first) != nullptr)
    found = kernels_of_type(elements.type);
  if (found == nullptr) {
    left_to_mpi();
    count_left();
  }
  return found;
}

namespace {

bool supports_gpus(GpuUse use) { return gpu_mode() == Gpu::aware || (gpu_mode() == Gpu::half && !use.collective); }

}  // namespace

bool go_as_they_are(const Elements& elements, GpuUse use) {
  const bool begin_at_buffer = elements.kernels->layout().true_lb == 0;
  return supports_gpus(use) && elements.kernels->contiguous() && (begin_at_buffer || !use.by_cpu);
}

base::Buffer buffer_for(const Elements& elements, GpuUse use, std::int64_t bytes) {
  if (go_as_they_are(elements, use)) {
    count_left();
    return {};
  }
  const gpu::Current context = gpu::Current::of_memory(first_byte(elements));
  return base::Buffer(static_cast<std::size_t>(bytes),
                      supports_gpus(use) && !use.by_cpu ? gpu::device_pool(context) : gpu::pinned_pool(context));
}

bool pack_on_gpu(const Elements& elements, std::byte* packed, Path path) noexcept try {
  gpu::pack_and_wait(*elements.kernels, static_cast<const std::byte*>(elements.buffer), elements.count, packed);
  count_moved(packed, elements.bytes(), path);
  return true;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

bool unpack_on_gpu(const Elements& elements, const std::byte* packed, std::int64_t bytes, Path path) noexcept try {
  gpu::unpack_and_wait(*elements.kernels, packed, bytes, static_cast<std::byte*>(elements.buffer));
  count_moved(packed, bytes, path);
  return true;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

bool pack_on_gpu(std::span<const gpu::Part> parts, std::byte* packed, std::int64_t bytes) noexcept try {
  if (!gpu::pack_and_wait(parts, packed, bytes)) return false;
  for (const gpu::Part& part : parts) count_moved(packed, part.bytes(), Path::mpi);
  return true;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

bool unpack_on_gpu(std::span<const gpu::Part> parts, const std::byte* packed, std::int64_t bytes) noexcept try {
  if (!gpu::unpack_and_wait(parts, packed, bytes)) return false;
  for (const gpu::Part& part : parts) count_moved(packed, part.bytes(), Path::mpi);
  return true;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

void count_parts_of_gpu(std::int64_t bytes) noexcept { count_data(by_host, bytes); }

void report_all_gpu_data() {
  if (world() == nullptr || world()->settings.report.empty()) return;
  std::array<std::int64_t, gpu_counters> mine{};
  for (int i = 0; i < gpu_counters; ++i) mine[i] = gpu_counts[i];
  std::array<std::int64_t, gpu_counters> sums{};
  if (mpi::real().Reduce(mine.data(), sums.data(), gpu_counters, MPI_INT64_T, MPI_SUM, 0, mpi::program_world()) !=
      MPI_SUCCESS)
    return;
  const int rank = mpi::rank_in(mpi::program_world());
  if (rank != 0 || sums[by_gpu] + sums[by_host] + sums[by_node] + sums[as_it_is] == 0) return;
  mpi::report_gpu({std::string(mpi::name_of(gpu_mode())), gpu_mode_reason(), sums[by_gpu], sums[by_gpu_bytes],
                   sums[by_host], sums[by_host_bytes], sums[by_node], sums[by_node_bytes], sums[as_it_is]},
                  world()->settings);
}

}  // namespace cartwright::preload
