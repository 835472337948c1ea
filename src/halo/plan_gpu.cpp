// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "device/memory.hpp"
#include "gpu/cache.hpp"
#include "gpu/pools.hpp"
#include "halo/neighbor_exchange.hpp"
#include "halo/plan.hpp"
#include "mpi/gpu_support.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>

namespace cartwright::halo {

namespace {

using base::Status;
using device::MemoryKind;
using gpu::Current;

/// The lines of memory that a GPU reads at once: shorter runs are packed by their owner.
constexpr std::int64_t sector = 32;

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

}  // namespace

void Plan::find_gpu() {
  const auto on_gpu = std::ranges::count_if(mine_.bases, is_on_gpu);
  if (on_gpu == 0) return;
  gpu::set_cache_folder(std::getenv);
  OnGpu gpu;
  gpu.stream = static_cast<device::Stream*>(request_.stream);
  for (std::size_t i = 0; i < mine_.fields.size(); ++i) {
    if (!is_on_gpu(mine_.bases[i]))
      base::fail(Status::invalid_argument,
                 "field {} is in memory of the host, and {} of {} fields are in memory of a GPU: make one plan for "
                 "each kind",
                 i, on_gpu, mine_.fields.size());
    if (mine_.fields[i].narrow)
      base::fail(Status::unsupported,
                 "field {} is in memory of a GPU, where values travel as they are: leave wire_type unset", i);
    device::Context* const context = context_of_field(mine_.bases[i], i);
    if (i > 0 && context != gpu.context)
      base::fail(Status::invalid_argument,
                 "fields 0 and {} belong to different contexts of CUDA: make one plan for each", i);
    gpu.context = context;
  }
  const Current current(gpu.context);
  if (gpu.stream != nullptr && Current(gpu.stream).context() != gpu.context)
    base::fail(Status::invalid_argument,
               "options.stream belongs to another context of CUDA than the fields: give a stream of their context");
  gpu.aware = takes_gpu_memory();
  for (std::size_t i = 0; i < mine_.fields.size(); ++i) {
    const engine::Span span = span_of(mine_.fields[i]);
    gpu::SharedMemory& shared = gpu.shared.emplace_back();
    if (request_.share) shared = gpu::share(mine_.bases[i] + span.first, span.last - span.first);
    shared.offset -= span.first;
    mine_.shared[i] = shared.works != 0;
  }
  mine_.on_gpu = true;
  shortest_read_ = sector;
  gpu_ = std::move(gpu);
}

bool Plan::allocate_streams(std::int64_t bytes) noexcept try {
  const Current current(gpu_->context);
  gpu_->streams = base::Buffer(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)), gpu::device_pool(current));
  return true;
} catch (const std::exception&) {
  return false;
}

void Plan::share_gpu_memory(const std::vector<int>& ranks, const std::vector<std::size_t>& sharing) {
  const Current current(gpu_->context);
  // The address here of what a peer shares, or null.
  const auto address_of = [&](const gpu::SharedMemory& theirs) -> std::byte* {
    std::shared_ptr<gpu::Mapping> mapping = gpu::map(current, theirs);
    if (!mapping) return nullptr;
    gpu_->mappings.push_back(mapping);
    return mapping->data() + theirs.offset;
  };
  const gpu::SharedMemory streams = memory_ ? gpu::share(gpu_->streams.data(), 1) : gpu::SharedMemory{};
  const auto their_streams = neighbor_exchange(comm_, ranks, std::vector(ranks.size(), streams));
  for (std::size_t k = 0; k < sharing.size(); ++k) {
    Link& link = links_[sharing[k]];
    link.gpu_memory = address_of(their_streams[k]);
    if (link.gpu_memory == nullptr) peers_[sharing[k]].shares = false;
  }
  for (std::size_t field = 0; field < mine_.fields.size(); ++field) {
    const auto theirs = neighbor_exchange(comm_, ranks, std::vector(ranks.size(), gpu_->shared[field]));
    for (std::size_t k = 0; k < sharing.size(); ++k) {
      engine::Peer& peer = peers_[sharing[k]];
      if (theirs[k].works == 0) continue;  // its boxes are packed
      std::byte* const base = address_of(theirs[k]);
      peer.theirs.bases[field] = base;
      peer.theirs.shared[field] = base != nullptr;
      peer.shares = peer.shares && base != nullptr;
    }
  }
}

base::Pool& Plan::message_pool() const {
  const Current current(gpu_->context);
  return gpu_->aware ? gpu::device_pool(current) : gpu::pinned_pool(current);
}

std::unique_ptr<engine::GpuPass> Plan::make_gpu_pass(const engine::Pass& pass) {
  engine::GpuPass::Streams streams;
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      Link& link = links_[i];
      if (peers_[i].shares)
        streams[parity].push_back(
            {own_streams() + link.streams[parity], their_streams(link) + link.their_streams[parity]});
      else
        streams[parity].push_back({link.buffers->data_out(), link.buffers->data_in(), !gpu_->aware});
    }
  return std::make_unique<engine::GpuPass>(pass, std::move(streams), gpu_->context, gpu_->stream);
}

void Plan::run_on_gpu(const std::function<void(engine::GpuPass&)>& work) try { work(*pass_->on_gpu); } catch (...) {
  failed_ = true;
  pass_ = nullptr;
  throw;
}

void Plan::pack_on_gpu() {
  await_streams();
  run_on_gpu([&](engine::GpuPass& gpu) { gpu.pack(exchange_); });
}

bool Plan::all_arrived() {
  bool all = true;
  for (std::size_t i = 0; i < peers_.size(); ++i) all = (!links_[i].pending || arrived(i)) && all;
  return all;
}

void Plan::fill_on_gpu() {
  const auto waits = [](const Link& link) { return link.pending; };
  if (std::ranges::none_of(links_, waits)) return;
  const bool whole = std::ranges::all_of(links_, [](const Link& link) { return link.taken.empty(); });
  if (whole) run_on_gpu([&](engine::GpuPass& gpu) { gpu.fill(exchange_); });
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!links_[i].pending) continue;
    if (whole)
      mark_taken(i);
    else
      take(i, nullptr);
  }
}

}  // namespace cartwright::halo
