// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"

namespace cartwright::bench {

namespace {

std::string grid_text(const Json& row) {
  return fmt::format("{}", fmt::join(row["grid"].get<std::vector<int>>(), "x"));
}

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

}  // namespace cartwright::bench
