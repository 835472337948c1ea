// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"
#include "report/drawing.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

/// Shades of Paul Tol's bright scheme.
constexpr std::array<std::pair<const char*, std::string_view>, 4> phase_colors = {
    {{"fft", "#4477aa"}, {"copy", "#228833"}, {"pack", "#ccbb44"}, {"wait", "#ee6677"}}};

std::string_view color_of(const report::Json& family) {
  if (family == "cartwright") return "#aa3377";
  return family == "fftw-threads" ? "#8a8f98" : "#66ccee";
}

}  // namespace

std::string fft_svg(const report::Json& report) {
  constexpr double left = 230, width = 480, top = 110, step = 34, thickness = 20;
  const report::Json& rows = report["results"];
  double longest = 0;
  for (const report::Json& row : rows) longest = std::max(longest, 1e3 * row["median"].get<double>());
  longest *= 1.05;
  const double bottom = top + step * static_cast<double>(rows.size());
  report::Drawing drawing(left + width + 110, bottom + 50,
                          fmt::format("{} {}: forward and backward", report["real"].get<bool>() ? "r2c" : "c2c",
                                      fmt::join(report["n"].get<std::vector<std::int64_t>>(), "x")),
                          fmt::format("{} processes; {}; {}", report["processes"].dump(),
                                      report["mpi"].get<std::string>(), report["machine"].get<std::string>()),
                          11);
  double legend = 24;
  for (const auto& [name, color] : phase_colors) legend = drawing.legend(legend, 84, color, name);
  drawing.legend(legend, 84, color_of("cartwright"), "other");
  for (double tick = 0; tick <= longest; tick += report::tick_step(longest)) {
    drawing.path(fmt::format("stroke=\"{}\"", report::faint),
                 fmt::format("M{:.5g} {:g}V{:g}", left + width * tick / longest, top - 6, bottom));
    drawing.write(left + width * tick / longest, bottom + 16, fmt::format("{:g}", tick), "text-anchor=\"middle\"");
  }
  double y = top;
  for (const report::Json& row : rows) {
    const double total = 1e3 * row["median"].get<double>();
    drawing.write(left - 8, y + 14, row["title"].get<std::string>(), "font-size=\"12\" text-anchor=\"end\"");
    drawing.bar(left, y, width * total / longest, thickness, color_of(row["family"]), false);
    double x = left;
    if (!row["phases"].is_null())
      for (const auto& [name, color] : phase_colors) {
        const double part = width * 1e3 * row["phases"][name].get<double>() / longest;
        if (part > 0) drawing.bar(x, y, part, thickness, color, false);
        x += part;
      }
    drawing.write(left + width * total / longest + 8, y + 14,
                  row["to_limit"].is_null() ? fmt::format("{:.4g}", total)
                                            : fmt::format("{:.4g} ({:.2f})", total, row["to_limit"].get<double>()),
                  "font-size=\"12\"");
    y += step;
  }
  drawing.path(fmt::format("stroke=\"{}\"", report::ink),
               fmt::format("M{:g} {:g}V{:g}h{:g}", left, top - 6, bottom, width));
  drawing.write(left + width / 2, bottom + 38, "ms per pair (as a multiple of FFTW with threads)",
                "text-anchor=\"middle\"");
  return std::move(drawing).finish();
}

}  // namespace cartwright::bench
