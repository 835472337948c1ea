// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "device/memory.hpp"
#include "gpu/cache.hpp"
#include "gpu/pools.hpp"
#include "halo/connections.hpp"
#include "halo/neighbor_exchange.hpp"
#include "mpi/base/gpu_support.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>

namespace cartwright::halo {

namespace {

using base::Status;
using device::MemoryKind;
using gpu::Current;

bool is_on_gpu(const std::byte* address) {
  const MemoryKind kind = device::kind_of(address);
  return kind == MemoryKind::device || kind == MemoryKind::managed;
}

/// Whether MPI reads and writes memory of the GPU in messages.
bool takes_gpu_memory() {
  const mpi::Gpu mode = mpi::find_gpu_support(mpi::read_settings().gpu).mode;
  return mode == mpi::Gpu::aware || mode == mpi::Gpu::half;
}

device::Context* context_of_field(const std::byte* base, std::size_t field) {
  const device::Driver* const driver = device::loaded_driver();
  device::Context* const context = driver != nullptr ? device::context_of(*driver, base) : nullptr;
  if (context == nullptr)
    base::fail(Status::unsupported,
               "field {} is in memory of a GPU that was not allocated by CUDA: copy it to the host for the exchange",
               field);
  if (!driver->stages())
    base::fail(Status::unsupported,
               "libcuda.so.1 lacks functions that a halo exchange on a GPU needs: install driver 418 or later");
  return context;
}

/// The context of all fields.
device::Context* find_context(const engine::Fields& mine) {
  const auto on_gpu = std::ranges::count_if(mine.bases, is_on_gpu);
  device::Context* common = nullptr;
  for (std::size_t i = 0; i < mine.fields.size(); ++i) {
    if (!is_on_gpu(mine.bases[i]))
      base::fail(Status::invalid_argument,
                 "field {} is in memory of the host, and {} of {} fields are in memory of a GPU: make one plan for "
                 "each kind",
                 i, on_gpu, mine.fields.size());
    if (mine.fields[i].narrow)
      base::fail(Status::unsupported,
                 "field {} is in memory of a GPU, where values travel as they are: leave wire_type unset", i);
    device::Context* const context = context_of_field(mine.bases[i], i);
    if (i > 0 && context != common)
      base::fail(Status::invalid_argument,
                 "fields 0 and {} belong to different contexts of CUDA: make one plan for each", i);
    common = context;
  }
  return common;
}

}  // namespace

std::optional<OnGpu> find_gpu(const PlanRequest& request, engine::Fields& mine) {
  if (std::ranges::none_of(mine.bases, is_on_gpu)) return std::nullopt;
  gpu::set_cache_folder(std::getenv);
  OnGpu gpu;
  gpu.stream = static_cast<device::Stream*>(request.stream);
  gpu.context = find_context(mine);
  const Current current(gpu.context);
  if (gpu.stream != nullptr && Current(gpu.stream).context() != gpu.context)
    base::fail(Status::invalid_argument,
               "options.stream belongs to another context of CUDA than the fields: give a stream of their context");
  gpu.aware = takes_gpu_memory();
  for (std::size_t i = 0; i < mine.fields.size(); ++i) {
    const engine::Span span = span_of(mine.fields[i]);
    gpu::SharedMemory& shared = gpu.shared.emplace_back();
    if (request.share) shared = gpu::share(mine.bases[i] + span.first, span.last - span.first);
    shared.offset -= span.first;
    mine.shared[i] = shared.works != 0;
  }
  mine.on_gpu = true;
  return gpu;
}

bool allocate_streams(OnGpu& gpu, std::int64_t bytes) noexcept try {
  const Current current(gpu.context);
  gpu.streams = base::Buffer(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)), gpu::device_pool(current));
  return true;
} catch (const std::exception&) {
  return false;
}

std::vector<std::byte*> map_gpu_memory(MPI_Comm comm, const std::vector<engine::Peer*>& peers, bool works, OnGpu& gpu) {
  const Current current(gpu.context);
  std::vector<int> ranks;
  for (const engine::Peer* const peer : peers) ranks.push_back(peer->rank);
  const auto exchange = [&](const gpu::SharedMemory& mine) {
    return neighbor_exchange(comm, ranks, std::vector(ranks.size(), mine));
  };
  // The address here of what a peer shares, or null.
  const auto address_of = [&](const gpu::SharedMemory& theirs) -> std::byte* {
    std::shared_ptr<gpu::Mapping> mapping = gpu::map(current, theirs);
    if (!mapping) return nullptr;
    return gpu.mappings.emplace_back(std::move(mapping))->data() + theirs.offset;
  };
  std::vector<std::byte*> streams;
  for (const gpu::SharedMemory& theirs : exchange(works ? gpu::share(gpu.streams.data(), 1) : gpu::SharedMemory{}))
    streams.push_back(address_of(theirs));
  for (std::size_t k = 0; k < peers.size(); ++k) peers[k]->shares = peers[k]->shares && streams[k] != nullptr;
  for (std::size_t field = 0; field < gpu.shared.size(); ++field) {
    const auto theirs = exchange(gpu.shared[field]);
    for (std::size_t k = 0; k < peers.size(); ++k) {
      if (theirs[k].works == 0) continue;  // its boxes are packed
      std::byte* const base = address_of(theirs[k]);
      peers[k]->theirs.bases[field] = base;
      peers[k]->theirs.shared[field] = base != nullptr;
      peers[k]->shares = peers[k]->shares && base != nullptr;
    }
  }
  return streams;
}

base::Pool& message_pool(const OnGpu& gpu) {
  const Current current(gpu.context);
  return gpu.aware ? gpu::device_pool(current) : gpu::pinned_pool(current);
}

}  // namespace cartwright::halo
