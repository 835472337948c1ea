// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"
#include "report/line_chart.hpp"

#include <array>

namespace cartwright::bench {

using report::Chart;
using report::ChartLine;
using report::line_charts;

namespace {

std::string grid_text(const Json& row) {
  return fmt::format("{}", fmt::join(row["grid"].get<std::vector<int>>(), "x"));
}

struct Look {
  const char *member, *title;
  std::string_view color;
};
// As [Aseeri2019, figure 10]: chosen nodes in blue, default nodes in orange.
constexpr std::array<Look, 3> policy_looks = {{{"contiguous", "contiguous", "#ee7733"},
                                               {"level-spread", "level-spread", "#bbbbbb"},
                                               {"predicted", "cartwright place", "#4477aa"}}};
constexpr std::array<Look, 3> order_looks = {
    {{"row-major", "row-major", "#ee7733"}, {"morton", "Morton", "#aa3377"}, {"auto", "Cartwright", "#4477aa"}}};

std::string subtitle(const Json& report) {
  return fmt::format("{}^3 complex doubles on {}, busiest links of the transposes of one transform", report["n"].dump(),
                     report["network"].get<std::string>());
}

}  // namespace

std::string prediction_text(const Json& report) {
  std::string text = fmt::format(
      "{}\n{}, ms\nminimal / adaptive routing\n\n{} nodes, half of them free, medians of {} draws; saved: "
      "by the policy predicted, over contiguous\n",
      report["machine"].get<std::string>(), subtitle(report), report["network_nodes"].dump(), report["draws"].dump());
  const auto pair = [](const Json& of, double factor) {
    return fmt::format("{:.1f} / {:.1f}", factor * of["minimal"].get<double>(), factor * of["adaptive"].get<double>());
  };
  text += fmt::format("{:>5} {:>5} {:>9} {:>8} {:>15} {:>15} {:>15} {:>13} {:>7} {:>10}\n", "nodes", "ranks", "grid",
                      "", "contiguous", "level-spread", "predicted", "saved %", "paper %", "at 2 GB/s");
  for (const Json& row : report["placements"])
    text += fmt::format(
        "{:>5} {:>5} {:>9} {:>8} {:>15} {:>15} {:>15} {:>13} {:>7} {:>10}\n", row["nodes"].dump(),
        row["ranks_per_node"].dump(), grid_text(row), row["kind"].get<std::string>(), pair(row["contiguous"], 1e3),
        pair(row["level-spread"], 1e3), pair(row["predicted"], 1e3), pair(row["saved_percent"], 1),
        row.contains("published_percent") ? row["published_percent"].dump() : "",
        row.contains("sending_2GBs") ? fmt::format("{:.1f}", 1e3 * row["sending_2GBs"].get<double>()) : "");
  text += fmt::format(
      "\nthe first nodes of an empty machine, 32 ranks on each\n{:>6} {:>6} {:>9} {:>15} {:>15} {:>15} "
      "{:>15} {:>18} {:>7}\n",
      "ranks", "nodes", "grid", "row-major", "column-major", "Morton", "Cartwright", "Morton saves %", "paper %");
  for (const Json& row : report["orders"])
    text += fmt::format("{:>6} {:>6} {:>9} {:>15} {:>15} {:>15} {:>15} {:>18} {:>7}\n", row["ranks"].dump(),
                        row["nodes"].dump(), grid_text(row), pair(row["row-major"], 1e3),
                        pair(row["column-major"], 1e3), pair(row["morton"], 1e3), pair(row["auto"], 1e3),
                        pair(row["morton_percent"], 1), row["published_percent"].dump());
  return text;
}

std::string prediction_svg(const Json& report) {
  std::vector<Chart> charts;
  const auto add = [&](std::string title, const std::array<Look, 3>& looks, const char* rows, const auto& wanted) {
    Chart chart{std::move(title), "nodes", "ms", {}};
    for (const Look& look : looks)
      for (const bool adaptive : {true, false}) {
        ChartLine line{
            fmt::format("{}, {} routing", look.title, adaptive ? "adaptive" : "minimal"), look.color, !adaptive, {}};
        for (const Json& row : report[rows])
          if (wanted(row))
            line.points.emplace_back(row["nodes"].get<double>(),
                                     1e3 * row[look.member][adaptive ? "adaptive" : "minimal"].get<double>());
        chart.lines.push_back(std::move(line));
      }
    charts.push_back(std::move(chart));
  };
  for (const int per_node : {1, 32})
    add(fmt::format("{} per node: which nodes", per_node == 1 ? "1 rank" : "32 ranks"), policy_looks, "placements",
        [&](const Json& row) { return row["ranks_per_node"] == per_node && row["kind"] == "pencils"; });
  add("32 ranks per node: which order", order_looks, "orders", [](const Json&) { return true; });
  return line_charts("The transposes of an FFT on a dragonfly, predicted", subtitle(report), charts);
}

}  // namespace cartwright::bench
