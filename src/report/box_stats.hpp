// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace cartwright::report {

/// The statistics of a sample for a notched box plot.
struct BoxStats {
  double median = 0;
  double lower_quartile = 0, upper_quartile = 0;
  /// 95 % confidence interval of the median: median -+ 1.57 IQR / sqrt(n) (McGill, Tukey, Larsen, "Variations
  /// of Box Plots", The American Statistician 32, 1978), as in [Hunold2020, VI-C].
  double confidence_low = 0, confidence_high = 0;
  /// The least and the greatest value within 1.5 IQR of the box.
  double lower_whisker = 0, upper_whisker = 0;
  std::vector<double> outliers;
};

/// Quartiles are interpolated between the order statistics around (n - 1) q. `sample` is not empty.
BoxStats box_stats(std::vector<double> sample);

}  // namespace cartwright::report
