// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"
#include "machine_line.hpp"
#include "median.hpp"
#include "mpi_name.hpp"
#include "report/box_stats.hpp"
#include "report/table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

/// The median of each phase.
report::Json phases_of(const Entry& entry) {
  if (entry.phases.empty()) return {};
  report::Json phases;
  for (const auto& [name, value] : entry.phases.front().items()) {
    std::vector<double> sample;
    for (const report::Json& round : entry.phases) sample.push_back(round[name].get<double>());
    phases[name] = median(sample);
  }
  return phases;
}

report::Json ratio_to(const Entry& entry, const std::vector<Entry>& entries, std::string_view family, bool any_order) {
  const auto other = std::ranges::find_if(entries, [&](const Entry& one) {
    return one.family == family && (any_order || one.transposed == entry.transposed);
  });
  return other == entries.end() ? report::Json() : report::Json(median(entry.seconds) / median(other->seconds));
}

bool huge_pages() {
  const char* tunables = std::getenv("GLIBC_TUNABLES");
  return tunables && std::string_view(tunables).find("glibc.malloc.hugetlb=1") != std::string_view::npos;
}

std::string number(const report::Json& value, double scale, int digits) {
  return value.is_null() ? "-" : fmt::format("{:.{}f}", value.get<double>() * scale, digits);
}

std::string phase(const report::Json& row, const char* name) {
  return row["phases"].is_null() ? "-" : number(row["phases"][name], 1e3, 2);
}

}  // namespace

report::Json fft_report(const Problem& problem, const std::vector<Entry>& entries, const report::Json& left_out) {
  int processes = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return {};
  constexpr std::array<std::string_view, 3> precisions = {"double", "float", "long double"};
  constexpr std::array<std::string_view, 3> efforts = {"estimate", "measure", "patient"};
  report::Json report = {{"program", "fft"},
                         {"mpi", mpi_name()},
                         {"machine", machine_line()},
                         {"huge_pages", huge_pages()},
                         {"processes", processes},
                         {"n", problem.n},
                         {"real", problem.real},
                         {"precision", precisions[problem.precision]},
                         {"effort", efforts[problem.effort]},
                         {"fields", problem.fields},
                         {"rounds", entries.front().seconds.size()},
                         {"results", report::Json::array()},
                         {"left_out", left_out}};
  for (const Entry& entry : entries) {
    const report::BoxStats box = report::box_stats(entry.seconds);
    report::Json result = {{"name", entry.name},
                           {"title", entry.title},
                           {"family", entry.family},
                           {"transposed", entry.transposed},
                           {"median", box.median},
                           {"low", box.confidence_low},
                           {"high", box.confidence_high},
                           {"gflops", problem.flops() / box.median / 1e9},
                           {"to_limit", ratio_to(entry, entries, "fftw-threads", true)},
                           {"to_fftw_mpi", ratio_to(entry, entries, "fftw-mpi", false)},
                           {"phases", phases_of(entry)},
                           {"planning", entry.planning},
                           {"wave_error", entry.wave_error},
                           {"round_trip_error", entry.round_trip_error},
                           {"seconds", entry.seconds}};
    entry.contender->describe(result);
    report["results"].push_back(std::move(result));
  }
  return report;
}

std::string fft_text(const report::Json& report) {
  std::string out = fmt::format(
      "{} {}, {}, forward and backward, {} processes, {} rounds\n{}; {}; {}; planning: {}\n\n",
      report["real"].get<bool>() ? "r2c" : "c2c", fmt::join(report["n"].get<std::vector<std::int64_t>>(), "x"),
      report["precision"].get<std::string>(), report["processes"].dump(), report["rounds"].dump(),
      report["machine"].get<std::string>(), report["mpi"].get<std::string>(),
      report["huge_pages"].get<bool>() ? "transparent huge pages"
                                       : "no huge pages (GLIBC_TUNABLES=glibc.malloc.hugetlb=1)",
      report["effort"].get<std::string>());
  report::Table table({{"", report::Table::Align::left},
                       {"ms"},
                       {"+-"},
                       {"GFLOP/s"},
                       {"of limit"},
                       {"of FFTW-MPI"},
                       {"FFT ms"},
                       {"pack"},
                       {"copy"},
                       {"wait"},
                       {"work MB"},
                       {"planning s"}});
  for (const report::Json& row : report["results"])
    table.add_row({row["title"], number(row["median"], 1e3, 2),
                   number((row["high"].get<double>() - row["low"].get<double>()) / 2, 1e3, 2),
                   number(row["gflops"], 1, 2), number(row["to_limit"], 1, 2), number(row["to_fftw_mpi"], 1, 2),
                   phase(row, "fft"), phase(row, "pack"), phase(row, "copy"), phase(row, "wait"),
                   row.contains("work_bytes") ? number(row["work_bytes"], 1e-6, 1) : "-",
                   number(row["planning"], 1, 2)});
  out += table.text({});
  for (const report::Json& each : report["left_out"])
    out += fmt::format("left out: {}: {}\n", each["name"].get<std::string>(), each["why"].get<std::string>());
  for (const report::Json& row : report["results"])
    if (row.contains("explain"))
      out += fmt::format("\n{}:\n{}\n", row["title"].get<std::string>(), row["explain"].get<std::string>());
  return out;
}

}  // namespace cartwright::bench
