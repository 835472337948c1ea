// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/box_stats.hpp"
#include "rounds.hpp"

namespace cartwright::bench {

/// The median of each phase.
inline report::Json phases_of(const Entry& entry) {
  if (entry.phases.empty()) return {};
  report::Json phases;
  for (const auto& [name, value] : entry.phases.front().items()) {
    std::vector<double> sample;
    for (const report::Json& round : entry.phases) sample.push_back(round[name].get<double>());
    phases[name] = median(sample);
  }
  return phases;
}

inline report::Json ratio_to(const Entry& entry, const std::vector<Entry>& entries, std::string_view family,
                             bool any_order) {
  const auto other = std::ranges::find_if(entries, [&](const Entry& one) {
    return one.family == family && (any_order || one.transposed == entry.transposed);
  });
  return other == entries.end() ? report::Json() : report::Json(median(entry.seconds) / median(other->seconds));
}

inline bool huge_pages() {
  const char* tunables = std::getenv("GLIBC_TUNABLES");
  return tunables && std::string_view(tunables).find("glibc.malloc.hugetlb=1") != std::string_view::npos;
}

/// All measurements, as a JSON document with the members
///   "program", "mpi", "machine": strings; "huge_pages": whether malloc takes transparent huge pages; "processes": how
///     many; "n": [sizes]; "real": boolean; "precision", "effort": strings; "fields", "rounds": integers;
///   "results": one per contender: "name", "title", "family": strings; "transposed": boolean; "seconds": [of each pair
///     of transforms, on the slowest process]; "median", "low", "high": of these, with the 95 % confidence interval;
///     "gflops": 5 N log2 N per transform and second (half for real data) at the median; "to_limit", "to_fftw_mpi": the
///     median as a multiple of that of FFTW with threads, and of FFTW-MPI in the same order (null if that did not
///     run); "phases": {"fft", "pack", "copy", "wait": seconds of a pair, medians of means over the processes} or null;
///     "planning": seconds; "wave_error", "round_trip_error"; and members that the contender adds
///     ("work_bytes", "explain", "explained"; "threads");
///   "left_out": [{"name", "why"}].
/// Null except on process 0.
inline report::Json fft_report(const Problem& problem, const std::vector<Entry>& entries,
                               const report::Json& left_out) {
  if (world_rank() != 0) return {};
  constexpr std::array<std::string_view, 3> precisions = {"double", "float", "long double"};
  constexpr std::array<std::string_view, 3> efforts = {"estimate", "measure", "patient"};
  report::Json report = {{"program", "fft"},
                         {"mpi", mpi_name()},
                         {"machine", machine_line()},
                         {"huge_pages", huge_pages()},
                         {"processes", world_size()},
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

}  // namespace cartwright::bench
