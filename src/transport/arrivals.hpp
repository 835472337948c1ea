// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/counter.hpp"

#include <atomic>
#include <cstdint>

namespace cartwright::transport {

/// A barrier in memory that processes share, where it is zero at first. All of them arrive in a round before one of
/// them arrives in the next.
class Arrivals {
 public:
  /// One of so many processes arrives. `round` grows, and is the same for all.
  void arrive(int processes, std::uint64_t round) {
    if (here_.fetch_add(1, std::memory_order_acq_rel) + 1 < processes) return;
    here_.store(0, std::memory_order_relaxed);
    complete_.set(round);
  }
  /// The last round in which all have arrived.
  Counter& complete() { return complete_; }

 private:
  alignas(128) std::atomic<std::int32_t> here_;
  alignas(128) Counter complete_;  // others sleep here
};

}  // namespace cartwright::transport
