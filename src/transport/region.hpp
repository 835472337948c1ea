// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

namespace cartwright::transport {

/// Memory that processes share. It has no name in any file system, so nothing is left behind, however they end. Owns
/// its mapping.
class Region {
 public:
  /// New memory, all zero. Pages are allocated when they are first touched. None if the system has no memfd_create or
  /// the address space is full.
  static std::optional<Region> create(std::size_t bytes);
  /// The region that process `pid` created, if it has not called hide() yet. None if the system does not allow it.
  static std::optional<Region> open(int pid, int file, std::size_t bytes);

  Region(Region&& other) noexcept;
  Region& operator=(Region&&) = delete;
  ~Region();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// The file descriptor by which another process opens it.
  int file() const { return file_; }
  /// Closes it to processes that have not opened it yet.
  void hide();

  /// Allocates the pages of [first, last) now. False if the system has none left: touching them would kill the process.
  /// True if the system cannot report this (before Linux 5.14).
  bool populate(std::size_t first, std::size_t last) const;
  /// Uses huge pages for all of it where the system supports this (Linux 6.1), whatever its default for such memory is.
  void collapse() const;

 private:
  Region(std::byte* data, std::size_t size, int file) : data_(data), size_(size), file_(file) {}
  std::byte* data_;
  std::size_t size_;
  int file_;
};

}  // namespace cartwright::transport
