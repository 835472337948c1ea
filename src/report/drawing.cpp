// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/drawing.hpp"

#include "report/xml.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

namespace cartwright::report {

namespace {

template <typename... Args>
void add(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

}  // namespace

Drawing::Drawing(double width, double height, double font_size) {
  add(text_,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"{2:g}\" fill=\"{3}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height, font_size, ink);
}

Drawing::Drawing(double width, double height, std::string_view title, std::string_view subtitle, double font_size)
    : Drawing(width, height, font_size) {
  write(24, 2 * font_size + 10, title, fmt::format("font-size=\"{:g}\" font-weight=\"600\"", font_size + 7));
  write(24, 4 * font_size + 8, subtitle, fmt::format("font-size=\"{:g}\" fill=\"{}\"", font_size + 1, gray));
}

void Drawing::write(double x, double y, std::string_view text, std::string_view attributes) {
  add(text_, "<text x=\"{:g}\" y=\"{:g}\" {}>{}</text>\n", x, y, attributes, xml_escaped(text));
}

void Drawing::path(std::string_view attributes, std::string_view d) {
  add(text_, "<path fill=\"none\" {} d=\"{}\"/>\n", attributes, d);
}

void Drawing::area(std::string_view attributes, std::string_view d, std::string_view title) {
  add(text_, "<path {} d=\"{}\"", attributes, d);
  end("path", title);
}

void Drawing::rectangle(double x, double y, double width, double height, std::string_view attributes,
                        std::string_view title) {
  add(text_, "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" {}", x, y, width, height, attributes);
  end("rect", title);
}

void Drawing::circle(double x, double y, double radius, std::string_view attributes) {
  add(text_, "<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" {}/>\n", x, y, radius, attributes);
}

void Drawing::bar(double x, double y, double width, double height, std::string_view color, bool hollow) {
  rectangle(x, y, width, height, fmt::format("fill=\"{}\" stroke=\"{}\"", hollow ? "none" : color, color));
}

double Drawing::legend(double x, double y, std::string_view color, std::string_view title) {
  bar(x, y - 10, 11, 11, color, false);
  write(x + 17, y, title, "font-size=\"12\"");
  return x + 42 + 7.2 * static_cast<double>(title.size());
}

void Drawing::begin_group(std::string_view attributes) { add(text_, "<g {}>\n", attributes); }

void Drawing::end_group() { text_ += "</g>\n"; }

std::string Drawing::finish() && { return std::move(text_) + "</svg>\n"; }

void Drawing::end(std::string_view element, std::string_view title) {
  if (title.empty())
    text_ += "/>\n";
  else
    add(text_, "><title>{}</title></{}>\n", xml_escaped(title), element);
}

double tick_step(double highest) {
  const double power = std::pow(10.0, std::floor(std::log10(highest)));
  for (const double step : {0.1, 0.2, 0.5, 1.0, 2.0})
    if (highest / (step * power) <= 6) return step * power;
  return 5 * power;
}

}  // namespace cartwright::report
