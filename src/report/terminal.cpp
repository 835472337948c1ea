// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/terminal.hpp"

#include "report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::report {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The escape sequence that selects a color. `layer` is 38 for the text, 48 for the background.
std::string select(int layer, Color color, bool true_color) {
  if (true_color) return fmt::format("\x1b[{};2;{};{};{}m", layer, color.red, color.green, color.blue);
  // The 6 x 6 x 6 cube of xterm has its levels at 0, 95, 135, 175, 215, 255.
  const auto level = [](int x) { return x < 48 ? 0 : x < 115 ? 1 : (x - 35) / 40; };
  return fmt::format("\x1b[{};5;{}m", layer, 16 + 36 * level(color.red) + 6 * level(color.green) + level(color.blue));
}

/// Draws the lines of one slice.
class Brush {
 public:
  Brush(const Placement& placement, const Style& style)
      : placement_(placement), style_(style), slices_(slices_of(placement.problem.grid())) {
    const auto count = static_cast<std::int64_t>(placement.hosts.size());
    colors_ =
        color_nodes(placement.problem.grid(), placement.nodes, count, style.color ? palette.size() : letters.size());
  }

  std::int64_t lines() const { return style_.color ? (slices_.rows + 1) / 2 : slices_.rows; }

  std::string line(std::int64_t slice, std::int64_t i) const {
    std::string out;
    std::string previous;  // a color is selected only when it changes
    for (std::int64_t column = 0; column < slices_.columns; ++column) {
      if (!style_.color) {
        out += letters[color(slice, i, column)];
        continue;
      }
      std::string colors = pick(38, slice, 2 * i, column);
      if (2 * i + 1 < slices_.rows) colors += pick(48, slice, 2 * i + 1, column);
      if (colors != previous) out += colors;
      out += "▀";
      previous = std::move(colors);
    }
    return style_.color ? out + "\x1b[0m" : out;
  }

 private:
  std::size_t color(std::int64_t slice, std::int64_t row, std::int64_t column) const {
    return colors_[placement_.nodes[grid::Cell((slice * slices_.rows + row) * slices_.columns + column)]];
  }
  std::string pick(int layer, std::int64_t slice, std::int64_t row, std::int64_t column) const {
    return select(layer, palette[color(slice, row, column)], style_.true_color);
  }

  const Placement& placement_;
  const Style& style_;
  Slices slices_;
  std::vector<std::size_t> colors_;
};

}  // namespace

std::string picture_text(const Placement& placement, const Style& style, std::int64_t width, std::int64_t max_lines) {
  const grid::Grid& grid = placement.problem.grid();
  const Slices slices = slices_of(grid);
  const std::int64_t step =
      std::max<std::int64_t>(slices.columns, static_cast<std::int64_t>(slice_title(grid, slices.count - 1).size())) + 2;
  if (slices.columns > width || slices.rows > 2 * max_lines || slices.count > max_lines * width) return {};
  const std::int64_t across = std::max<std::int64_t>(1, (width + 2) / step);
  const Brush brush(placement, style);
  const std::int64_t bands = (slices.count + across - 1) / across;
  if (bands * (brush.lines() + 2) > max_lines + 2) return {};

  std::string out;
  for (std::int64_t first = 0; first < slices.count; first += across) {
    const std::int64_t end = std::min(slices.count, first + across);
    if (grid.ndims() > 2) {
      std::string titles;
      for (std::int64_t slice = first; slice < end; ++slice)
        titles += fmt::format("{:<{}}", slice_title(grid, slice), step);
      titles.erase(titles.find_last_not_of(' ') + 1);
      out += style.dim(titles) + "\n";
    }
    for (std::int64_t i = 0; i < brush.lines(); ++i) {
      for (std::int64_t slice = first; slice < end; ++slice) {
        if (slice > first) out += std::string(step - slices.columns, ' ');
        out += brush.line(slice, i);
      }
      out += "\n";
    }
    if (end < slices.count) out += "\n";
  }
  return out;
}

}  // namespace cartwright::report
