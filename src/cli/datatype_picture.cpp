// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/datatype_picture.hpp"

#include "datatype/notation.hpp"
#include "report/drawing.hpp"
#include "report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cartwright::cli {

using datatype::Layout;
using datatype::Node;
using datatype::Type;

namespace {

constexpr std::size_t longest_list = 6;
constexpr std::size_t max_lines = 24;
constexpr std::int64_t widest_row = 64;  ///< cells
constexpr std::int64_t max_rows = 40;
constexpr std::int64_t max_blocks = 20000;

void add_lines(const Type& type, std::size_t depth, std::vector<TreeLine>& lines) {
  if (lines.size() >= max_lines) {
    if (lines.back().type != nullptr) lines.push_back({depth, nullptr, "..."});
    return;
  }
  lines.push_back({depth, &type, datatype::constructor_notation(type, longest_list)});
  for (const datatype::TypePtr& child : type.children) add_lines(*child, depth + 1, lines);
}

struct Block {
  std::int64_t at;
  std::int64_t bytes;
};

/// Adds the blocks of a normal form in packed order, up to `max_blocks`.
void add_blocks(const Node& node, std::int64_t at, std::vector<Block>& blocks) {
  const auto full = [&] { return static_cast<std::int64_t>(blocks.size()) >= max_blocks; };
  switch (node.kind) {
    case Node::Kind::block:
      if (!full()) blocks.push_back({at, node.size});
      break;
    case Node::Kind::loop:
      for (std::int64_t i = 0; i < node.count && !full(); ++i)
        add_blocks(*node.bodies[0], at + i * node.stride, blocks);
      break;
    case Node::Kind::list:
      for (std::size_t i = 0; i < node.offsets.size() && !full(); ++i)
        add_blocks(*node.bodies[0], at + node.offsets[i], blocks);
      break;
    case Node::Kind::ragged:
      for (std::size_t i = 0; i < node.offsets.size() && !full(); ++i)
        blocks.push_back({at + node.offsets[i], node.lengths[i]});
      break;
    case Node::Kind::sequence:
      for (std::size_t i = 0; i < node.bodies.size() && !full(); ++i)
        add_blocks(*node.bodies[i], at + node.offsets[i], blocks);
      break;
  }
}

/// The stride, in cells, of the outermost loop whose stride fits in one row; 0 if there is none.
std::int64_t stride_of(const Node& node, std::int64_t unit) {
  if (node.kind == Node::Kind::loop) {
    const std::int64_t stride = std::abs(node.stride) / unit;
    if (stride > 1 && stride <= widest_row) return stride;
  }
  for (const datatype::NodePtr& body : node.bodies)
    if (const std::int64_t stride = stride_of(*body, unit); stride > 0) return stride;
  return 0;
}

/// Memory as rows of cells of `unit` bytes each.
struct Cells {
  std::vector<Block> blocks;
  std::int64_t lowest = 0;
  std::int64_t unit = 1;
  std::int64_t pitch = 1;
  std::int64_t rows = 0;  ///< rows that are drawn
  bool cut = false;       ///< whether rows or blocks are left out

  Cells(const Layout& layout) {
    add_blocks(*layout.root, layout.origin, blocks);
    if (layout.size == 0) blocks.clear();
    lowest = layout.true_lb;
    unit = 0;
    for (const Block& block : blocks) unit = std::gcd(std::gcd(unit, block.bytes), block.at - lowest);
    unit = std::max<std::int64_t>(unit, 1);
    const std::int64_t cells = (layout.true_ub - lowest + unit - 1) / unit;
    pitch = stride_of(*layout.root, unit);
    if (pitch == 0) pitch = std::min<std::int64_t>(32, std::max<std::int64_t>(1, cells));
    // Joins short rows until the picture is about as wide as it is tall.
    const double tall = static_cast<double>(cells) / static_cast<double>(pitch * pitch);
    pitch *= std::clamp<std::int64_t>(static_cast<std::int64_t>(std::sqrt(2 * tall)), 1, widest_row / pitch);
    rows = (cells + pitch - 1) / pitch;
    cut = rows > max_rows || static_cast<std::int64_t>(blocks.size()) == max_blocks;
    rows = std::min(rows, max_rows);
  }
};

/// From light blue through yellow to red along the packed stream. Black text is legible on all of them.
report::Color color_of(double turn) {
  constexpr report::Color stops[] = {report::palette[6], report::palette[2], report::palette[1]};
  const double scaled = std::clamp(turn, 0.0, 1.0) * 2;
  const auto lower = static_cast<std::size_t>(std::min(scaled, 1.0));
  const auto mixed = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * (scaled - static_cast<double>(lower))));
  };
  const report::Color& a = stops[lower];
  const report::Color& b = stops[lower + 1];
  return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

constexpr double margin = 28, top = 76, line_height = 30;

void draw_tree(report::Drawing& drawing, const std::vector<TreeLine>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double x = margin + 18 * static_cast<double>(lines[i].depth);
    const double y = top + line_height * static_cast<double>(i);
    if (lines[i].depth > 0) {
      std::size_t parent = i;
      while (lines[parent].depth >= lines[i].depth) --parent;
      const double from = top + line_height * static_cast<double>(parent) + 22;
      drawing.path("stroke=\"#9aa5b1\"", fmt::format("M{:g} {:g}V{:g}h7", x - 9, from, y + 11));
    }
    const double width = 7.4 * static_cast<double>(lines[i].text.size()) + 16;
    drawing.rectangle(x, y, width, 22, "rx=\"4\" fill=\"#f1f4f8\" stroke=\"#9aa5b1\"");
    drawing.write(x + 8, y + 15, lines[i].text, "font-family=\"monospace\"");
  }
}

void draw_cells(report::Drawing& drawing, const Cells& cells, double left, double size) {
  const auto x_of = [&](std::int64_t cell) { return left + static_cast<double>(cell % cells.pitch) * size; };
  const auto y_of = [&](std::int64_t cell) { return top + static_cast<double>(cell / cells.pitch) * size; };
  const double width = static_cast<double>(cells.pitch) * size;
  const double height = static_cast<double>(cells.rows) * size;
  drawing.rectangle(left, top, width, height, "fill=\"#f1f4f8\"");
  const double font = std::min(11.0, 0.55 * size);
  std::vector<std::size_t> numbered;
  const auto last_turn = static_cast<double>(std::max<std::size_t>(cells.blocks.size(), 2) - 1);
  for (std::size_t turn = 0; turn < cells.blocks.size(); ++turn) {
    const Block& block = cells.blocks[turn];
    const std::int64_t first = (block.at - cells.lowest) / cells.unit;
    const std::int64_t last = first + block.bytes / cells.unit;
    const std::string color = report::hex(color_of(static_cast<double>(turn) / last_turn));
    // One rectangle for each row that the block touches.
    for (std::int64_t cell = first; cell < last && cell / cells.pitch < cells.rows;) {
      const std::int64_t end = std::min(last, (cell / cells.pitch + 1) * cells.pitch);
      drawing.rectangle(x_of(cell), y_of(cell), static_cast<double>(end - cell) * size, size,
                        fmt::format("fill=\"{}\"", color));
      cell = end;
    }
    // The number is drawn if it fits in the cell.
    if (first / cells.pitch < cells.rows && 0.6 * font * static_cast<double>(std::to_string(turn).size()) <= size)
      numbered.push_back(turn);
  }
  std::string grid;
  for (std::int64_t column = 0; column <= cells.pitch; ++column)
    grid += fmt::format("M{:g} {:g}v{:g}", left + static_cast<double>(column) * size, top, height);
  for (std::int64_t row = 0; row <= cells.rows; ++row)
    grid += fmt::format("M{:g} {:g}h{:g}", left, top + static_cast<double>(row) * size, width);
  drawing.path("stroke=\"#c3cad3\" stroke-width=\".7\"", grid);
  drawing.begin_group(fmt::format("font-size=\"{:g}\" text-anchor=\"middle\"", font));
  for (const std::size_t turn : numbered) {
    const std::int64_t first = (cells.blocks[turn].at - cells.lowest) / cells.unit;
    drawing.write(x_of(first) + size / 2, y_of(first) + size / 2, std::to_string(turn), "dy=\".35em\"");
  }
  drawing.end_group();
}

}  // namespace

std::vector<TreeLine> tree_of(const Type& type) {
  std::vector<TreeLine> lines;
  add_lines(type, 0, lines);
  return lines;
}

std::string datatype_svg(const Type& type, const Layout& layout, std::int64_t count) {
  const Layout all = datatype::repeated(layout, count);
  const Cells cells(all);
  const std::vector<TreeLine> lines = tree_of(type);
  double tree_width = 0;
  for (const TreeLine& line : lines)
    tree_width =
        std::max(tree_width, 18 * static_cast<double>(line.depth) + 7.4 * static_cast<double>(line.text.size()) + 16);
  const double left = margin + tree_width + 40;
  const double size = std::clamp(900 / static_cast<double>(cells.pitch), 12.0, 28.0);
  const double bottom =
      top + std::max(line_height * static_cast<double>(lines.size()), static_cast<double>(cells.rows) * size);
  const double width = std::max(left + static_cast<double>(cells.pitch) * size + margin, 760.0);

  const std::string name = datatype::notation(type);
  const std::string title = name.size() > 90 ? name.substr(0, 87) + "..." : name;
  const std::string remark = fmt::format("font-size=\"13\" fill=\"{}\"", report::gray);
  report::Drawing drawing(width, bottom + 56);
  drawing.write(margin, 34, count == 1 ? title : fmt::format("{} × {}", count, title), "font-size=\"17\"");
  drawing.write(margin, 56, "normal form: " + datatype::describe(all), remark);
  draw_tree(drawing, lines);
  draw_cells(drawing, cells, left, size);
  drawing.write(margin, bottom + 28,
                fmt::format("a cell is {} B, a row {} B; blocks are numbered in packing order{}", cells.unit,
                            cells.unit * cells.pitch, cells.cut ? "; the rest is left out" : ""),
                remark);
  return std::move(drawing).finish();
}

}  // namespace cartwright::cli
