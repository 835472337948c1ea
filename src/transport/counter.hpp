// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/waiting.hpp"

#include <atomic>
#include <cstdint>

namespace cartwright::transport {

/// Rounded up to two cache lines, which processors fetch together: what one process writes ends there.
constexpr std::int64_t padded(std::int64_t bytes) { return (bytes + 127) / 128 * 128; }

/// A number in shared memory, by which processes sleep until another changes it. Zero at first. The system is called
/// only where somebody sleeps.
struct Counter {
  std::atomic<std::uint64_t> count;
  std::atomic<std::uint32_t> sleepers;

  std::uint64_t get() const { return count.load(std::memory_order_acquire); }
  /// Only one process at a time sets it.
  void set(std::uint64_t value) {
    count.store(value, std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_seq_cst) > 0) wake_all(count);
  }
  /// After something else was written that others sleep for: counts how often somebody was woken.
  void ring() {
    // What was written must be seen before they sleep, or they be seen sleeping.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    count.fetch_add(1, std::memory_order_release);
    wake_all(count);
  }

  /// Sleeps until it is no longer `seen`, for a millisecond at most.
  void sleep(std::uint64_t seen) {
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    if (count.load(std::memory_order_seq_cst) == seen) sleep_while(count, seen);
    sleepers.fetch_sub(1, std::memory_order_relaxed);
  }
  /// Sleeps until it rings, for a millisecond at most; not at all if there() is true. False if it did not ring.
  template <typename There>
  bool sleep_unless(There there) {
    sleepers.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const std::uint64_t heard = get();
    const bool came = there();
    if (!came) sleep_while(count, heard);
    sleepers.fetch_sub(1, std::memory_order_relaxed);
    return came || get() != heard;
  }
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free,
              "atomics are shared by processes");

}  // namespace cartwright::transport
