// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace cartwright::bench {

/// The data and its packed form, in memory that the processes of a run share: all contenders touch the same pages, and
/// find the same data in the cache. Pages that are not touched take no memory.
class Buffers {
 public:
  /// Creates new buffers.
  Buffers(std::int64_t data_bytes, std::int64_t packed_bytes);
  /// Opens the buffers of the process that started this one; `text` comes from its describe().
  explicit Buffers(const char* text);
  ~Buffers();
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  std::byte* data() const { return memory_; }
  std::byte* packed() const { return memory_ + packed_at_; }
  /// "DESCRIPTOR:SIZE:PACKED_AT": the descriptor stays open in programs that this process starts.
  const char* describe() const { return text_; }
  /// Frees all pages; the contents become zero.
  void clear();

 private:
  void map();

  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::int64_t packed_at_ = 0;
  std::byte* memory_ = nullptr;
  char text_[64] = "";
};

}  // namespace cartwright::bench
