// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/region.hpp"

#include <cstdint>
#include <memory>

namespace cartwright::transport {

/// Memory of one process that others can find and map, sent to them as plain words.
struct SharedPlace {
  std::int64_t pid = 0;
  std::int64_t file = -1;  ///< -1: no memory
  std::int64_t bytes = 0;
  std::int64_t tag = 0;
  std::int64_t offset = 0;  ///< of an address in it
};

/// Memory that begins with a random tag, by which a process that opens it sees that it is the right one.
struct TaggedRegion {
  Region region;
  std::int64_t tag;
  int pid;  ///< of the process that has created it

  /// The bytes at the beginning that hold the tag. From byte 64 on they are free for whoever shares the memory.
  static constexpr std::size_t tag_bytes = 4096;

  /// Null if the system has no memory to share.
  static std::shared_ptr<TaggedRegion> create(std::size_t bytes);
  /// The memory at a place of another process, which must still be open there. Null if it is not on this host.
  static std::shared_ptr<TaggedRegion> open(const SharedPlace& place);
  SharedPlace place(std::int64_t offset = 0) const;
};

}  // namespace cartwright::transport
