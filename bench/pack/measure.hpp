// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lib/program.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace cartwright::bench {

/// Seconds for `calls` calls of f, after a few calls that are not counted.
template <typename F>
double seconds_for(std::int64_t calls, F f) {
  if (calls > 1)
    for (std::int64_t i = 0; i < calls / 8 + 2; ++i) f();
  const double start = wall_seconds();
  for (std::int64_t i = 0; i < calls; ++i) f();
  return wall_seconds() - start;
}

inline constexpr std::int64_t cache_line = 64;

/// `bytes` of memory from a cache line on, all touched.
class Lines {
 public:
  explicit Lines(std::int64_t bytes) : memory_(static_cast<std::size_t>(bytes + cache_line), std::byte{1}) {}
  std::byte* data() {
    void* first = memory_.data();
    std::size_t room = memory_.size();
    return static_cast<std::byte*>(std::align(cache_line, room - cache_line, first, room));
  }

 private:
  std::vector<std::byte> memory_;
};

struct Effort {
  int rounds = 31;
  double batch_seconds = 1e-4;  ///< time of the calls that are measured together
};

/// Runs the measured code so many times, and returns the seconds.
using Run = std::function<double(std::int64_t calls)>;

/// Seconds per call: [run][round].
using Rounds = std::vector<std::vector<double>>;

/// The number of calls that take about as long as a batch. The first calls, which may compile, say nothing about it.
inline std::int64_t calls_of(const Run& run, double batch_seconds) {
  run(2);
  std::int64_t calls = 1;
  while (true) {
    const double seconds = run(calls);
    if (seconds >= batch_seconds / 2 || calls >= (1 << 20))
      return std::max<std::int64_t>(1, std::llround(static_cast<double>(calls) * batch_seconds / seconds));
    calls = seconds <= batch_seconds / 32 ? calls * 8 : calls * 2;
  }
}

/// Measures in turns. Another run begins every round, so disturbances affect all alike.
inline Rounds measure(std::span<const Run> runs, const Effort& effort) {
  const std::size_t n = runs.size();
  std::vector<std::int64_t> calls;
  for (const Run& run : runs) calls.push_back(calls_of(run, effort.batch_seconds));
  Rounds seconds(n);
  for (int round = 0; round < effort.rounds; ++round)
    for (std::size_t turn = 0; turn < n; ++turn) {
      const std::size_t i = (turn + round) % n;
      seconds[i].push_back(runs[i](calls[i]) / static_cast<double>(calls[i]));
    }
  return seconds;
}

/// The time of `other` as a multiple of `mine`: the median over the rounds.
inline double ratio(const std::vector<double>& other, const std::vector<double>& mine) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < mine.size(); ++i) ratios.push_back(other[i] / mine[i]);
  return median(std::move(ratios));
}

}  // namespace cartwright::bench
