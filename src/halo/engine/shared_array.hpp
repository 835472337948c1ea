// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/region.hpp"

#include <atomic>
#include <cstdint>
#include <memory>

namespace cartwright::halo::engine {

/// Memory of this process that others can find and map, sent to them as plain words.
struct SharedPlace {
  std::int64_t pid = 0;
  std::int64_t file = -1;
  std::int64_t bytes = 0;
  std::int64_t tag = 0;  ///< the memory begins with it, so that a process that opens it sees that it is the right one
  std::int64_t offset = 0;  ///< of an address in it
};

/// Memory with a tag. None if the system has no memory to share.
struct TaggedRegion {
  transport::Region region;
  std::int64_t tag;

  static std::shared_ptr<TaggedRegion> create(std::size_t bytes);
  /// The memory at a place of another process, which must still be open there. Null if it is not on this host.
  static std::shared_ptr<TaggedRegion> open(const SharedPlace& place);
  SharedPlace place(std::int64_t offset) const;
};

/// The bytes at the beginning that hold the tag.
constexpr std::size_t tag_bytes = 4096;

/// An array for fields, in memory that the neighbors on this node can read. All pages are taken, and touched by this
/// process first; huge ones if there are any. Plans keep the memory alive after it is freed.
struct SharedArray {
  std::shared_ptr<TaggedRegion> memory;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::atomic<bool> freed = false;
};

/// Null if there is no memory. Thread safe.
void* allocate_array(std::int64_t bytes);
/// False if `data` was not allocated, or is freed already. Thread safe.
bool free_array(void* data);
/// The array that holds all bytes of [first, last). Null if there is none. Thread safe.
std::shared_ptr<SharedArray> find_array(const void* first, const void* last);

}  // namespace cartwright::halo::engine
