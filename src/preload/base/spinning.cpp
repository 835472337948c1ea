// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/spinning.hpp"

#include "transport/waiting.hpp"

#include <atomic>

namespace cartwright::preload {

namespace {

std::atomic<bool> is_crowded = false;

}  // namespace

bool crowded() { return is_crowded.load(std::memory_order_relaxed); }
void set_crowded(bool crowded) { is_crowded = crowded; }

void wait_a_moment(unsigned turn) noexcept {
  const unsigned spins = crowded() ? crowded_spins : 4096;
  if (turn > spins)
    transport::yield();
  else
    transport::relax();
}

}  // namespace cartwright::preload
