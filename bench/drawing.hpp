// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace cartwright::bench {

inline constexpr std::string_view ink = "#1c2430", faint = "#e3e6ea", grey = "#5b6675";

/// A figure as SVG, written from top to bottom, with a title and what was measured where below it.
class Drawing {
 public:
  Drawing(double width, double height, std::string_view title, std::string_view subtitle)
      : text_(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
            "font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"11\" fill=\"{2}\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            width, height, ink)) {
    write(24, 32, title, "font-size=\"18\" font-weight=\"600\"");
    write(24, 52, subtitle, fmt::format("font-size=\"12\" fill=\"{}\"", grey));
  }

  void write(double x, double y, std::string_view text, std::string_view attributes) {
    fmt::format_to(std::back_inserter(text_), "<text x=\"{:.4g}\" y=\"{:.4g}\" {}>{}</text>\n", x, y, attributes, text);
  }
  void path(std::string_view attributes, std::string_view d) {
    fmt::format_to(std::back_inserter(text_), "<path fill=\"none\" {} d=\"{}\"/>\n", attributes, d);
  }
  void bar(double x, double y, double width, double height, std::string_view color, bool hollow) {
    fmt::format_to(std::back_inserter(text_),
                   "<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.4g}\" height=\"{:.4g}\" fill=\"{}\" stroke=\"{}\"/>\n",
                   x, y, width, height, hollow ? "none" : color, color);
  }
  /// A square of a colour and what it stands for. Returns where the next may follow.
  double legend(double x, double y, std::string_view color, std::string_view title) {
    bar(x, y - 10, 11, 11, color, false);
    write(x + 17, y, title, "font-size=\"12\"");
    return x + 42 + 7.2 * static_cast<double>(title.size());
  }
  std::string finish() && { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

/// A step that gives at most six ticks up to `highest`.
inline double tick_step(double highest) {
  const double power = std::pow(10.0, std::floor(std::log10(highest)));
  for (const double step : {0.1, 0.2, 0.5, 1.0, 2.0})
    if (highest / (step * power) <= 6) return step * power;
  return 5 * power;
}

}  // namespace cartwright::bench
