// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/drawing.hpp"
#include "report/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

struct Look {
  std::string_view mapping;
  std::string_view title;
  std::string_view color;
};

// The colors of [Hunold2020, figure 8], in the shades of Paul Tol's bright scheme.
constexpr std::array looks = {Look{"hyperplane", "Hyperplane", "#4477aa"}, Look{"kdtree", "k-d Tree", "#ccbb44"},
                              Look{"strips", "Stencil Strips", "#228833"}, Look{"nodecart", "Nodecart", "#ee6677"},
                              Look{"auto", "Cartwright (auto)", "#aa3377"}};

Look look_of(std::string_view mapping) {
  const auto* const found = std::ranges::find(looks, mapping, &Look::mapping);
  return found == looks.end() ? Look{mapping, mapping, "#8a8f98"} : *found;
}

constexpr double panel_height = 330;
constexpr double panel_top = 96;
constexpr double panel_left = 64;
constexpr double slot = 34;  ///< horizontal space of a box
constexpr double box = 22;

/// One panel of the figure: the boxes of one stencil.
class Panel {
 public:
  Panel(double x, double highest) : x_(x), highest_(highest) {}

  double y(double value) const { return panel_top + panel_height * (1 - value / highest_); }

  void axes(Drawing& drawing, double width, std::string_view title, bool labels) const {
    drawing.write(x_ + width / 2, panel_top - 12, title, "font-size=\"14\" font-weight=\"600\" text-anchor=\"middle\"");
    for (double tick = 0; tick <= highest_ + 1e-9; tick += 0.2) {
      drawing.path(fmt::format("stroke=\"{}\"", std::abs(tick - 1) < 1e-9 ? "#8a8f98" : faint),
                   fmt::format("M{:g} {:g}h{:g}", x_, y(tick), width));
      if (labels) drawing.write(x_ - 8, y(tick), fmt::format("{:.1f}", tick), "dy=\".35em\" text-anchor=\"end\"");
    }
    drawing.path(fmt::format("stroke=\"{}\"", ink),
                 fmt::format("M{:g} {:g}v{:g}h{:g}", x_, panel_top, panel_height, width));
  }

  /// A notched box. It is narrow at the median and has its full width outside the confidence interval. If the interval
  /// extends beyond a quartile, the outline folds back.
  void notched(Drawing& drawing, const Json& stats, double at, std::string_view color, bool sum) const {
    const double middle = x_ + at;
    const double half = box / 2;
    const double waist = half / 2;
    const auto quartile = [&](int i) { return y(stats["quartiles"][i].get<double>()); };
    const auto confidence = [&](int i) { return y(stats["confidence"][i].get<double>()); };
    const double median = y(stats["median"].get<double>());
    for (std::size_t i = 0; i < 2; ++i) {
      // A whisker that leaves the panel ends at its edge, without a bar.
      const double value = stats["whiskers"][i];
      std::string whisker =
          fmt::format("M{:g} {:g}V{:g}", middle, quartile(static_cast<int>(i)), y(std::min(value, highest_)));
      if (value <= highest_) whisker += fmt::format("m{:g} 0h{:g}", -half / 2, half);
      drawing.path(fmt::format("stroke=\"{}\"", ink), whisker);
    }
    drawing.area(
        fmt::format("fill=\"{}\" fill-opacity=\"{}\" stroke=\"{}\"", color, sum ? 0.9 : 0.4, ink),
        fmt::format("M{:g} {:g}H{:g}V{:g}L{:g} {:g}L{:g} {:g}V{:g}H{:g}V{:g}L{:g} {:g}L{:g} {:g}z", middle - half,
                    quartile(0), middle + half, confidence(0), middle + waist, median, middle + half, confidence(1),
                    quartile(1), middle - half, confidence(1), middle - waist, median, middle - half, confidence(0)),
        fmt::format("median {:.3f}", stats["median"].get<double>()));
    drawing.path("stroke=\"#ff7f0e\" stroke-width=\"2.2\"",
                 fmt::format("M{:g} {:g}h{:g}", middle - waist, median, 2 * waist));
    for (const Json& value : stats["outliers"])
      if (value.get<double>() <= highest_)
        drawing.circle(middle, y(value.get<double>()), 1.8, fmt::format("fill=\"none\" stroke=\"{}\"", gray));
    drawing.write(middle, panel_top + panel_height + 15, sum ? "sum" : "max",
                  "font-size=\"10.5\" text-anchor=\"middle\"");
  }

 private:
  double x_;
  double highest_;
};

/// The upper end of the axis: above all whiskers and outliers, but at most 1.6, which keeps the boxes tall enough.
double highest_value(const Json& summary) {
  double highest = 1;
  for (const Json& row : summary)
    for (const char* kind : {"sum", "max"}) {
      highest = std::max(highest, row[kind]["whiskers"][1].get<double>());
      for (const Json& value : row[kind]["outliers"]) highest = std::max(highest, value.get<double>());
    }
  return std::ceil(5 * std::min(highest, 1.6)) / 5;
}

}  // namespace

std::string study_svg(const Json& report) {
  constexpr std::array<std::pair<const char*, const char*>, 3> panels = {
      {{"nn", "(a) nearest neighbor"}, {"hops", "(b) nearest neighbor with hops"}, {"component", "(c) component"}}};
  const Json& summary = report["summary"];
  const auto mappings = static_cast<double>(summary.size() / panels.size());
  const double width = mappings * (2 * slot + 10) + 14;
  const double total = panel_left + 3 * width + 2 * 26 + 24;
  const double highest = highest_value(summary);

  Drawing drawing(total, panel_top + panel_height + 66, "Inter-node communication relative to the blocked mapping",
                  fmt::format("{} instances per stencil; lower is better; notches are 95 % confidence intervals of the "
                              "median",
                              report["instances"].size() / panels.size()));
  double x = panel_left;
  for (const auto& [stencil, title] : panels) {
    const Panel panel(x, highest);
    panel.axes(drawing, width, title, x == panel_left);
    double at = 7 + slot / 2 + 5;
    for (const Json& row : summary) {
      if (row["stencil"] != stencil) continue;
      const Look look = look_of(row["mapping"].get_ref<const std::string&>());
      panel.notched(drawing, row["sum"], at, look.color, true);
      panel.notched(drawing, row["max"], at + slot, look.color, false);
      at += 2 * slot + 10;
    }
    x += width + 26;
  }
  x = panel_left;
  for (const Json& row : summary) {
    if (row["stencil"] != panels[0].first) continue;
    const Look look = look_of(row["mapping"].get_ref<const std::string&>());
    drawing.rectangle(x, panel_top + panel_height + 34, 13, 13,
                      fmt::format("fill=\"{}\" stroke=\"{}\"", look.color, ink));
    drawing.write(x + 20, panel_top + panel_height + 45, look.title, "font-size=\"13\"");
    x += 50 + 8.0 * static_cast<double>(look.title.size());
  }
  return std::move(drawing).finish();
}

}  // namespace cartwright::report
