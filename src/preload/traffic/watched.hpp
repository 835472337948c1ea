// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

namespace cartwright::preload {

/// Whether anything is counted or recorded: there is a report, or a communicator was reordered. Programs with neither
/// pay for one load and one branch in each call.
inline std::atomic<bool> is_watching{false};

inline bool watched() { return is_watching.load(std::memory_order_relaxed); }

}  // namespace cartwright::preload
