// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/measure.hpp"

#include "report/box_stats.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::bench {

namespace {

/// The number of calls that take about as long as a batch.
std::int64_t calls_of(const Run& run, double batch_seconds) {
  std::int64_t calls = 1;
  while (true) {
    const double seconds = run(calls);
    if (seconds >= batch_seconds / 2 || calls >= (1 << 20))
      return std::max<std::int64_t>(1, std::llround(static_cast<double>(calls) * batch_seconds / seconds));
    calls = seconds <= batch_seconds / 32 ? calls * 8 : calls * 2;
  }
}

}  // namespace

Rounds measure(std::span<const Run> runs, const Effort& effort) {
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

double ratio(const std::vector<double>& other, const std::vector<double>& mine) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < mine.size(); ++i) ratios.push_back(other[i] / mine[i]);
  return report::box_stats(std::move(ratios)).median;
}

}  // namespace cartwright::bench
