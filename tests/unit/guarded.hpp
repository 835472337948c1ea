// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace cartwright {

/// Memory between two pages that nobody may touch. What is asked for begins exactly at the first of them or ends
/// exactly at the last; the rest of its pages can be looked at too, so that bytes written beside it are found.
class Guarded {
 public:
  enum class Edge { begin, end };

  Guarded(std::int64_t bytes, Edge edge) : page_(sysconf(_SC_PAGESIZE)) {
    const auto size = static_cast<std::size_t>(bytes);
    inside_ = (size + page_ - 1) / page_ * page_;
    if (inside_ == 0) inside_ = page_;
    void* mapped = mmap(nullptr, inside_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = static_cast<std::byte*>(mapped);
    if (mprotect(mapped_ + page_, inside_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    data_ = mapped_ + page_ + (edge == Edge::begin ? 0 : inside_ - size);
  }
  ~Guarded() { munmap(mapped_, inside_ + 2 * page_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  std::byte* data() const { return data_; }
  /// All bytes that may be touched, those that were not asked for included.
  std::span<std::byte> all() const { return {mapped_ + page_, inside_}; }

  void fill(std::uint64_t seed) const {
    base::Random random(seed);
    for (std::byte& byte : all()) byte = static_cast<std::byte>(random.next());
  }

 private:
  std::size_t page_;
  std::size_t inside_ = 0;
  std::byte* mapped_ = nullptr;
  std::byte* data_ = nullptr;
};

}  // namespace cartwright
