// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cartwright::report {

struct ChartLine {
  std::string title;
  std::string_view color;
  bool dashed = false;
  std::vector<std::pair<double, double>> points;  ///< above 0; x ascending
};

/// Lines over two logarithmic axes.
struct Chart {
  std::string title, x_title, y_title;
  std::vector<ChartLine> lines;
  bool bytes = false;  ///< whether x is in bytes: powers of two are written as 4 K, 1 M
};

/// A figure of charts beside each other, as SVG. Charts without a point are left out.
std::string line_charts(std::string_view title, std::string_view subtitle, const std::vector<Chart>& charts);

}  // namespace cartwright::report
