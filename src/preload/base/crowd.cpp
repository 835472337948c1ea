// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/crowd.hpp"

#include <atomic>

namespace cartwright::preload {

namespace {

std::atomic<transport::Crowd> the_crowd;
static_assert(std::atomic<transport::Crowd>::is_always_lock_free);

}  // namespace

transport::Crowd crowd() { return the_crowd.load(std::memory_order_relaxed); }
void set_crowd(const transport::Crowd& crowd) { the_crowd = crowd; }

}  // namespace cartwright::preload
