// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"

namespace cartwright::bench {

namespace {

std::string grid_text(const Json& row) {
  return fmt::format("{}", fmt::join(row["grid"].get<std::vector<int>>(), "x"));
}

}  // namespace

std::string prediction_text(const Json& report) {
  std::string text = fmt::format(
      "{}\n{}^3 complex doubles on {}, busiest links of the transposes of one transform, ms\nminimal / adaptive "
      "routing\n\n"
      "{} nodes, half of them free, medians of {} draws; saved: by the policy predicted, over contiguous\n",
      report["machine"].get<std::string>(), report["n"].dump(), report["network"].get<std::string>(),
      report["network_nodes"].dump(), report["draws"].dump());
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

std::string scaling_text(const Json& report) {
  std::string text = fmt::format(
      "{}\n{}: ms of the busiest links of the transposes of one transform at each number of nodes, "
      "32 ranks on each; T = C nodes^-gamma\nminimal / adaptive routing\n",
      report["machine"].get<std::string>(), report["network"].get<std::string>());
  for (const Json& row : report["scaling"]) {
    text += fmt::format("\n{}^3, {}: gamma {:.2f} / {:.2f}, published {:.2f}\n", row["n"].dump(),
                        row["where"].get<std::string>(), row["gamma"]["minimal"].get<double>(),
                        row["gamma"]["adaptive"].get<double>(), row["published_gamma"].get<double>());
    for (std::size_t i = 0; i < row["nodes"].size(); ++i)
      text += fmt::format("{:>7} {:>9.1f} / {:.1f}\n", row["nodes"][i].dump(), 1e3 * row["minimal"][i].get<double>(),
                          1e3 * row["adaptive"][i].get<double>());
  }
  return text;
}

}  // namespace cartwright::bench
