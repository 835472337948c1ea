// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/buffer.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace cartwright::base {

namespace {

constexpr std::size_t kept = 32U << 20;  // bytes of each size, at most

/// The largest number of unused pieces to keep of a size.
constexpr std::size_t most(int rank) { return std::clamp<std::size_t>(kept >> rank, 1, 256); }

class HostPool : public Pool {
 public:
  HostPool() : Pool(26) {}  // 64 MiB

 private:
  std::byte* allocate(std::size_t bytes) override {
    auto* const made = static_cast<std::byte*>(std::aligned_alloc(64, bytes));
    if (made == nullptr) throw std::bad_alloc();
    return made;
  }
  void free(std::byte* memory) noexcept override { std::free(memory); }
};

}  // namespace

std::byte* Pool::take(int rank) {
  if (rank <= largest_) {
    Shelf& from = shelves_[rank - smallest];
    const std::lock_guard lock(from.mutex);
    if (from.count > 0) return from.free[--from.count];
  }
  return allocate(std::size_t{1} << rank);
}

void Pool::give(std::byte* memory, int rank) noexcept {
  if (rank <= largest_) {
    Shelf& to = shelves_[rank - smallest];
    const std::lock_guard lock(to.mutex);
    if (to.count < most(rank)) {
      to.free[to.count++] = memory;
      return;
    }
  }
  free(memory);
}

Pool& host_pool() {
  // Never destroyed: threads may still communicate while a program ends.
  static auto& pool = *new HostPool;
  return pool;
}

Buffer::Buffer(std::size_t bytes, Pool& pool)
    : rank_(std::max(Pool::smallest, static_cast<int>(std::bit_width(std::max<std::size_t>(bytes, 1) - 1)))),
      pool_(&pool) {
  data_ = pool.take(rank_);
}

Buffer::~Buffer() {
  if (data_ != nullptr) pool_->give(data_, rank_);
}

}  // namespace cartwright::base
