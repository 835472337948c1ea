// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>

namespace cartwright::bench {

/// Seconds for `calls` calls of f, after a few calls that are not counted.
template <typename F>
double seconds_for(std::int64_t calls, F f) {
  using Clock = std::chrono::steady_clock;
  if (calls > 1)
    for (std::int64_t i = 0; i < calls / 8 + 2; ++i) f();
  const auto start = Clock::now();
  for (std::int64_t i = 0; i < calls; ++i) f();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace cartwright::bench
