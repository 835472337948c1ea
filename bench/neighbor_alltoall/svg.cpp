// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "neighbor_alltoall/report.hpp"
#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

/// The colors of [Hunold2020]'s figures, in the shades of Paul Tol's bright scheme.
std::string_view color_of(const report::Json& mapping) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> colors = {{{"random", "#bbbbbb"},
                                                                                    {"nodecart", "#ee6677"},
                                                                                    {"hyperplane", "#4477aa"},
                                                                                    {"kdtree", "#ccbb44"},
                                                                                    {"strips", "#228833"},
                                                                                    {"best", "#aa3377"}}};
  for (const auto& [name, color] : colors)
    if (mapping == name) return color;
  return "#8a8f98";
}

std::string title_of(const report::Json& stencil) {
  if (stencil == "nn") return "nearest neighbor";
  if (stencil == "hops") return "nearest neighbor with hops";
  return stencil;
}

std::string size_text(int bytes) {
  return bytes >= 1024 && bytes % 1024 == 0 ? fmt::format("{} K", bytes / 1024) : std::to_string(bytes);
}

/// Rows of a mapping's color and title, side by side.
void draw_legend(report::Drawing& drawing, double x, double y, const std::vector<report::Json>& rows) {
  for (const report::Json& row : rows)
    x = drawing.legend(x, y, color_of(row["mapping"]), row["title"].get<std::string>());
}

std::string subtitle_of(const report::Json& report) {
  return fmt::format("{} processes on {} hosts; {}; {}", report["processes"].dump(), report["hosts"].dump(),
                     report["network"].get<std::string>(), report["mpi"].get<std::string>());
}

/// The results of one stencil.
struct Panel {
  std::vector<report::Json> rows;      ///< of every size and mapping
  std::vector<report::Json> mappings;  ///< one row of each, without blocked
  std::vector<int> sizes;

  const report::Json& at(int size, const report::Json& mapping) const {
    return *std::ranges::find_if(
        rows, [&](const report::Json& row) { return row["size"] == size && row["mapping"] == mapping; });
  }
};

std::vector<Panel> panels_of(const report::Json& report) {
  std::vector<Panel> panels;
  for (const report::Json& row : report["results"]) {
    if (panels.empty() || panels.back().rows.front()["stencil"] != row["stencil"]) panels.emplace_back();
    Panel& panel = panels.back();
    panel.rows.push_back(row);
    if (row["size"] == panel.rows.front()["size"] && row["mapping"] != "blocked") panel.mappings.push_back(row);
    if (panel.sizes.empty() || panel.sizes.back() != row["size"]) panel.sizes.push_back(row["size"]);
  }
  return panels;
}

constexpr double left = 64, top = 110, panel_height = 170, panel_step = 250;
constexpr double score_width = 150, bar_width = 8;

/// Bars with their values on top: `member` of each mapping, and of blocked for comparison.
void draw_scores(report::Drawing& drawing, const Panel& panel, const char* member, std::string_view title, double x,
                 double y) {
  std::vector<report::Json> rows = {panel.at(panel.sizes.front(), "blocked")};
  rows.insert(rows.end(), panel.mappings.begin(), panel.mappings.end());
  double highest = 1;
  for (const report::Json& row : rows) highest = std::max(highest, row[member].get<double>());
  const double step = score_width / static_cast<double>(rows.size());
  for (const report::Json& row : rows) {
    const double height = panel_height * 0.92 * row[member].get<double>() / highest;
    drawing.bar(x + 2, y + panel_height - height, step - 4, height, color_of(row["mapping"]), false);
    drawing.write(x + step / 2, y + panel_height - height - 4, row[member].dump(),
                  "font-size=\"9.5\" text-anchor=\"middle\"");
    x += step;
  }
  drawing.path(fmt::format("stroke=\"{}\"", report::ink),
               fmt::format("M{:.4g} {:.4g}h{:g}", x - score_width, y + panel_height, score_width));
  drawing.write(x - score_width / 2, y + panel_height + 16, title, "text-anchor=\"middle\"");
}

/// Speed-ups of one panel: a group of bars for each size, and one, hollow, of what the busiest host's bytes predict.
void draw_speedups(report::Drawing& drawing, const Panel& panel, double x, double y, double width) {
  const auto blocked = [&](int size, const char* member) { return panel.at(size, "blocked")[member].get<double>(); };
  const auto prediction = [&](const report::Json& row) {
    return row["j_max"] == 0 ? 0.0 : blocked(panel.sizes.front(), "j_max") / row["j_max"].get<double>();
  };
  double highest = 1.2;
  for (const report::Json& row : panel.rows)
    if (row["mapping"] != "blocked")
      highest = std::max({highest, blocked(row["size"], "median") / row["median"].get<double>(), prediction(row)});
  highest *= 1.06;
  const auto height = [&](double value) { return panel_height * std::min(value / highest, 1.0); };
  const double bottom = y + panel_height;
  for (double tick = 0; tick <= highest; tick += report::tick_step(highest)) {
    drawing.path(fmt::format("stroke=\"{}\"", report::faint),
                 fmt::format("M{:g} {:.5g}h{:g}", x, bottom - height(tick), width));
    drawing.write(x - 6, bottom - height(tick) + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
  }
  const double group = width / static_cast<double>(panel.sizes.size() + 1);
  const double indent = (group - bar_width * static_cast<double>(panel.mappings.size())) / 2;
  double at = x;
  for (const int size : panel.sizes) {
    double bar = at + indent;
    for (const report::Json& mapping : panel.mappings) {
      const report::Json& row = panel.at(size, mapping["mapping"]);
      const double base = blocked(size, "median");
      const double value = height(base / row["median"].get<double>());
      drawing.bar(bar, bottom - value, bar_width - 1, value, color_of(row["mapping"]), false);
      drawing.path(fmt::format("stroke=\"{}\" stroke-width=\".8\"", report::ink),
                   fmt::format("M{:.5g} {:.5g}V{:.5g}", bar + (bar_width - 1) / 2,
                               bottom - height(base / std::max(row["low"].get<double>(), 1e-9)),
                               bottom - height(base / row["high"].get<double>())));
      bar += bar_width;
    }
    drawing.write(at + group / 2, bottom + 16, size_text(size), "text-anchor=\"middle\"");
    at += group;
  }
  double bar = at + indent;
  for (const report::Json& row : panel.mappings) {
    drawing.bar(bar, bottom - height(prediction(row)), bar_width - 1, height(prediction(row)), color_of(row["mapping"]),
                true);
    bar += bar_width;
  }
  drawing.write(at + group / 2, bottom + 16, "predicted", "text-anchor=\"middle\"");
  drawing.path(fmt::format("stroke=\"{}\" stroke-dasharray=\"4 3\"", report::gray),
               fmt::format("M{:g} {:.5g}h{:g}", x, bottom - height(1), width));
  drawing.path(fmt::format("stroke=\"{}\"", report::ink),
               fmt::format("M{:g} {:g}v{:g}h{:g}", x, y, panel_height, width));
}

}  // namespace

std::string speedup_svg(const report::Json& report) {
  const std::vector<Panel> panels = panels_of(report);
  const Panel& first = panels.front();
  const double group = bar_width * static_cast<double>(first.mappings.size()) + 14;
  const double width = std::max(group, 62.0) * static_cast<double>(first.sizes.size() + 1);
  const double x = left + 2 * (score_width + 24) + 30;
  report::Drawing drawing(std::max(x + width + 24, 800.0), top + panel_step * static_cast<double>(panels.size()) + 10,
                          "MPI_Neighbor_alltoall: speed-up over the blocked mapping", subtitle_of(report), 11);
  std::vector<report::Json> all = {first.at(first.sizes.front(), "blocked")};
  all.insert(all.end(), first.mappings.begin(), first.mappings.end());
  draw_legend(drawing, 24, 76, all);
  double y = top;
  for (const Panel& panel : panels) {
    drawing.write(left - 34, y - 8, title_of(panel.rows.front()["stencil"]), "font-size=\"14\" font-weight=\"600\"");
    draw_scores(drawing, panel, "j_sum", "J_sum: all between hosts", left - 34, y + 8);
    draw_scores(drawing, panel, "j_max", "J_max: of the busiest host", left - 34 + score_width + 24, y + 8);
    draw_speedups(drawing, panel, x, y + 8, width);
    drawing.write(x + width / 2, y + panel_height + 40, "bytes to each neighbor", "text-anchor=\"middle\"");
    y += panel_step;
  }
  return std::move(drawing).finish();
}

std::string prediction_svg(const report::Json& report) {
  constexpr double side = 420, x = 70, y = 80;
  std::vector<report::Json> rows, mappings;
  double highest = 1, lowest = 1;
  for (const report::Json& row : report["largest"]) {
    if (row["predicted"].is_null() || row["mapping"] == "blocked") continue;
    rows.push_back(row);
    if (std::ranges::find(mappings, row["mapping"], [](const report::Json& known) { return known["mapping"]; }) ==
        mappings.end())
      mappings.push_back(row);
    for (const char* member : {"predicted", "measured"}) {
      highest = std::max(highest, row[member].get<double>());
      lowest = std::min(lowest, row[member].get<double>());
    }
  }
  highest *= 1.15;
  lowest *= 0.85;
  const auto scaled = [&](double value) { return side * std::log(value / lowest) / std::log(highest / lowest); };
  report::Drawing drawing(x + side + 170, y + side + 64, "Speed-up over blocked: predicted and measured",
                          subtitle_of(report), 11);
  for (const double tick : {0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0}) {
    if (tick < lowest || tick > highest) continue;
    const double at = scaled(tick);
    drawing.path(fmt::format("stroke=\"{}\"", report::faint),
                 fmt::format("M{:g} {:.5g}h{:g}M{:.5g} {:g}v{:g}", x, y + side - at, side, x + at, y, side));
    drawing.write(x - 8, y + side - at + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
    drawing.write(x + at, y + side + 16, fmt::format("{:g}", tick), "text-anchor=\"middle\"");
  }
  // Measured as predicted, and nine tenths of it.
  const double tenth = scaled(lowest / 0.9);
  drawing.path(fmt::format("stroke=\"{}\"", report::ink),
               fmt::format("M{:g} {:g}l{:g} {:g}", x, y + side, side, -side));
  drawing.path(fmt::format("stroke=\"{}\" stroke-dasharray=\"4 3\"", report::gray),
               fmt::format("M{:g} {:g}L{:g} {:g}", x + tenth, y + side, x + side, y + tenth));
  for (const report::Json& row : rows) {
    const double px = x + scaled(row["predicted"]), py = y + side - scaled(row["measured"]);
    std::string d;
    if (row["stencil"] == "nn")
      d = fmt::format("M{:.5g} {:.5g}h10v10h-10z", px - 5, py - 5);
    else if (row["stencil"] == "hops")
      d = fmt::format("M{:.5g} {:.5g}l6 11h-12z", px, py - 7);
    else
      d = fmt::format("M{:.5g} {:.5g}l6 6l-6 6l-6 -6z", px, py - 6);
    drawing.path(fmt::format("style=\"fill:{};fill-opacity:.75\" stroke=\"{}\"", color_of(row["mapping"]), report::ink),
                 d);
  }
  drawing.path(fmt::format("stroke=\"{}\"", report::ink), fmt::format("M{:g} {:g}v{:g}h{:g}", x, y, side, side));
  drawing.write(x + side / 2, y + side + 40, "predicted: messages of the busiest host under blocked, over those here",
                "text-anchor=\"middle\"");
  drawing.write(x - 40, y - 8, "measured", "");
  drawing.write(x + side + 16, y + side - 60, "squares: nearest neighbor", "");
  drawing.write(x + side + 16, y + side - 44, "triangles: with hops", "");
  drawing.write(x + side + 16, y + side - 28, "diamonds: component", "");
  drawing.write(x + side + 16, y + side - 12, "dashed: 0.9 of predicted", "");
  double row_y = y + 12;
  for (const report::Json& row : mappings) {
    draw_legend(drawing, x + side + 16, row_y, {row});
    row_y += 20;
  }
  if (!report["rank_correlation"].is_null()) {
    drawing.write(x + side + 16, row_y + 8, "rank correlation of time", "");
    drawing.write(x + side + 16, row_y + 23,
                  fmt::format("with bytes: {:.3f}", report["rank_correlation"].get<double>()), "");
  }
  return std::move(drawing).finish();
}

}  // namespace cartwright::bench
