// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/box_stats.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

namespace cartwright::bench {

/// The sample without its outliers: what lies more than 1.5 inter-quartile ranges outside the quartiles (seed 000,
/// section VI-D).
inline std::vector<double> without_outliers(std::vector<double> sample) {
  const BoxStats box = box_stats(sample);
  std::erase_if(sample, [&](double value) { return value < box.lower_whisker || value > box.upper_whisker; });
  return sample;
}

/// A time measured many times.
struct Timing {
  double median = 0;
  double low = 0, high = 0;  ///< 95 % confidence interval of the median
  std::size_t samples = 0;   ///< all of them
  std::size_t outliers = 0;  ///< left out
};

/// `sample` is not empty.
inline Timing timing_of(const std::vector<double>& sample) {
  const std::vector<double> kept = without_outliers(sample);
  const BoxStats box = box_stats(kept);
  return {box.median, box.confidence_low, box.confidence_high, sample.size(), sample.size() - kept.size()};
}

/// The rank of every value, from 1; equal values share the mean of their ranks.
inline std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = static_cast<double>(first + last + 1) / 2;
  }
  return ranks;
}

/// Spearman's rank correlation: Pearson's, of the ranks. Nothing when either side is constant.
inline std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const std::vector<double> a = ranks_of(x), b = ranks_of(y);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
    ab += (a[i] - mean) * (b[i] - mean);
  }
  if (aa == 0 || bb == 0) return std::nullopt;
  return ab / std::sqrt(aa * bb);
}

}  // namespace cartwright::bench
