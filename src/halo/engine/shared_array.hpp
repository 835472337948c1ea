// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/tagged_region.hpp"

#include <atomic>
#include <cstdint>
#include <memory>

namespace cartwright::halo::engine {

/// An array for fields, in memory that the neighbors on this node can read. All pages are taken, and touched by this
/// process first; huge ones if there are any. Plans keep the memory alive after it is freed.
struct SharedArray {
  std::shared_ptr<transport::TaggedRegion> memory;  ///< null: it belongs to the program
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  transport::SharedPlace origin;  ///< of `data`, for others
  std::atomic<bool> freed = false;

  transport::SharedPlace place(const std::byte* at) const {
    transport::SharedPlace there = origin;
    there.offset += at - data;
    return there;
  }
};

/// Memory with all pages taken: an exchange must not be the first to touch them. Null if the system has none.
std::shared_ptr<transport::TaggedRegion> take_pages(std::size_t bytes);

/// Null if there is no memory. Thread safe.
void* allocate_array(std::int64_t bytes);
/// Adds an array that the program has allocated so that others can read it at `origin`; free_array() forgets it. Thread
/// safe.
void add_array(std::byte* data, std::size_t bytes, const transport::SharedPlace& origin);
/// `data` is any address in the array. False if it was not allocated, or is freed already. Thread safe.
bool free_array(void* data);
/// The array that holds all bytes of [first, last). Null if there is none. Thread safe.
std::shared_ptr<SharedArray> find_array(const void* first, const void* last);

}  // namespace cartwright::halo::engine
