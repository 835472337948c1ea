// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "rounds.hpp"

namespace cartwright::bench {

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
report::Json fft_report(const Problem& problem, const std::vector<Entry>& entries, const report::Json& left_out);

}  // namespace cartwright::bench
