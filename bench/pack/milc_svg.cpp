// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/report.hpp"
#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace cartwright::bench {

namespace {

constexpr double left = 64, top = 104, panel_width = 380, panel_height = 150, step_x = 440, step_y = 230;
constexpr std::string_view blue = "#4477aa", pale = "#bbbbbb";

struct Bin {
  std::string label;
  int types = 0;
  bool faint = false;  ///< drawn in gray
};

/// Histograms, one per MPI, in two columns.
template <typename Bins, typename Says>
std::string histograms(const Json& report, const std::string& title, const std::string& x_title, Bins bins_of,
                       Says says) {
  const Json& panels = report["milc"];
  const double rows = std::max(1.0, std::ceil(static_cast<double>(panels.size()) / 2));
  report::Drawing drawing(left + 2 * step_x, top + rows * step_y, title, report["machine"].get<std::string>(), 11);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x = left + step_x * static_cast<double>(i % 2), y = top + step_y * static_cast<double>(i / 2);
    const double bottom = y + panel_height;
    const std::vector<Bin> bins = bins_of(panels[i]);
    const int most = std::ranges::max_element(bins, {}, &Bin::types)->types;
    const double highest = 1.08 * std::max(most, 4), step = panel_width / static_cast<double>(bins.size());
    const auto height = [&](double types) { return panel_height * types / highest; };
    for (double tick = 0; tick <= highest; tick += std::max(1.0, report::tick_step(highest))) {
      drawing.path(fmt::format("stroke=\"{}\"", report::faint),
                   fmt::format("M{:g} {:.5g}h{:g}", x, bottom - height(tick), panel_width));
      drawing.write(x - 6, bottom - height(tick) + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
    }
    for (std::size_t k = 0; k < bins.size(); ++k) {
      const double at = x + step * static_cast<double>(k);
      if (bins[k].types > 0)
        drawing.bar(at + 1, bottom - height(bins[k].types), step - 2, height(bins[k].types),
                    bins[k].faint ? pale : blue, false);
      drawing.write(at + step / 2, bottom + 14, bins[k].label, "text-anchor=\"middle\" font-size=\"9.5\"");
    }
    drawing.path(fmt::format("stroke=\"{}\"", report::ink),
                 fmt::format("M{:g} {:g}v{:g}h{:g}", x, y, panel_height, panel_width));
    drawing.write(x, y - 10, panels[i]["title"].template get<std::string>(), "font-size=\"14\" font-weight=\"600\"");
    drawing.write(x + panel_width, y - 10, says(panels[i]),
                  fmt::format("text-anchor=\"end\" font-size=\"12\" fill=\"{}\"", report::gray));
    drawing.write(x + panel_width / 2, bottom + 34, x_title, "text-anchor=\"middle\"");
  }
  return std::move(drawing).finish();
}

}  // namespace

std::string milc_speedup_svg(const Json& report) {
  const auto bins_of = [](const Json& panel) {
    constexpr int last = 20;
    std::vector<Bin> bins;
    for (int i = 0; i <= last; ++i) bins.push_back({i == last ? "20+" : fmt::to_string(i), 0, i < 7});
    for (const Json& type : panel["types"])
      ++bins[std::clamp(static_cast<int>(type["speedup"].get<double>()), 0, last)].types;
    return bins;
  };
  const auto says = [](const Json& panel) {
    return fmt::format("{:.0f} % in less than 1/7 of the time", 100 * panel["seventh"].get<double>());
  };
  return histograms(report, "MILC's datatypes: speed-up of packing over MPI_Pack",
                    "types, by how many times as fast (rounded down; 7 and more in blue)", bins_of, says);
}

std::string milc_reuse_svg(const Json& report) {
  const auto bins_of = [](const Json& panel) {
    // 1, 2, 3 to 4, 5 to 8, ...: up to a power of two each.
    std::vector<Bin> bins;
    for (int i = 0; i <= 10; ++i) bins.push_back({fmt::to_string(1 << i), 0, false});
    bins.push_back({"more", 0, false});
    bins.push_back({"never", 0, true});
    for (const Json& type : panel["types"]) {
      std::size_t bin = bins.size() - 1;
      if (!type["uses"].is_null())
        bin = std::min(bins.size() - 2,
                       static_cast<std::size_t>(std::ceil(std::log2(std::max(1.0, type["uses"].get<double>())))));
      ++bins[bin].types;
    }
    return bins;
  };
  const auto says = [](const Json& panel) {
    return panel["median_uses"].is_null() ? std::string("median: never")
                                          : fmt::format("median: {:g} uses", panel["median_uses"].get<double>());
  };
  return histograms(report, "MILC's datatypes: uses until generating code has paid for itself",
                    "types, by uses up to (a use packs or unpacks one element)", bins_of, says);
}

}  // namespace cartwright::bench
