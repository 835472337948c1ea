// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::report {

// The colors of all pictures: ink for text and axes, gray for remarks, faint for grid lines.
inline constexpr std::string_view ink = "#1c2430", gray = "#5b6675", faint = "#e3e6ea";

/// A picture as SVG, drawn from back to front on white. `attributes` are SVG attributes: fill="none". Texts and titles
/// are escaped; a title is the tooltip of a shape.
class Drawing {
 public:
  Drawing(double width, double height, double font_size = 12);
  /// With a title and a subtitle at the top left.
  Drawing(double width, double height, std::string_view title, std::string_view subtitle, double font_size = 12);

  void write(double x, double y, std::string_view text, std::string_view attributes = {});
  /// Lines. `d` is in the syntax of SVG paths.
  void path(std::string_view attributes, std::string_view d);
  /// A filled path.
  void area(std::string_view attributes, std::string_view d, std::string_view title = {});
  void rectangle(double x, double y, double width, double height, std::string_view attributes,
                 std::string_view title = {});
  void circle(double x, double y, double radius, std::string_view attributes);
  /// A rectangle with an outline of the same color; a hollow one has only the outline.
  void bar(double x, double y, double width, double height, std::string_view color, bool hollow);
  /// A square with a color and its meaning. Returns the x of the next entry.
  double legend(double x, double y, std::string_view color, std::string_view title);
  /// Attributes for all shapes up to end_group().
  void begin_group(std::string_view attributes);
  void end_group();

  std::string finish() &&;

 private:
  /// Ends the tag of a shape, with its tooltip.
  void end(std::string_view element, std::string_view title);

  std::string text_;
};

/// The step between ticks from 0 to `highest`, for at most six ticks.
double tick_step(double highest);

}  // namespace cartwright::report
