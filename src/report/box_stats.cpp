// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/box_stats.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::report {

BoxStats box_stats(std::vector<double> sample) {
  std::ranges::sort(sample);
  const auto quantile = [&](double q) {
    const double at = q * static_cast<double>(sample.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sample.size() - 1);
    return std::lerp(sample[below], sample[above], at - std::floor(at));
  };
  BoxStats stats;
  stats.median = quantile(0.5);
  stats.lower_quartile = quantile(0.25);
  stats.upper_quartile = quantile(0.75);
  const double range = stats.upper_quartile - stats.lower_quartile;
  const double notch = 1.57 * range / std::sqrt(static_cast<double>(sample.size()));
  stats.confidence_low = stats.median - notch;
  stats.confidence_high = stats.median + notch;
  const double low = stats.lower_quartile - 1.5 * range;
  const double high = stats.upper_quartile + 1.5 * range;
  stats.lower_whisker = *std::ranges::lower_bound(sample, low);
  stats.upper_whisker = *(std::ranges::upper_bound(sample, high) - 1);
  for (const double value : sample)
    if (value < low || value > high) stats.outliers.push_back(value);
  return stats;
}

}  // namespace cartwright::report
