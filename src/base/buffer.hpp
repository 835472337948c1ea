// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <utility>

namespace cartwright::base {

/// Memory that is used again: it keeps unused pieces of each size, whose bytes are a power of two. Thread safe.
class Pool {
 public:
  /// Pieces of more than 2^largest bytes go back to the system at once.
  explicit Pool(int largest) : largest_(largest) {}
  virtual ~Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

 protected:
  /// Throws an exception if there is no memory left.
  virtual std::byte* allocate(std::size_t bytes) = 0;
  virtual void free(std::byte* memory) noexcept = 0;

 private:
  friend class Buffer;
  std::byte* take(int rank);
  void give(std::byte* memory, int rank) noexcept;

  static constexpr int smallest = 8;  ///< 256 bytes
  static constexpr int ranks = 40;

  /// Unused pieces of one size.
  struct alignas(64) Shelf {
    std::mutex mutex;
    std::size_t count = 0;
    std::array<std::byte*, 256> free;
  };
  int largest_;
  std::array<Shelf, ranks> shelves_;
};

/// Memory of the host, aligned to 64 bytes.
Pool& host_pool();

/// Room for packed data. It comes from a pool shared by all threads and returns to it, so a message pays neither for
/// new memory nor for page faults. Throws std::bad_alloc, or the exception of the pool.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes, Pool& pool = host_pool());
  ~Buffer();
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), rank_(other.rank_), pool_(other.pool_) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(rank_, other.rank_);
    std::swap(pool_, other.pool_);
    return *this;
  }

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  int rank_ = 0;  ///< its size is 2 to this power
  Pool* pool_ = nullptr;
};

}  // namespace cartwright::base
