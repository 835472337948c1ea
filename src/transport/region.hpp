// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

namespace cartwright::transport {

/// Memory that processes share, without a name in any file system: nothing is left behind, however they end. Owns its
/// mapping.
class Region {
 public:
  /// New memory, all zero. It takes pages only as they are touched. None where the system has no memfd_create or no
  /// room in the address space.
  static std::optional<Region> create(std::size_t bytes);
  /// The region that process `pid` created, while it has not called hide(). None where the system does not allow it.
  static std::optional<Region> open(int pid, int file, std::size_t bytes);

  Region(Region&& other) noexcept;
  Region& operator=(Region&&) = delete;
  ~Region();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// What another process opens it by.
  int file() const { return file_; }
  /// From now on nobody else can open it.
  void hide();

  /// Takes pages for [first, last) now. False when the system has none: to touch them would kill the process. (Where
  /// the system cannot tell, before Linux 5.14, true.)
  bool populate(std::size_t first, std::size_t last) const;
  /// Takes huge pages for all of it, where the system has them (Linux 6.1), whatever it does by itself for such memory.
  void collapse() const;

 private:
  Region(std::byte* data, std::size_t size, int file) : data_(data), size_(size), file_(file) {}
  std::byte* data_;
  std::size_t size_;
  int file_;
};

}  // namespace cartwright::transport
