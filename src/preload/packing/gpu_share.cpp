// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/gpu_share.hpp"

#include "device/memory.hpp"
#include "gpu/pools.hpp"
#include "gpu/shared.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/peers.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/packing/gpu_data.hpp"
#include "transport/blocks.hpp"

#include <atomic>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>

namespace cartwright::preload {

namespace {

using transport::GpuShare;

/// Memory of a GPU for packed data. Thread safe.
class Share {
 public:
  /// Throws Error if the driver refuses.
  Share(const gpu::Current& context, std::uint32_t blocks) : context_(context.id()), blocks_(blocks) {
    device::Address made = 0;
    gpu::check(gpu::driver().cuMemAlloc_v2(&made, blocks * block_bytes), "cuMemAlloc");
    memory_ = reinterpret_cast<std::byte*>(made);
    shared_ = gpu::share(memory_, static_cast<std::int64_t>(blocks * block_bytes));
  }
  /// While the context of the constructor is current, and before other processes have mapped the memory.
  ~Share() { gpu::driver().cuMemFree_v2(reinterpret_cast<device::Address>(memory_)); }
  Share(const Share&) = delete;

  const gpu::SharedMemory& shared() const { return shared_; }
  std::uint64_t context() const { return context_; }
  std::int64_t position(const std::byte* data) const { return data - memory_; }

  /// Null if there is no room.
  std::shared_ptr<std::byte> take(std::int64_t bytes) {
    const auto wanted = (static_cast<std::uint64_t>(bytes) + block_bytes - 1) / block_bytes;
    const std::lock_guard lock(mutex_);
    const auto first = blocks_.take(wanted);
    if (!first) return nullptr;
    return {memory_ + *first * block_bytes, [this, first = *first, wanted](std::byte*) {
              const std::lock_guard again(mutex_);
              blocks_.give_back(first, wanted);
            }};
  }

 private:
  static constexpr std::size_t block_bytes = transport::Arena::block_bytes;

  const std::uint64_t context_;
  std::byte* memory_ = nullptr;
  gpu::SharedMemory shared_;
  std::mutex mutex_;
  transport::Blocks blocks_;
};

const void* first_on_gpu(const Elements& elements) {
  return elements.kernels->first_byte(static_cast<const std::byte*>(elements.buffer));
}

gpu::Current context_of(const Elements& elements) { return gpu::Current::of_memory(first_on_gpu(elements)); }

Share* make_share(const Elements& elements, const NodeMemory& node) try {
  static_assert(sizeof(gpu::SharedMemory) <= sizeof(GpuShare::name));
  const gpu::Current context = context_of(elements);
  auto made = std::make_unique<Share>(context, node.mine().blocks());
  if (made->shared().works == 0) return nullptr;
  GpuShare& published = node.mine().gpu();
  std::memcpy(published.name.data(), &made->shared(), sizeof(gpu::SharedMemory));
  published.named.store(true, std::memory_order_release);
  return made.release();
} catch (const std::exception&) {
  return nullptr;  // messages go another way
}

/// The share of another process as this one has mapped it.
struct Mapped {
  std::shared_ptr<gpu::Mapping> mapping;  ///< null: the driver refuses
  device::Context* context = nullptr;
  std::uint64_t context_id = 0;
  std::int64_t offset = 0;

  const std::byte* at(std::int64_t position) const { return mapping->data() + offset + position; }
};

/// The shares that this process has tried to map, by the numbers of their processes. None is unmapped.
struct MappedShares {
  std::mutex mutex;
  std::map<std::uint32_t, Mapped> of;
};
MappedShares& mapped_shares() {
  static auto& all = *new MappedShares;
  return all;
}

const Mapped& mapped(std::uint32_t process) {
  const std::lock_guard lock(mapped_shares().mutex);
  return mapped_shares().of.at(process);
}

bool counts(std::int64_t process) { return process >= 0 && process < std::int64_t{GpuShare::max_processes}; }

void map_share_of(const NodeMemory& node, int process, const Elements& elements) {
  if (!counts(process)) return;
  const GpuShare& theirs = node.of(process).gpu();
  std::atomic<bool>& done = node.mine().gpu().mapped[static_cast<std::size_t>(process)];
  if (done.load(std::memory_order_relaxed) || !theirs.named.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mapped_shares().mutex);
  const auto [found, fresh] = mapped_shares().of.try_emplace(static_cast<std::uint32_t>(process));
  if (!fresh) return;
  gpu::SharedMemory memory;
  std::memcpy(&memory, theirs.name.data(), sizeof memory);
  const gpu::Current context = context_of(elements);
  found->second = {gpu::map(context, memory), context.context(), context.id(), memory.offset};
  if (found->second.mapping) done.store(true, std::memory_order_release);
}

/// Between contexts, kernels do not reach the data, but copies do.
bool unpack_by_host(const Mapped& mapped, const std::byte* from, const Elements& elements, std::int64_t bytes) {
  const gpu::Current context = context_of(elements);
  const base::Buffer on_host(static_cast<std::size_t>(bytes), gpu::pinned_pool(context));
  const gpu::Current there(mapped.context);
  gpu::start_copy(on_host.data(), from, bytes, gpu::default_stream);
  gpu::wait(gpu::default_stream);
  return unpack_on_gpu(elements, on_host.data(), bytes, Path::shared);
}

}  // namespace

std::optional<Offer> offer_from_gpu(const Elements& elements, MPI_Comm comm, int dest, int tag) noexcept try {
  NodeMemory* const node = node_memory();
  const std::int64_t bytes = elements.bytes();
  if (node == nullptr || !counts(node->me()) || !worth_offering(comm, dest, bytes)) return std::nullopt;
  const GpuShare& receiver = node->of(peers_of(comm).of(dest)).gpu();
  if (!receiver.receives.load(std::memory_order_relaxed)) return std::nullopt;
  static Share* const share = make_share(elements, *node);
  if (share == nullptr || share->context() != context_of(elements).id()) return std::nullopt;
  if (!receiver.mapped[node->me()].load(std::memory_order_acquire)) return std::nullopt;
  std::shared_ptr<std::byte> room = share->take(bytes);
  if (!room) {
    node->outbox().collect();
    room = share->take(bytes);
  }
  if (!room) return std::nullopt;
  const std::optional<Offer> offered = offer_on_gpu(comm, dest, tag, bytes, share->position(room.get()), room);
  if (!offered || pack_on_gpu(elements, room.get(), Path::shared)) return offered;
  offered->withdraw();
  return std::nullopt;
} catch (const std::exception&) {
  return std::nullopt;
}

void expect_shares() noexcept {
  const NodeMemory* const node = node_memory();
  if (node == nullptr) return;
  start_looking();
  node->mine().gpu().receives.store(true, std::memory_order_relaxed);
}

void map_share(const Elements& elements, MPI_Comm comm, int source) noexcept try {
  if (const NodeMemory* const node = node_memory()) map_share_of(*node, peers_of(comm).of(source), elements);
} catch (const std::exception&) {
  // The sender finds that its share is not mapped.
}

bool unpack_from_share(const OnGpu& data, const Elements& elements, std::int64_t bytes) noexcept try {
  const Mapped& there = mapped(data.process);
  const std::byte* const from = there.at(data.at);
  if (there.context_id != context_of(elements).id()) return unpack_by_host(there, from, elements, bytes);
  return unpack_on_gpu(elements, from, bytes, Path::shared);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

bool copy_from_share(const OnGpu& data, std::byte* to, std::int64_t bytes) noexcept try {
  const Mapped& there = mapped(data.process);
  const gpu::Current context(there.context);
  if (bytes > 0) gpu::start_copy(to, there.at(data.at), bytes, gpu::default_stream);
  gpu::wait(gpu::default_stream);
  return true;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return false;
}

}  // namespace cartwright::preload
