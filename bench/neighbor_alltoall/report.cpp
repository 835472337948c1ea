// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "neighbor_alltoall/report.hpp"
#include "neighbor_alltoall/statistics.hpp"
#include "report/rank_correlation.hpp"
#include "report/table.hpp"

#include <fmt/ranges.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

std::string milliseconds(double seconds) { return fmt::format("{:.{}f}", 1e3 * seconds, seconds < 0.01 ? 3 : 1); }

std::string ratio(const report::Json& value) {
  return value.is_null() ? "-" : fmt::format("{:.2f}", value.get<double>());
}

/// The different values of a member, in the order in which they come up.
std::vector<report::Json> values_of(const report::Json& rows, const char* member) {
  std::vector<report::Json> values;
  for (const report::Json& row : rows)
    if (std::ranges::find(values, row[member]) == values.end()) values.push_back(row[member]);
  return values;
}

void add_times(std::string& out, const report::Json& results, const report::Json& stencil) {
  std::vector<report::Table::Column> columns = {{"bytes"}};
  for (const report::Json& title : values_of(results, "title")) columns.push_back({title});
  report::Table table(columns);
  for (const report::Json& size : values_of(results, "size")) {
    std::vector<std::string> cells = {size.dump()};
    for (const report::Json& row : results)
      if (row["stencil"] == stencil && row["size"] == size)
        cells.push_back(fmt::format("{} ±{}", milliseconds(row["median"]),
                                    milliseconds((row["high"].get<double>() - row["low"].get<double>()) / 2)));
    table.add_row(std::move(cells));
  }
  fmt::format_to(std::back_inserter(out), "\n{}: median of the slowest process in ms, with its 95 % confidence\n{}",
                 stencil.get<std::string>(), table.text({}));
}

}  // namespace

void evaluate(report::Json& report) {
  const report::Json& results = report["results"];
  const report::Json largest = values_of(results, "size").back();
  report::Json rows = report::Json::array();
  std::vector<double> bytes, seconds;
  for (const report::Json& row : results) {
    if (row["size"] != largest) continue;
    const report::Json* blocked = nullptr;
    for (const report::Json& other : results)
      if (other["size"] == largest && other["stencil"] == row["stencil"] && other["mapping"] == "blocked")
        blocked = &other;
    const double most = row["j_max"].get<double>();
    bytes.push_back(most * largest.get<double>());
    seconds.push_back(row["median"].get<double>());
    report::Json predicted, measured;
    if (blocked != nullptr && most > 0) {
      predicted = (*blocked)["j_max"].get<double>() / most;
      measured = (*blocked)["median"].get<double>() / seconds.back();
    }
    rows.push_back({{"stencil", row["stencil"]},
                    {"mapping", row["mapping"]},
                    {"title", row["title"]},
                    {"bytes", report::json_number(bytes.back())},
                    {"seconds", seconds.back()},
                    {"predicted", predicted},
                    {"measured", measured}});
  }
  report["largest"] = std::move(rows);
  const std::optional<double> correlation = report::rank_correlation(bytes, seconds);
  report["rank_correlation"] = correlation ? report::Json(*correlation) : report::Json();
}

std::string neighbor_text(const report::Json& report) {
  const auto dims = report["dims"].get<std::vector<std::int64_t>>();
  std::string out =
      fmt::format("MPI_Neighbor_alltoall, {} processes on {} hosts, grid {}\n{}; {}; {}\n", report["processes"].dump(),
                  report["hosts"].dump(), fmt::join(dims, "x"), report["mpi"].get<std::string>(),
                  report["machine"].get<std::string>(), report["network"].get<std::string>());
  for (const report::Json& stencil : values_of(report["results"], "stencil"))
    add_times(out, report["results"], stencil);

  report::Table table({{"stencil", report::Table::Align::left},
                       {"mapping", report::Table::Align::left},
                       {"busiest host MB"},
                       {"ms"},
                       {"predicted"},
                       {"measured"},
                       {"measured/predicted"}});
  for (const report::Json& row : report["largest"]) {
    const report::Json share = row["predicted"].is_null()
                                   ? report::Json()
                                   : report::Json(row["measured"].get<double>() / row["predicted"].get<double>());
    table.add_row({row["stencil"], row["title"], fmt::format("{:.2f}", row["bytes"].get<double>() / 1e6),
                   milliseconds(row["seconds"]), ratio(row["predicted"]), ratio(row["measured"]), ratio(share)});
  }
  fmt::format_to(std::back_inserter(out), "\nspeed-up over blocked, {} bytes\n{}",
                 report["results"].back()["size"].dump(), table.text({}));
  return out + fmt::format("rank correlation of time with the bytes of the busiest host: {}\n",
                           ratio(report["rank_correlation"]));
}

std::string neighbor_csv(const report::Json& report) {
  std::string out = "stencil,size,mapping,j_sum,j_max,median_s,low_s,high_s,samples,outliers\n";
  for (const report::Json& row : report["results"])
    fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{:.9g},{:.9g},{:.9g},{},{}\n",
                   row["stencil"].get<std::string>(), row["size"].dump(), row["mapping"].get<std::string>(),
                   row["j_sum"].dump(), row["j_max"].dump(), row["median"].get<double>(), row["low"].get<double>(),
                   row["high"].get<double>(), row["samples"].dump(), row["outliers"].dump());
  return out;
}

}  // namespace cartwright::bench
