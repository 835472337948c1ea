// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/box_stats.hpp"

#include <cstddef>
#include <vector>

namespace cartwright::bench {

/// The sample without its outliers: what lies more than 1.5 inter-quartile ranges outside the quartiles ([Hunold2020],
/// section VI-D).
inline std::vector<double> without_outliers(std::vector<double> sample) {
  const report::BoxStats box = report::box_stats(sample);
  std::erase_if(sample, [&](double value) { return value < box.lower_whisker || value > box.upper_whisker; });
  return sample;
}

/// A time measured many times.
struct PackTiming {
  double median = 0;
  double low = 0, high = 0;  ///< 95 % confidence interval of the median
  std::size_t samples = 0;   ///< all of them
  std::size_t outliers = 0;  ///< left out
};

/// `sample` is not empty.
inline PackTiming timing_of(const std::vector<double>& sample) {
  const std::vector<double> kept = without_outliers(sample);
  const report::BoxStats box = report::box_stats(kept);
  return {box.median, box.confidence_low, box.confidence_high, sample.size(), sample.size() - kept.size()};
}

}  // namespace cartwright::bench
