// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace cartwright::base {

/// Private memory of this process that begins at a page, with huge pages if there are any.
class Pages {
 public:
  Pages() = default;
  /// Throws Error{no_memory}.
  explicit Pages(std::int64_t bytes);
  Pages(Pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages();
  std::byte* data() const { return data_; }
  std::int64_t size() const { return static_cast<std::int64_t>(size_); }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The same for C, where only the address is kept. Returns nullptr if there is no memory.
void* allocate_pages(std::int64_t bytes) noexcept;
void free_pages(void* memory) noexcept;

}  // namespace cartwright::base
