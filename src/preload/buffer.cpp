// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>

namespace cartwright::preload {

namespace {

constexpr int smallest = 8;              // 256 bytes
constexpr int largest = 26;              // 64 MiB: larger ones go back to the system
constexpr std::size_t kept = 32U << 20;  // bytes of each size, at most

/// The largest number of unused buffers to keep of a size.
constexpr std::size_t most(int rank) { return std::clamp<std::size_t>(kept >> rank, 1, 256); }

/// Unused buffers of one size.
struct alignas(64) Shelf {
  std::mutex mutex;
  std::size_t count = 0;
  std::array<std::byte*, 256> free;
};

/// Never destroyed: see requests.cpp.
Shelf& shelf(int rank) {
  static auto& shelves = *new std::array<Shelf, largest - smallest + 1>;
  return shelves[rank - smallest];
}

}  // namespace

Buffer::Buffer(std::size_t bytes)
    : rank_(std::max(smallest, static_cast<int>(std::bit_width(std::max<std::size_t>(bytes, 1) - 1)))) {
  if (rank_ <= largest) {
    Shelf& from = shelf(rank_);
    const std::lock_guard lock(from.mutex);
    if (from.count > 0) {
      data_ = from.free[--from.count];
      return;
    }
  }
  data_ = static_cast<std::byte*>(std::aligned_alloc(64, std::size_t{1} << rank_));
  if (data_ == nullptr) throw std::bad_alloc();
}

Buffer::~Buffer() {
  if (data_ == nullptr) return;
  if (rank_ <= largest) {
    Shelf& to = shelf(rank_);
    const std::lock_guard lock(to.mutex);
    if (to.count < most(rank_)) {
      to.free[to.count++] = data_;
      return;
    }
  }
  std::free(data_);
}

}  // namespace cartwright::preload
