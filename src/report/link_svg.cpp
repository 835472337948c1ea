// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/link_report.hpp"
#include "report/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

// One color per link class, from Paul Tol's bright scheme. The classes also have separate columns.
constexpr std::array<std::string_view, 6> shades = {"#4477aa", "#228833", "#aa3377", "#ccbb44", "#66ccee", "#ee6677"};
constexpr std::string_view ink = "#1c2430";
constexpr std::string_view faint = "#5b6675";
constexpr std::string_view grid_line = "#e3e6ea";

constexpr double left = 96;
constexpr double top = 104;

template <typename... Args>
void add(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

std::string head(double width, double height, std::string_view title, std::string_view subtitle) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"{2}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text x=\"24\" y=\"34\" font-size=\"19\" font-weight=\"600\">{3}</text>\n"
      "<text x=\"24\" y=\"56\" fill=\"{4}\" font-size=\"13\">{5}</text>\n",
      width, height, ink, xml_escaped(title), faint, xml_escaped(subtitle));
}

void text(std::string& out, double x, double y, std::string_view anchor, std::string_view extra,
          std::string_view what) {
  add(out, "<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, extra, xml_escaped(what));
}

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
void draw_histogram(std::string& out, const Json& one, std::string_view shade, double x, double y, double width,
                    double height, std::int64_t highest, const ByteUnit& unit) {
  const auto scaled = [&](double count) {
    return height * std::log10(1 + count) / std::log10(1.0 + static_cast<double>(highest));
  };
  for (double tick = 1; tick <= static_cast<double>(highest); tick *= 10) {
    add(out, "<path stroke=\"{}\" d=\"M{:g} {:.1f}h{:g}\"/>\n", grid_line, x, y + height - scaled(tick), width);
    text(out, x - 6, y + height - scaled(tick) + 3.5, "end", " font-size=\"9.5\" fill=\"#5b6675\"",
         fmt::format("{:g}", tick));
  }
  const Json& counts = one["histogram"];
  const double bar = width / static_cast<double>(counts.size());
  const double bin = one["bin_bytes"].get<double>() / unit.bytes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto count = counts[i].get<std::int64_t>();
    if (count == 0) continue;
    const double tall = scaled(static_cast<double>(count));
    add(out,
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{} links of {:.4g} to "
        "{:.4g} {}</title></rect>\n",
        x + static_cast<double>(i) * bar + 0.5, y + height - tall, bar - 1, tall, shade, count,
        bin * static_cast<double>(i), bin * static_cast<double>(i + 1), unit.name);
  }
  add(out, "<path fill=\"none\" stroke=\"{}\" d=\"M{:g} {:g}v{:g}h{:g}\"/>\n", ink, x, y, height, width);
  text(out, x + width, y - 4, "end", " font-size=\"10\" fill=\"#5b6675\"",
       fmt::format("{} used, most {}", one["used"].get<std::int64_t>(), unit.text(one["most"])));
}

}  // namespace

std::string histograms_svg(std::string_view title, const Json& rows) {
  constexpr double width = 260;
  constexpr double height = 84;
  constexpr double across = width + 62;
  constexpr double down = height + 22;
  const Json& classes = rows[0]["classes"];
  const double bottom = top + static_cast<double>(rows.size()) * down;
  std::string out =
      head(left + static_cast<double>(classes.size()) * across, bottom + 34, title,
           "How many links in use (logarithmic) bear how many bytes in an iteration; a column has one scale");
  for (std::size_t at = 0; at < classes.size(); ++at) {
    const double x = left + 28 + static_cast<double>(at) * across;
    const double most = classes[at]["bin_bytes"].get<double>() * static_cast<double>(classes[at]["histogram"].size());
    const ByteUnit unit = byte_unit(most / 16);
    const std::int64_t highest = highest_count(rows, at);
    text(out, x + width / 2, top - 22, "middle", " font-size=\"13\" font-weight=\"600\"",
         fmt::format("{}: {}", classes[at]["class"].get<std::string>(), classes[at]["title"].get<std::string>()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      draw_histogram(out, rows[i]["classes"][at], shades[at % shades.size()], x, top + static_cast<double>(i) * down,
                     width, height, highest, unit);
    for (int tick = 0; tick <= 4; ++tick)
      text(out, x + width * tick / 4, bottom - 6, "middle", " font-size=\"10\"",
           fmt::format("{:.{}f}", most * tick / 4 / unit.bytes, most > 10 * unit.bytes ? 0 : 1));
    text(out, x + width / 2, bottom + 12, "middle", " font-size=\"11\" fill=\"#5b6675\"", unit.name);
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    text(out, left - 14, top + static_cast<double>(i) * down + height / 2 + 5, "end",
         " font-size=\"13\" font-weight=\"600\"", rows[i]["name"].get<std::string>());
  return out + "</svg>\n";
}

std::string averages_svg(std::string_view title, const Json& rows) {
  constexpr double slot = 46;
  constexpr double bar = 26;
  constexpr double height = 250;
  const Json& classes = rows[0]["classes"];
  const double width = slot * static_cast<double>(rows.size());
  const double across = width + 84;
  std::string out = head(std::max(760.0, 40 + static_cast<double>(classes.size()) * across), top + height + 48, title,
                         "Bars: average over the links in use; whiskers: least and most; MiB in an iteration");
  for (std::size_t at = 0; at < classes.size(); ++at) {
    const double x = 84 + static_cast<double>(at) * across;
    double most = 0;
    for (const Json& row : rows) most = std::max(most, row["classes"][at]["most"].get<double>() / 0x1p20);
    if (most == 0) continue;
    const double step = round_up(most / 6);
    const double highest = step * std::ceil(most / step);
    const auto y = [&](double mebibytes) { return top + height * (1 - mebibytes / highest); };
    text(out, x + width / 2, top - 16, "middle", " font-size=\"13\" font-weight=\"600\"",
         fmt::format("{}: {}", classes[at]["class"].get<std::string>(), classes[at]["title"].get<std::string>()));
    for (double tick = 0; tick <= highest * (1 + 1e-9); tick += step) {
      add(out, "<path stroke=\"{}\" d=\"M{:g} {:.1f}h{:g}\"/>\n", grid_line, x, y(tick), width);
      text(out, x - 8, y(tick) + 4, "end", "", fmt::format("{:g}", tick));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Json& one = rows[i]["classes"][at];
      const double middle = x + slot * (static_cast<double>(i) + 0.5);
      const auto value = [&](const char* name) { return one[name].get<double>() / 0x1p20; };
      add(out,
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:g}\" height=\"{:.1f}\" fill=\"{}\"><title>{}: {:.4g} to {:.4g}, "
          "on "
          "average {:.4g} MiB</title></rect>\n"
          "<path stroke=\"{}\" stroke-width=\"1.5\" fill=\"none\" d=\"M{:.1f} {:.1f}V{:.1f}m-5 0h10M{:.1f} "
          "{:.1f}h10\"/>\n",
          middle - bar / 2, y(value("average")), bar, y(0) - y(value("average")), shades[at % shades.size()],
          xml_escaped(rows[i]["name"].get<std::string>()), value("least"), value("most"), value("average"), ink, middle,
          y(value("least")), y(value("most")), middle - 5, y(value("least")));
      text(out, middle, top + height + 18, "middle", " font-size=\"11\"", rows[i]["name"].get<std::string>());
    }
    add(out, "<path fill=\"none\" stroke=\"{}\" d=\"M{:g} {:g}v{:g}h{:g}\"/>\n", ink, x, top, height, width);
  }
  return out + "</svg>\n";
}

}  // namespace cartwright::report
