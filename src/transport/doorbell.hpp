// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/waiting.hpp"

#include <atomic>
#include <cstdint>

namespace cartwright::transport {

/// Words in shared memory by which a process sleeps until another has written something for it. Zero at first.
struct alignas(128) Doorbell {
  std::atomic<std::uint32_t> rings;
  std::atomic<std::uint32_t> sleepers;

  /// After something was written for the owner.
  void ring() {
    // What was written must be seen before the owner sleeps, or the owner be seen sleeping.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    rings.fetch_add(1, std::memory_order_release);
    wake_all(rings);
  }
  /// Sleeps until it rings, for a millisecond at most; not at all if there() is true. False if it did not ring.
  template <typename There>
  bool sleep(There there) {
    sleepers.fetch_add(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const std::uint32_t heard = rings.load(std::memory_order_acquire);
    const bool came = there();
    if (!came) sleep_while(rings, heard);
    sleepers.fetch_sub(1, std::memory_order_relaxed);
    return came || rings.load(std::memory_order_acquire) != heard;
  }
};

}  // namespace cartwright::transport
