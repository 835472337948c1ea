// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/report.hpp"

#include "report/box_stats.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cartwright::bench {

namespace {

constexpr const char* residencies[] = {"cache", "memory", "milc", "nested", "random"};

std::string size_text(double bytes) {
  return bytes < 10000 ? fmt::format("{:.0f}", bytes)
         : bytes < 1e7 ? fmt::format("{:.0f} K", bytes / 1024)
                       : fmt::format("{:.0f} M", bytes / 1048576);
}

std::vector<Json> select(const Json& report, const std::string& residency, const std::string& direction) {
  std::vector<Json> rows;
  for (const Json& row : report["results"])
    if (row["residency"] == residency && row["direction"] == direction) rows.push_back(row);
  return rows;
}

/// The speed-up over the fastest MPI, which is the least of all speed-ups.
double over_best_mpi(const Json& report, const Json& row) {
  double least = INFINITY;
  for (const Json& contender : report["contenders"])
    if (contender["mpi"] != "")
      least = std::min(least, row["speedup"][contender["id"].get<std::string>()].get<double>());
  return least;
}

/// Summary of the ratios of some rows.
struct Summary {
  double mean = 0;  ///< geometric
  double least = INFINITY;
  std::string least_of;
  std::size_t rows = 0;
};

template <typename F>
Summary summary_of(const std::vector<Json>& rows, F ratio) {
  Summary summary;
  for (const Json& row : rows) {
    const double value = ratio(row);
    if (!std::isfinite(value)) continue;
    summary.mean += std::log(value);
    if (value < summary.least) {
      summary.least = value;
      summary.least_of = row["layout"];
    }
    ++summary.rows;
  }
  summary.mean = std::exp(summary.mean / static_cast<double>(std::max<std::size_t>(summary.rows, 1)));
  return summary;
}

void add_table(std::string& out, const Json& report, const std::string& residency, const std::string& direction) {
  const std::vector<Json> rows = select(report, residency, direction);
  if (rows.empty()) return;
  std::vector<report::Table::Column> columns = {{"layout", report::Table::Align::left}, {"bytes"}};
  for (const Json& contender : report["contenders"]) columns.push_back({contender["title"]});
  const bool mpi = std::isfinite(over_best_mpi(report, rows.front()));
  columns.insert(columns.end(), {{"over C, constants"}, {"over memcpy"}});
  if (mpi) columns.push_back({"over best MPI"});

  report::Table table(columns);
  for (const Json& row : rows) {
    const double bytes = row["bytes"];
    std::vector<std::string> cells = {row["layout"], size_text(bytes)};
    for (const Json& contender : report["contenders"])
      cells.push_back(
          fmt::format("{:.1f}", bytes / row["seconds"][contender["id"].get<std::string>()].get<double>() / 1e9));
    cells.push_back(fmt::format("{:.2f}", row["speedup"]["constants"].get<double>()));
    cells.push_back(fmt::format("{:.2f}", row["speedup"]["memcpy"].get<double>()));
    if (mpi) cells.push_back(fmt::format("{:.2f}", over_best_mpi(report, row)));
    table.add_row(std::move(cells));
  }
  fmt::format_to(std::back_inserter(out), "\n{}, in {}: GB/s, and how many times as fast as others Cartwright is\n{}",
                 direction, residency, table.text({}));
}

void add_summary(std::string& out, const Json& report) {
  report::Table table({{"Cartwright over", report::Table::Align::left},
                       {"in", report::Table::Align::left},
                       {"direction", report::Table::Align::left},
                       {"layouts"},
                       {"geometric mean"},
                       {"least"},
                       {"at", report::Table::Align::left}});
  const auto add = [&](const std::string& title, const std::string& residency, const std::string& direction,
                       const Summary& summary) {
    if (summary.rows > 0)
      table.add_row({title, residency, direction, fmt::to_string(summary.rows), fmt::format("{:.2f}", summary.mean),
                     fmt::format("{:.2f}", summary.least), summary.least_of});
  };
  for (const std::string residency : residencies)
    for (const std::string direction : {"pack", "unpack"}) {
      const std::vector<Json> rows = select(report, residency, direction);
      for (const Json& contender : report["contenders"])
        if (contender["id"] != "ours")
          add(contender["title"], residency, direction, summary_of(rows, [&](const Json& row) {
                return row["speedup"][contender["id"].get<std::string>()].get<double>();
              }));
      const auto over_best = [&](const Json& row) { return over_best_mpi(report, row); };
      add("best MPI", residency, direction, summary_of(rows, over_best));
      std::vector<Json> lists;
      std::ranges::copy_if(rows, std::back_inserter(lists), [](const Json& row) { return row["list"].get<bool>(); });
      add("best MPI, index lists", residency, direction, summary_of(lists, over_best));
    }
  fmt::format_to(std::back_inserter(out), "\n{}", table.text({}));
}

std::string microseconds(double seconds) { return fmt::format("{:.3g}", 1e6 * seconds); }

/// Adds the costs of commits: the median and the maximum of each group of similar types.
void add_commits(std::string& out, const Json& report) {
  if (report["commit"].empty()) return;
  report::Table table({{"commit of", report::Table::Align::left},
                       {"types"},
                       {"median us"},
                       {"most us"},
                       {"at", report::Table::Align::left}});
  const auto add = [&](const std::string& title, auto belongs) {
    std::vector<double> seconds;
    double most = 0;
    std::string most_of;
    for (const Json& row : report["commit"]) {
      if (!belongs(row)) continue;
      seconds.push_back(row["seconds"]);
      if (seconds.back() > most) {
        most = seconds.back();
        most_of = row["layout"];
      }
    }
    if (!seconds.empty())
      table.add_row({title, fmt::to_string(seconds.size()), microseconds(report::box_stats(seconds).median),
                     microseconds(most), most_of});
  };
  add("strided types", [](const Json& row) { return !row["list"].get<bool>(); });
  add("index lists of applications",
      [](const Json& row) { return row["list"].get<bool>() && row["application"] != "list"; });
  for (const char* layout : {"list of 3000", "list of 6000000"})
    add(layout, [&](const Json& row) { return row["layout"] == layout; });
  fmt::format_to(std::back_inserter(out), "\n{}", table.text({}));
}

void add_preload(std::string& out, const Json& report) {
  if (report["preload"].empty()) return;
  report::Table table({{"MPI", report::Table::Align::left},
                       {"call", report::Table::Align::left},
                       {"layout", report::Table::Align::left},
                       {"plain ns"},
                       {"preloaded ns"},
                       {"more"}});
  for (const Json& row : report["preload"]) {
    const double plain = 1e9 * row["plain"].get<double>(), preloaded = 1e9 * row["preloaded"].get<double>();
    table.add_row({row["title"], row["call"], row["layout"], fmt::format("{:.0f}", plain),
                   fmt::format("{:.0f}", preloaded), fmt::format("{:.0f}", preloaded - plain)});
  }
  fmt::format_to(std::back_inserter(out), "\n{}", table.text({}));
}

void add_milc(std::string& out, const Json& report) {
  for (const Json& row : report["milc"])
    fmt::format_to(
        std::back_inserter(out),
        "{}{}: {:.0f} % of MILC's {} types are packed in less than 1/7 of its time; a commit is paid back after "
        "{} uses in the median\n",
        &row == &report["milc"].front() ? "\n" : "", row["title"].get<std::string>(),
        100 * row["seventh"].get<double>(), row["types"].size(),
        row["median_uses"].is_null() ? "infinitely many" : fmt::format("{:g}", row["median_uses"].get<double>()));
}

}  // namespace

std::string pack_text(const Json& report) {
  std::string out =
      fmt::format("{}; {}\n", report["machine"].get<std::string>(), report["compiler"].get<std::string>());
  for (const char* residency : residencies)
    for (const char* direction : {"pack", "unpack"}) add_table(out, report, residency, direction);
  if (!report["results"].empty()) add_summary(out, report);
  add_milc(out, report);
  add_commits(out, report);
  add_preload(out, report);
  return out;
}

}  // namespace cartwright::bench
