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
  double batch_seconds = 1e-4;  ///< of calls that are timed together
};

/// Does what is measured so many times: the seconds it took.
using Run = std::function<double(std::int64_t calls)>;

/// What each run took for a call, in turns: [run][round], in seconds.
using Rounds = std::vector<std::vector<double>>;

/// Who begins changes every round; whatever else happens on the machine meets all.
Rounds measure(std::span<const Run> runs, const Effort& effort);

/// How many times as long `other` took as `mine`: the median over the rounds.
double ratio(const std::vector<double>& other, const std::vector<double>& mine);

}  // namespace cartwright::bench
