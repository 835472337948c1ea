// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/pools.hpp"

#include <exception>
#include <map>
#include <memory>
#include <mutex>

namespace cartwright::gpu {

namespace {

/// The memory of one context. What it cannot give back is gone with its context.
class ContextPool : public base::Pool {
 public:
  explicit ContextPool(const Current& context) : Pool(30), context_(context.context()) {}  // 1 GiB

 private:
  std::byte* allocate(std::size_t bytes) final {
    const Current current(context_);
    return make(bytes);
  }
  void free(std::byte* memory) noexcept final try {
    const Current current(context_);
    destroy(memory);
  } catch (const std::exception&) {
    // The context is gone.
  }
  virtual std::byte* make(std::size_t bytes) = 0;
  virtual void destroy(std::byte* memory) = 0;

  device::Context* context_;
};

class DevicePool : public ContextPool {
  using ContextPool::ContextPool;
  std::byte* make(std::size_t bytes) override {
    device::Address made = 0;
    check(driver().cuMemAlloc_v2(&made, bytes), "cuMemAlloc");
    return reinterpret_cast<std::byte*>(made);
  }
  void destroy(std::byte* memory) override { driver().cuMemFree_v2(reinterpret_cast<device::Address>(memory)); }
};

class PinnedPool : public ContextPool {
  using ContextPool::ContextPool;
  std::byte* make(std::size_t bytes) override {
    constexpr unsigned of_every_context = 1;
    constexpr unsigned reached_by_kernels = 2;
    void* made = nullptr;
    check(driver().cuMemHostAlloc(&made, bytes, of_every_context | reached_by_kernels), "cuMemHostAlloc");
    return static_cast<std::byte*>(made);
  }
  void destroy(std::byte* memory) override { driver().cuMemFreeHost(memory); }
};

template <typename Kind>
base::Pool& pool_of(const Current& context) {
  static auto& mutex = *new std::mutex;
  static auto& pools = *new std::map<std::uint64_t, std::unique_ptr<base::Pool>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<base::Pool>& pool = pools[context.id()];
  if (!pool) pool = std::make_unique<Kind>(context);
  return *pool;
}

}  // namespace

base::Pool& device_pool(const Current& context) { return pool_of<DevicePool>(context); }

base::Pool& pinned_pool(const Current& context) { return pool_of<PinnedPool>(context); }

}  // namespace cartwright::gpu
