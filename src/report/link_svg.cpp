// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/drawing.hpp"
#include "report/link_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

// One color per link class, from Paul Tol's bright scheme. The classes also have separate columns.
constexpr std::array<std::string_view, 6> shades = {"#4477aa", "#228833", "#aa3377", "#ccbb44", "#66ccee", "#ee6677"};
constexpr double left = 96;
constexpr double top = 104;

/// The next of 1, 2, 5, 10, 20, ... at or above the value.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (value <= step * power) return step * power;
  return 10 * power;
}

std::int64_t highest_count(const Json& rows, std::size_t at) {
  std::int64_t highest = 1;
  for (const Json& row : rows)
    for (const Json& count : row["classes"][at]["histogram"]) highest = std::max(highest, count.get<std::int64_t>());
  return highest;
}

/// One histogram. The axis of counts is logarithmic, to show a single busy link among thousands.
void draw_histogram(Drawing& drawing, const Json& one, std::string_view shade, double x, double y, double width,
                    double height, std::int64_t highest, const ByteUnit& unit) {
  const auto scaled = [&](double count) {
    return height * std::log10(1 + count) / std::log10(1.0 + static_cast<double>(highest));
  };
  for (double tick = 1; tick <= static_cast<double>(highest); tick *= 10) {
    const double at = y + height - scaled(tick);
    drawing.path(fmt::format("stroke=\"{}\"", faint), fmt::format("M{:g} {:.1f}h{:g}", x, at, width));
    drawing.write(x - 6, at + 3.5, fmt::format("{:g}", tick),
                  fmt::format("text-anchor=\"end\" font-size=\"9.5\" fill=\"{}\"", gray));
  }
  const Json& counts = one["histogram"];
  const double bar = width / static_cast<double>(counts.size());
  const double bin = one["bin_bytes"].get<double>() / unit.bytes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto count = counts[i].get<std::int64_t>();
    if (count == 0) continue;
    const double tall = scaled(static_cast<double>(count));
    drawing.rectangle(x + static_cast<double>(i) * bar + 0.5, y + height - tall, bar - 1, tall,
                      fmt::format("fill=\"{}\"", shade),
                      fmt::format("{} links of {:.4g} to {:.4g} {}", count, bin * static_cast<double>(i),
                                  bin * static_cast<double>(i + 1), unit.name));
  }
  drawing.path(fmt::format("stroke=\"{}\"", ink), fmt::format("M{:g} {:g}v{:g}h{:g}", x, y, height, width));
  drawing.write(x + width, y - 4,
                fmt::format("{} used, most {}", one["used"].get<std::int64_t>(), unit.text(one["most"])),
                fmt::format("text-anchor=\"end\" font-size=\"10\" fill=\"{}\"", gray));
}

constexpr std::string_view centered_title = "text-anchor=\"middle\" font-size=\"13\" font-weight=\"600\"";

std::string class_title(const Json& one) {
  return fmt::format("{}: {}", one["class"].get<std::string>(), one["title"].get<std::string>());
}

}  // namespace

std::string histograms_svg(std::string_view title, const Json& rows) {
  constexpr double width = 260;
  constexpr double height = 84;
  constexpr double across = width + 62;
  constexpr double down = height + 22;
  const Json& classes = rows[0]["classes"];
  const double bottom = top + static_cast<double>(rows.size()) * down;
  Drawing drawing(left + static_cast<double>(classes.size()) * across, bottom + 34, title,
                  "Links in use (logarithmic) by their bytes in one iteration; each column has one scale");
  for (std::size_t at = 0; at < classes.size(); ++at) {
    const double x = left + 28 + static_cast<double>(at) * across;
    const double most = classes[at]["bin_bytes"].get<double>() * static_cast<double>(classes[at]["histogram"].size());
    const ByteUnit unit = byte_unit(most / 16);
    const std::int64_t highest = highest_count(rows, at);
    drawing.write(x + width / 2, top - 22, class_title(classes[at]), centered_title);
    for (std::size_t i = 0; i < rows.size(); ++i)
      draw_histogram(drawing, rows[i]["classes"][at], shades[at % shades.size()], x,
                     top + static_cast<double>(i) * down, width, height, highest, unit);
    for (int tick = 0; tick <= 4; ++tick)
      drawing.write(x + width * tick / 4, bottom - 6,
                    fmt::format("{:.{}f}", most * tick / 4 / unit.bytes, most > 10 * unit.bytes ? 0 : 1),
                    "text-anchor=\"middle\" font-size=\"10\"");
    drawing.write(x + width / 2, bottom + 12, unit.name,
                  fmt::format("text-anchor=\"middle\" font-size=\"11\" fill=\"{}\"", gray));
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    drawing.write(left - 14, top + static_cast<double>(i) * down + height / 2 + 5, rows[i]["name"].get<std::string>(),
                  "text-anchor=\"end\" font-size=\"13\" font-weight=\"600\"");
  return std::move(drawing).finish();
}

std::string averages_svg(std::string_view title, const Json& rows) {
  constexpr double slot = 46;
  constexpr double bar = 26;
  constexpr double height = 250;
  const Json& classes = rows[0]["classes"];
  const double width = slot * static_cast<double>(rows.size());
  const double across = width + 84;
  Drawing drawing(std::max(760.0, 40 + static_cast<double>(classes.size()) * across), top + height + 48, title,
                  "Bars: average over the links in use; whiskers: least and most; MiB in an iteration");
  for (std::size_t at = 0; at < classes.size(); ++at) {
    const double x = 84 + static_cast<double>(at) * across;
    double most = 0;
    for (const Json& row : rows) most = std::max(most, row["classes"][at]["most"].get<double>() / 0x1p20);
    if (most == 0) continue;
    const double step = round_up(most / 6);
    const double highest = step * std::ceil(most / step);
    const auto y = [&](double mebibytes) { return top + height * (1 - mebibytes / highest); };
    drawing.write(x + width / 2, top - 16, class_title(classes[at]), centered_title);
    for (double tick = 0; tick <= highest * (1 + 1e-9); tick += step) {
      drawing.path(fmt::format("stroke=\"{}\"", faint), fmt::format("M{:g} {:.1f}h{:g}", x, y(tick), width));
      drawing.write(x - 8, y(tick) + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Json& one = rows[i]["classes"][at];
      const std::string name = rows[i]["name"];
      const double middle = x + slot * (static_cast<double>(i) + 0.5);
      const auto value = [&](const char* member) { return one[member].get<double>() / 0x1p20; };
      const double least = y(value("least")), average = y(value("average"));
      drawing.rectangle(middle - bar / 2, average, bar, y(0) - average,
                        fmt::format("fill=\"{}\"", shades[at % shades.size()]),
                        fmt::format("{}: {:.4g} to {:.4g}, on average {:.4g} MiB", name, value("least"), value("most"),
                                    value("average")));
      drawing.path(fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", ink),
                   fmt::format("M{0:.1f} {1:.1f}V{2:.1f}m-5 0h10M{3:.1f} {1:.1f}h10", middle, least, y(value("most")),
                               middle - 5));
      drawing.write(middle, top + height + 18, name, "text-anchor=\"middle\" font-size=\"11\"");
    }
    drawing.path(fmt::format("stroke=\"{}\"", ink), fmt::format("M{:g} {:g}v{:g}h{:g}", x, top, height, width));
  }
  return std::move(drawing).finish();
}

}  // namespace cartwright::report
