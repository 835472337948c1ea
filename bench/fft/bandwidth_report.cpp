// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/bandwidth_report.hpp"

#include "report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cartwright::bench {

using report::Chart;
using report::ChartLine;
using report::line_charts;

namespace {

/// Paul Tol's bright scheme.
constexpr std::array<std::string_view, 7> colors = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                    "#aa3377", "#66ccee", "#8a8f98"};

std::string set_text(const Json& row) {
  const int nodes = row["nodes"], processes = row["processes"];
  return fmt::format("{} processes, {} node{}", processes, nodes, nodes == 1 ? "" : "s");
}

}  // namespace

std::string bandwidth_text(const Json& report) {
  std::string text;
  for (const Json& run : report["runs"]) {
    text += fmt::format("{}; {}; {}\nMPI_Alltoall, medians of the slowest process\n", run["machine"].get<std::string>(),
                        run["network"].get<std::string>(), run["mpi"].get<std::string>());
    text += fmt::format("{:>9} {:>5} {:>9} {:>10} {:>22} {:>13} {:>11}\n", "processes", "nodes", "bytes", "us",
                        "quartiles", "MB/s process", "MB/s node");
    for (const Json& row : run["results"])
      text += fmt::format("{:>9} {:>5} {:>9} {:>10.1f} {:>22} {:>13.1f} {:>11.1f}\n", row["processes"].dump(),
                          row["nodes"].dump(), row["bytes"].dump(), 1e6 * row["median"].get<double>(),
                          fmt::format("{:.1f} to {:.1f}", 1e6 * row["lower_quartile"].get<double>(),
                                      1e6 * row["upper_quartile"].get<double>()),
                          1e-6 * row["process_bandwidth"].get<double>(), 1e-6 * row["node_bandwidth"].get<double>());
    text += "\n";
  }
  return text;
}

std::string bandwidth_svg(const Json& report) {
  std::vector<Chart> charts;
  for (const bool node : {false, true}) {
    Chart chart{node ? "of a node" : "of a process", "bytes to each other process", "MB/s", {}, true};
    std::size_t color = 0;
    for (const Json& run : report["runs"])
      for (const Json& row : run["results"]) {
        const std::string title = fmt::format("{}, {}", set_text(row), run["mpi"].get<std::string>());
        auto line = std::ranges::find(chart.lines, title, &ChartLine::title);
        if (line == chart.lines.end()) {
          chart.lines.push_back({title, colors[std::min(color++, colors.size() - 1)], false, {}});
          line = chart.lines.end() - 1;
        }
        line->points.emplace_back(row["bytes"].get<double>(),
                                  1e-6 * row[node ? "node_bandwidth" : "process_bandwidth"].get<double>());
      }
    charts.push_back(std::move(chart));
  }
  const Json& first = report["runs"].front();
  return line_charts("MPI_Alltoall: bytes sent to other processes per second",
                     fmt::format("{}; {}", first["machine"].get<std::string>(), first["network"].get<std::string>()),
                     charts);
}

}  // namespace cartwright::bench
