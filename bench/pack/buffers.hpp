// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "pack/layouts.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstddef>
#include <cstdio>

namespace cartwright::bench {

/// The data and its packed form, in memory that the processes of a run share: all contenders touch the same pages, and
/// find the same data in the cache. Pages that are not touched take no memory.
class Buffers {
 public:
  /// Creates new buffers, for any of some cases.
  explicit Buffers(std::span<const Case> cases) : descriptor_(memfd_create("pack", 0)) {
    std::int64_t data_bytes = 0, packed_bytes = 0;
    for (const Case& each : cases) {
      data_bytes = std::max({data_bytes, each.reach(), each.at + each.bytes()});
      packed_bytes = std::max(packed_bytes, each.bytes());
    }
    packed_at_ = (data_bytes + page - 1) / page * page + skew;
    size_ = packed_at_ + packed_bytes;
    if (descriptor_ < 0 || ftruncate(descriptor_, size_) != 0)
      base::fail(base::Status::io, "cannot get {} bytes of shared memory", size_);
    map();
    text_ = fmt::format("{}:{}:{}", descriptor_, size_, packed_at_);
  }
  /// Opens the buffers of the process that started this one; `text` comes from its describe().
  explicit Buffers(const char* text) {
    if (std::sscanf(text, "%d:%" SCNd64 ":%" SCNd64, &descriptor_, &size_, &packed_at_) != 3)
      base::fail(base::Status::parse, "'{}' does not describe buffers", text);
    map();
  }
  ~Buffers() {
    munmap(memory_, size_);
    close(descriptor_);
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  std::byte* data() const { return memory_; }
  std::byte* packed() const { return memory_ + packed_at_; }
  /// "DESCRIPTOR:SIZE:PACKED_AT": the descriptor stays open in programs that this process starts.
  const std::string& describe() const { return text_; }
  /// Frees all pages; the contents become zero.
  void clear() { fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, size_); }

 private:
  static constexpr std::int64_t page = 4096;
  /// The offset of the packed side in its page. The data has another offset: some processors compare only the low bits
  /// of addresses to see whether a load depends on a store, and are slow if these are equal.
  static constexpr std::int64_t skew = 1088;

  void map() {
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) base::fail(base::Status::io, "cannot map {} bytes of shared memory", size_);
    memory_ = static_cast<std::byte*>(memory);
  }

  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::int64_t packed_at_ = 0;
  std::byte* memory_ = nullptr;
  std::string text_;
};

}  // namespace cartwright::bench
