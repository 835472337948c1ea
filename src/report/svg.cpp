// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "report/drawing.hpp"
#include "report/picture.hpp"
#include "report/writers_p.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

constexpr double margin = 28;
constexpr double head = 84;    ///< height of the title
constexpr double gutter = 34;  ///< between slices; holds their titles
constexpr double foot = 20;    ///< height of the line about colors

/// The positions of the slices. The number of slices per row makes the ratio of width to height about 4 : 3.
struct Layout {
  Slices slices;
  std::int64_t across = 1;
  bool titled = false;  ///< slices have titles
  double cell = 1;      ///< edge of a cell in px

  explicit Layout(const grid::Grid& grid) : slices(slices_of(grid)), titled(grid.ndims() > 2) {
    const auto rows = static_cast<double>(slices.rows);
    const auto columns = static_cast<double>(slices.columns);
    const double wanted = std::sqrt(4.0 / 3.0 * static_cast<double>(slices.count) * rows / columns);
    across = std::clamp<std::int64_t>(std::llround(wanted), 1, slices.count);
    const double down = std::ceil(static_cast<double>(slices.count) / static_cast<double>(across));
    cell = std::clamp(std::min(1100 / (columns * static_cast<double>(across)), 800 / (rows * down)), 2.0, 24.0);
    if (cell > 4) cell = std::floor(cell);
  }
  double x(std::int64_t slice) const {
    return margin + static_cast<double>(slice % across) * (static_cast<double>(slices.columns) * cell + gutter);
  }
  double y(std::int64_t slice) const {
    return head + (titled ? 16 : 0) +
           static_cast<double>(slice / across) * (static_cast<double>(slices.rows) * cell + gutter);
  }
  double width() const { return std::max(760.0, x(across - 1) + static_cast<double>(slices.columns) * cell + margin); }
  double height() const { return y(slices.count - 1) + static_cast<double>(slices.rows) * cell + margin; }
};

/// Calls visit(slice, row, column, cell) for every cell.
template <typename Visit>
void each_cell(const Slices& slices, Visit visit) {
  std::int64_t cell = 0;
  for (std::int64_t slice = 0; slice < slices.count; ++slice)
    for (std::int64_t row = 0; row < slices.rows; ++row)
      for (std::int64_t column = 0; column < slices.columns; ++column) visit(slice, row, column, cell++);
}

/// One path per node, with a rectangle for each run of its cells in a row.
std::vector<std::string> areas(const Placement& placement, const Layout& layout) {
  std::vector<std::string> paths(placement.hosts.size());
  const std::vector<std::int64_t>& nodes = placement.nodes.items();
  std::int64_t start = 0;
  each_cell(layout.slices, [&](std::int64_t slice, std::int64_t row, std::int64_t column, std::int64_t cell) {
    const auto node = nodes[cell];
    if (column == 0 || nodes[cell - 1] != node) start = column;
    const bool last = column + 1 == layout.slices.columns || nodes[cell + 1] != node;
    if (!last) return;
    const double width = static_cast<double>(column + 1 - start) * layout.cell;
    fmt::format_to(std::back_inserter(paths[node]), "M{:g} {:g}h{:g}v{:g}h{:g}z",
                   layout.x(slice) + static_cast<double>(start) * layout.cell,
                   layout.y(slice) + static_cast<double>(row) * layout.cell, width, layout.cell, -width);
  });
  return paths;
}

/// The lines between adjacent cells for which separate(a, b) is true.
template <typename Separate>
std::string lines_between(const Layout& layout, Separate separate) {
  std::string path;
  each_cell(layout.slices, [&](std::int64_t slice, std::int64_t row, std::int64_t column, std::int64_t cell) {
    const double right = layout.x(slice) + static_cast<double>(column + 1) * layout.cell;
    const double below = layout.y(slice) + static_cast<double>(row + 1) * layout.cell;
    if (column + 1 < layout.slices.columns && separate(cell, cell + 1))
      fmt::format_to(std::back_inserter(path), "M{:g} {:g}v{:g}", right, below, -layout.cell);
    if (row + 1 < layout.slices.rows && separate(cell, cell + layout.slices.columns))
      fmt::format_to(std::back_inserter(path), "M{:g} {:g}h{:g}", right, below, -layout.cell);
  });
  return path;
}

/// The label of a node in one slice. It is in the cell closest to the center of the node's cells, which is on the node
/// even if its shape is bent.
struct Label {
  std::int64_t node = 0;
  double x = 0, y = 0;
  double size = 0;  ///< of the font
};

/// The size of a number on so many cells: in one cell, or across several that are too small for it.
double label_size(double cell, double cells) {
  return std::min(13.0, std::max(0.8 * cell, 0.4 * cell * std::sqrt(cells)));
}

std::vector<Label> labels(const Placement& placement, const Layout& layout) {
  struct Spot {
    double row = 0, column = 0, cells = 0, nearest = INFINITY;
    Label label;
  };
  std::map<std::pair<std::int64_t, std::int64_t>, Spot> spots;
  const auto at = [&](std::int64_t slice, std::int64_t cell) -> Spot& {
    return spots[{slice, placement.nodes[grid::Cell(cell)]}];
  };
  each_cell(layout.slices, [&](std::int64_t slice, std::int64_t row, std::int64_t column, std::int64_t cell) {
    Spot& spot = at(slice, cell);
    spot.row += static_cast<double>(row);
    spot.column += static_cast<double>(column);
    ++spot.cells;
  });
  each_cell(layout.slices, [&](std::int64_t slice, std::int64_t row, std::int64_t column, std::int64_t cell) {
    Spot& spot = at(slice, cell);
    const double down = static_cast<double>(row) - spot.row / spot.cells;
    const double right = static_cast<double>(column) - spot.column / spot.cells;
    const double squared_distance = down * down + right * right;
    if (squared_distance >= spot.nearest) return;
    spot.nearest = squared_distance;
    spot.label = {
        placement.nodes[grid::Cell(cell)], layout.x(slice) + (static_cast<double>(column) + 0.5) * layout.cell,
        layout.y(slice) + (static_cast<double>(row) + 0.5) * layout.cell, label_size(layout.cell, spot.cells)};
  });
  constexpr double legible = 6.4;
  std::vector<Label> found;
  for (const auto& [key, spot] : spots)
    if (spot.label.size >= legible) found.push_back(spot.label);
  return found;
}

/// The title and the costs, from the report.
void write_heading(Drawing& drawing, const Json& report) {
  const Json& mapping = report["mappings"][0];
  const std::string asked = mapping["mapping"];
  const std::string found = mapping["algorithm"];
  const std::string title = fmt::format(
      "{} on {} nodes, stencil {}", fmt::join(report["grid"]["dims"].get<std::vector<std::int64_t>>(), " × "),
      number_text(report["machine"]["nodes"]), report["stencil"]["text"].get<std::string>());
  const std::string figures = fmt::format("mapping {}   J_sum {} (blocked {}, lower bound {})   J_max {}",
                                          asked == found ? asked : asked + ": " + found, number_text(mapping["j_sum"]),
                                          number_text(report["baseline"]["j_sum"]), number_text(mapping["lower_bound"]),
                                          number_text(mapping["j_max"]));
  drawing.write(margin, 38, title, "font-size=\"21\" font-weight=\"600\"");
  drawing.write(margin, 63, figures, fmt::format("font-size=\"14\" fill=\"{}\" xml:space=\"preserve\"", gray));
}

}  // namespace

std::string write_svg(const Placement& placement) {
  const grid::Grid& grid = placement.problem.grid();
  if (grid.size() > max_cells_of_a_picture)
    base::fail(base::Status::unsupported,
               "a picture of {} cells is too large: at most {} can be drawn: write csv instead", grid.size(),
               max_cells_of_a_picture);
  const Layout layout(grid);
  const auto count = static_cast<std::int64_t>(placement.hosts.size());
  const std::vector<std::size_t> colors = color_nodes(grid, placement.nodes, count, palette.size());
  const cost::LevelCut cut = cost::node_cut(placement.problem, placement.order);

  const bool repeated = placement.hosts.size() > palette.size();
  Drawing drawing(layout.width(), layout.height() + (repeated ? foot : 0));
  write_heading(drawing, placement.report);
  for (std::int64_t slice = 0; slice < layout.slices.count && layout.titled; ++slice)
    drawing.write(layout.x(slice), layout.y(slice) - 6, slice_title(grid, slice), fmt::format("fill=\"{}\"", gray));
  const std::vector<std::string> paths = areas(placement, layout);
  for (std::size_t node = 0; node < paths.size(); ++node)
    drawing.area(
        fmt::format("fill=\"{}\"", hex(palette[colors[node]])), paths[node],
        fmt::format("node {} ({}): {} processes, {:g} edges leave it", node, placement.hosts[node],
                    placement.problem.machine().node_sizes()[static_cast<std::int64_t>(node)], cut.per_domain[node]));
  if (layout.cell >= 6)
    drawing.path("stroke=\"#fff\" stroke-opacity=\".55\" stroke-width=\"1\"",
                 lines_between(layout, [](std::int64_t, std::int64_t) { return true; }));
  const auto on_two_nodes = [&](std::int64_t a, std::int64_t b) {
    return placement.nodes[grid::Cell(a)] != placement.nodes[grid::Cell(b)];
  };
  drawing.path(
      fmt::format("stroke=\"{}\" stroke-width=\"{:g}\" stroke-linecap=\"square\"", ink, layout.cell >= 6 ? 1.6 : 0.8),
      lines_between(layout, on_two_nodes));
  for (std::int64_t slice = 0; slice < layout.slices.count; ++slice)
    drawing.rectangle(layout.x(slice), layout.y(slice), static_cast<double>(layout.slices.columns) * layout.cell,
                      static_cast<double>(layout.slices.rows) * layout.cell,
                      fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"", ink));
  const std::vector<Label> numbers = labels(placement, layout);
  drawing.begin_group("text-anchor=\"middle\" pointer-events=\"none\"");
  for (const Label& label : numbers)
    drawing.write(label.x, label.y, std::to_string(label.node),
                  fmt::format("font-size=\"{:g}\" dy=\".35em\"", label.size));
  drawing.end_group();
  if (repeated)
    drawing.write(margin, layout.height() + 2,
                  fmt::format("{}Colors repeat: they only tell adjacent nodes apart.",
                              numbers.empty() ? "" : "Numbers are nodes. "),
                  fmt::format("fill=\"{}\"", gray));
  return std::move(drawing).finish();
}

}  // namespace cartwright::report
