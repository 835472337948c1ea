// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>

namespace cartwright::preload {

/// Room for packed data, aligned to 64 bytes. It comes from a pool shared by all threads and returns to it, so a
/// message pays neither for new memory nor for page faults. Throws std::bad_alloc.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes);
  ~Buffer();
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), rank_(other.rank_) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(rank_, other.rank_);
    return *this;
  }

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  int rank_ = 0;  ///< its size is 2 to this power
};

}  // namespace cartwright::preload
