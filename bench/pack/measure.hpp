// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace cartwright::bench {

struct Effort {
  int rounds = 31;
  double batch_seconds = 1e-4;  ///< time of the calls that are measured together
};

/// Runs the measured code so many times, and returns the seconds.
using Run = std::function<double(std::int64_t calls)>;

/// Seconds per call: [run][round].
using Rounds = std::vector<std::vector<double>>;

/// Measures in turns. Another run begins every round, so disturbances affect all alike.
Rounds measure(std::span<const Run> runs, const Effort& effort);

/// The time of `other` as a multiple of `mine`: the median over the rounds.
double ratio(const std::vector<double>& other, const std::vector<double>& mine);

}  // namespace cartwright::bench
