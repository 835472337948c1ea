// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/line_chart.hpp"

#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cartwright::report {

namespace {

constexpr double chart_left = 70, chart_top = 104, chart_width = 330, chart_height = 260, chart_step = 430,
                 chart_legend_row = 20;

/// One axis: from the least to the greatest value, with a margin at either end.
class Axis {
 public:
  void take(double value) {
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }
  void finish() {
    const double margin = std::max(1.05, std::pow(most_ / least_, 0.04));
    least_ /= margin;
    most_ *= margin;
  }
  double part(double value) const { return std::log(value / least_) / std::log(most_ / least_); }
  /// Ticks at 1, 2 and 5 times powers of ten, or only at the powers if there are more than three. Powers of 4 for
  /// bytes.
  std::vector<double> ticks(bool bytes) const {
    std::vector<double> made;
    if (bytes) {
      for (double tick = 1; tick <= most_; tick *= 8)
        if (tick >= least_) made.push_back(tick);
      return made;
    }
    for (double power = std::pow(10, std::floor(std::log10(least_))); power <= most_; power *= 10)
      for (const double factor : {1.0, 2.0, 5.0})
        if (const double tick = factor * power;
            tick >= least_ && tick <= most_ && (factor == 1.0 || most_ / least_ < 2000))
          made.push_back(tick);
    return made;
  }

 private:
  double least_ = std::numeric_limits<double>::infinity(), most_ = 0;
};

std::string tick_text(double value, bool bytes) {
  if (!bytes || value < 1024) return fmt::format("{:g}", value);
  return value < 1 << 20 ? fmt::format("{:g} K", value / 1024) : fmt::format("{:g} M", value / (1 << 20));
}

void draw(Drawing& drawing, const Chart& chart, double x) {
  Axis across, up;
  for (const ChartLine& line : chart.lines)
    for (const auto& [at, value] : line.points) {
      across.take(at);
      up.take(value);
    }
  across.finish();
  up.finish();
  const auto px = [&](double value) { return x + chart_width * across.part(value); };
  const auto py = [&](double value) { return chart_top + chart_height * (1 - up.part(value)); };
  for (const double tick : up.ticks(false)) {
    drawing.path(fmt::format("stroke=\"{}\"", faint), fmt::format("M{:g} {:.5g}h{:g}", x, py(tick), chart_width));
    drawing.write(x - 7, py(tick) + 4, tick_text(tick, false), "text-anchor=\"end\"");
  }
  for (const double tick : across.ticks(chart.bytes)) {
    drawing.path(fmt::format("stroke=\"{}\"", faint),
                 fmt::format("M{:.5g} {:g}v{:g}", px(tick), chart_top, chart_height));
    drawing.write(px(tick), chart_top + chart_height + 16, tick_text(tick, chart.bytes), "text-anchor=\"middle\"");
  }
  drawing.path(fmt::format("stroke=\"{}\"", ink),
               fmt::format("M{:g} {:g}v{:g}h{:g}", x, chart_top, chart_height, chart_width));
  drawing.write(x, chart_top - 14, chart.title, "font-size=\"14\" font-weight=\"600\"");
  drawing.write(x + chart_width / 2, chart_top + chart_height + 36, chart.x_title, "text-anchor=\"middle\"");
  drawing.write(x + chart_width, chart_top - 14, chart.y_title, fmt::format("text-anchor=\"end\" fill=\"{}\"", gray));
  double row = chart_top + chart_height + 62;
  for (const ChartLine& line : chart.lines) {
    if (line.points.empty()) continue;
    std::string d;
    for (const auto& [at, value] : line.points)
      d += fmt::format("{}{:.5g} {:.5g}", d.empty() ? "M" : "L", px(at), py(value));
    drawing.path(fmt::format("stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"{}", line.color,
                             line.dashed ? " stroke-dasharray=\"5 4\"" : ""),
                 d);
    if (!line.dashed)
      for (const auto& [at, value] : line.points) drawing.bar(px(at) - 2.5, py(value) - 2.5, 5, 5, line.color, false);
    drawing.path(
        fmt::format("stroke=\"{}\" stroke-width=\"2\"{}", line.color, line.dashed ? " stroke-dasharray=\"5 4\"" : ""),
        fmt::format("M{:g} {:g}h22", x, row - 4));
    drawing.write(x + 30, row, line.title, "font-size=\"12\"");
    row += chart_legend_row;
  }
}

}  // namespace

std::string line_charts(std::string_view title, std::string_view subtitle, const std::vector<Chart>& charts) {
  std::vector<const Chart*> shown;
  std::size_t rows = 0;
  for (const Chart& chart : charts) {
    if (std::ranges::all_of(chart.lines, [](const ChartLine& line) { return line.points.empty(); })) continue;
    shown.push_back(&chart);
    rows = std::max(rows, chart.lines.size());
  }
  Drawing drawing(std::max(chart_left + chart_step * static_cast<double>(shown.size()) - 60, 800.0),
                  chart_top + chart_height + 70 + chart_legend_row * static_cast<double>(rows), title, subtitle, 11);
  for (std::size_t i = 0; i < shown.size(); ++i)
    draw(drawing, *shown[i], chart_left + chart_step * static_cast<double>(i));
  return std::move(drawing).finish();
}

}  // namespace cartwright::report
