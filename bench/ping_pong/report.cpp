// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "ping_pong/report.hpp"

#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cartwright::bench {

double packing_share(const Json& row, const std::string& how) {
  return std::max(0.0, 1 - row["seconds"]["contiguous"].get<double>() / row["seconds"][how].get<double>());
}

namespace {

std::string cell(const Json& row, const std::string& how) {
  return row["seconds"].contains(how) ? fmt::format("{:.2f}", 1e6 * row["seconds"][how].get<double>()) : "-";
}
std::string share_cell(const Json& row, const std::string& how) {
  return row["seconds"].contains(how) ? fmt::format("{:.0f} %", 100 * packing_share(row, how)) : "-";
}
std::string speedup_cell(const Json& row, const std::string& over) {
  return row.contains("speedup") ? fmt::format("{:.2f}", row["speedup"][over].get<double>()) : "-";
}

void add_mpi(std::string& out, const Json& report, const Json& mpi) {
  report::Table table({{"layout", report::Table::Align::left},
                       {"bytes"},
                       {"contiguous us"},
                       {"manual us"},
                       {"MPI us"},
                       {"preloaded us"},
                       {"packing: manual"},
                       {"MPI"},
                       {"preloaded"},
                       {"times as fast as manual"},
                       {"as MPI"}});
  double sum = 0, least = INFINITY;
  int rows = 0;
  std::string least_of;
  for (const Json& row : report["results"]) {
    if (row["mpi"] != mpi["id"]) continue;
    table.add_row({row["layout"], row["bytes"].dump(), cell(row, "contiguous"), cell(row, "manual"), cell(row, "types"),
                   cell(row, "preloaded"), share_cell(row, "manual"), share_cell(row, "types"),
                   share_cell(row, "preloaded"), speedup_cell(row, "manual"), speedup_cell(row, "types")});
    if (!row.contains("speedup")) continue;
    const double speedup = row["speedup"]["types"];
    sum += std::log(speedup);
    ++rows;
    if (speedup < least) {
      least = speedup;
      least_of = row["layout"];
    }
  }
  const std::string title = mpi["title"];
  fmt::format_to(std::back_inserter(out), "\n{}: round trips between two processes of one node\n{}", title,
                 table.text({}));
  if (rows > 0)
    fmt::format_to(
        std::back_inserter(out),
        "{} under the preload is {:.2f} times as fast as alone (geometric mean of {} layouts), at least {:.2f} "
        "({})\n",
        title, std::exp(sum / rows), rows, least, least_of);
}

}  // namespace

std::string ping_pong_text(const Json& report) {
  std::string out = report["machine"].get<std::string>() + "\n";
  for (const Json& mpi : report["mpis"]) add_mpi(out, report, mpi);
  return out;
}

}  // namespace cartwright::bench
